import type { EngineFinding, Severity } from '../../../model/finding.ts';
import type { AwaitedCheck } from './awaited-check.ts';
import type { SchemaElsewhere } from './schemas/schema.ts';
import type { Outcomes } from './summary.ts';

/** What a file tells the linker: compact, plain data, in a fixed order. */

/** A source (index into `sources`), a parameter (index, field) or the result of a call (index into `calls`, field). */
export type From = ['s', number] | ['p', number, string?] | ['c', number, string?];

/** A place: start line, end line, start column, end column. */
export type Place = [number, number, number, number];

export interface FileFacts {
  language: string;
  /** Tests feed everything with anything: what starts there is rated as a test's finding. */
  isProduct: boolean;
  sources: Array<{ kind: string; title: string; at: Place; awaits?: string; isGuess?: true }>;
  functions: FunctionFacts[];
  /** Keys of functions through which nothing passes: knowing that is as good as knowing what does. */
  quiet: string[];
  /** Functions that this file itself calls → the parameters that get something else than literals there, and those of them that get what callers or other files give. */
  called: Array<[key: string, open: number[], fed: number[]]>;
  /** Exported name → key of a function or class in this file. */
  exports: Array<[string, string]>;
  /** Names that are another module's, handed on: local name → qualified segments. */
  reexports: Array<[string, string[]]>;
  /** Classes whose base another file may have: the qualified name of that base. */
  bases?: Array<[string, string[]]>;
  /** Classes with their bases by simple names, and whether a framework fills objects of that base. */
  classes?: ClassFact[];
  /** What the types that are declared here say about the values that are read through them. */
  types?: TypeFact[];
  /** Schemas that other files may hold data against. */
  schemas?: SchemaFact[];
  /** Where a program starts whose classes declare what their fields hold, and where objects are held against that. */
  pipes?: PipeFact[];
  /** A manifest of a package that others install. */
  isPackage?: boolean;
  /** Of a manifest: the packages that it asks for, with their major versions. */
  majors?: Array<[name: string, major: number]>;
  /** Of a `go.mod`: the name by which other files know the folder that it is in. */
  module?: string;
  /** Of a properties file: its keys and values. */
  settings?: Array<[string, string]>;
  /** Checks that wait for such a value. */
  awaits?: SettingFact[];
  /** Fields that methods of a class set to what they are given. */
  fills?: FilledField[];
  /** Findings that wait for what other files say about the tests that the data has passed. */
  held?: HeldFinding[];
}

/** `Class.field`, the method that sets it, and the parameter that it sets it to. */
export type FilledField = [field: string, method: string, parameter: string, at: Place];

/** It is none where one of the tests makes the data harmless for this label. */
export interface HeldFinding {
  finding: EngineFinding;
  label: number;
  awaits: readonly AwaitedCheck[];
  /** What has passed other tests arrives there as well: it is none only where each of them has passed one that does. */
  others?: ReadonlyArray<readonly AwaitedCheck[]>;
}

/** A schema by the name of what holds it, and the library that made it; none where it is written as data. */
export type SchemaFact = [name: string, library: string, schema: ToldSchema];

/** In place of the library: that of this class, which it extends. */
export function libraryOf(base: readonly string[]): string {
  return [inherited, ...base].join('\t');
}

/** The class that a class extends whose library is meant. */
export function baseIn(library: string): readonly string[] | undefined {
  return library.startsWith(inherited) ? library.split('\t').slice(1) : undefined;
}

const inherited = '<';

export type PipeFact = 'starts' | 'holds';

/** What a schema says, as plain data. */
export interface ToldSchema {
  clears?: number;
  fields?: Array<[string, ToldSchema]>;
  items?: ToldSchema;
  /** Fields that it does not name do not get through. */
  closed?: true;
  elsewhere?: SchemaElsewhere;
}

/** `asks`: of an interface that whatever has its methods is one of, these methods. */
export type ClassFact = [
  name: string,
  bases: string[],
  isFilled: boolean,
  members?: MemberFact[],
  asks?: readonly string[],
];

/** A field and the qualified name of its type; a type without a name hands its own members on. */
export type MemberFact = [field: string, type: string[]];

/**
 * A type by its simple name: what it is another name for, such as harmless for an enumeration, its bases, and the types of its members. A member that is
 * called ends in brackets.
 */
export type TypeFact = [name: string, is: string, bases: string[], members: ToldMember[]];

/** Behind its type: who checks its text, where it is handed to them, and the kinds of harm that it can do no more then. */
export type ToldMember = [name: string, type: string, by?: string, clears?: number];

export interface FunctionFacts {
  /** `name` or `Class.method`. */
  key: string;
  parameters: string[];
  /** The parameter that takes all further arguments. */
  rest?: number;
  /** Where its name is. */
  at?: Place;
  /** Nobody outside of the file, or of its class, can call it. */
  hidden?: boolean;
  /** It is called like a method of its first parameter. */
  extends?: boolean;
  /** It puts `--` into what it makes or gives, behind which a program takes nothing for an option. */
  ends?: boolean;
  /** It has neither branches nor loops. */
  straight?: boolean;
  /** A constructor: the fields of which all is known that it puts there. */
  sets?: string[];
  /** A library's function under another name: what is done with it is done where it is called. */
  renames?: boolean;
  /** One of its conditions looks at something. */
  asks?: boolean;
  /** `fixed`: the arguments that are literals, or as good as such. `news`: where the callee is not known, what comes out is not what went in. `makes`: it makes an object. `asked`: a condition in front of it looks at something. `modelled`: a library has a function of that name, and what that one gives is known here. */
  calls: Array<{
    callee: string[];
    at: Place;
    args: number;
    names: string[];
    fixed?: number[];
    news?: boolean;
    modelled?: boolean;
    makes?: boolean;
    asked?: boolean;
    /** Functions that it is given, by their names, and at which position. */
    hands?: Array<[arg: number, callee: string[]]>;
  }>;
  /** From → argument of a call (position, or a name; -1 is the receiver), or one field of it. `built`: as a part of a text that is put together here. */
  passes: Array<{
    from: From;
    call: number;
    arg: number;
    mask: number;
    field?: string;
    check?: string;
    built?: boolean;
    awaits?: readonly AwaitedCheck[];
  }>;
  /** `check`: what the data has passed, of which no more than the name is known. `field`: the part of an object that is given. `step`: where it was last changed. */
  returns: Array<{
    from: From;
    mask: number;
    step?: StepFact;
    check?: string;
    field?: string;
    awaits?: readonly AwaitedCheck[];
  }>;
  /** `awaits`: tests that it has passed, of which another file knows what they say. */
  sinks: Array<{
    from: From;
    sink: SinkFact;
    steps: StepFact[];
    check?: string;
    awaits?: readonly AwaitedCheck[];
  }>;
  /** The class of the object that it gives: one of this file behind `#`, else the qualified name of one that another file may have. */
  gives?: string[];
  /** The class of what the collection holds that it gives. */
  holds?: string[];
  /** What its ways out establish of its parameters. */
  proves?: Outcomes;
  /** What it puts into places of the whole program, such as a session, by their keys. */
  keeps?: KeptFact[];
}

export interface KeptFact {
  key: string;
  from: From;
  mask: number;
  check?: string;
  awaits?: readonly AwaitedCheck[];
}

/** A place on the way, and what happens to the data there. */
export type StepFact = [at: Place, text: string];

export interface SinkFact {
  rule: string;
  label: number;
  kinds: string[];
  severity: Severity;
  /** Where no source arrives, this is reported instead; absent for nothing. */
  fallback?: Severity;
  /** The same where nothing but the result of a function arrives that is not the repository's. */
  made?: Severity;
  /** Where an argument of a function that a package offers arrives, this is reported; absent for nothing. */
  offered?: Severity;
  /** Report where the data comes from, not here. */
  atSource?: boolean;
  /** It is no sink where the repository defines the function of this name. */
  unless?: string[];
  at: Place;
  scope: string;
  tokens: string;
  /** What is written there, shortened. */
  code: string;
  /** A path that is only asked about. */
  onlyAsks?: true;
  /** The text that does harm is put together there. */
  joined?: true;
}

/** A check that hangs on a value of a properties file, which is another file of the repository. */
export interface SettingFact {
  rule: string;
  key: string;
  /** What the program takes where no file has the key; absent for nothing. */
  otherwise?: string;
  /** The expression that the value must match. */
  pattern: string;
  flags: string;
  severity: Severity;
  at: Place;
  scope: string;
  code: string;
}

/** Other files see fields as functions that give what they hold. */
export function fieldKey(name: string): string {
  return `=${name}`;
}

/** What is read under a key of a place such as a session is seen as what a call of this name gives. */
export function keptKey(place: string, key: string): string {
  return `${keptMark}${place} ${key}`;
}

export function isKept(key: string): boolean {
  return key.startsWith(keptMark);
}

const keptMark = '=kept ';

/** What is called is a parameter of the function at hand: whatever callers hand over. */
export function givenKey(parameter: number): string[] {
  return [givenMark, String(parameter)];
}

export function isGiven(callee: readonly string[]): boolean {
  return callee[0] === givenMark;
}

const givenMark = '=given';

/** Stands behind the names of the arguments of a call where a map of unknown content gives further ones: `f(**data)`. */
export const allNames = '**';

export { blockName } from '../ir/block-name.ts';
export { everything } from '../ir/handed-on.ts';

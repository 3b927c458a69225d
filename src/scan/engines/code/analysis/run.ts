import type { CallEvent } from '../domain/call-event.ts';
import type { MemberFact, PipeFact, TypeFact } from '../domain/facts.ts';
import type { Schema, SchemaRole } from '../domain/schemas/schema.ts';
import type { Frame, Layer } from '../domain/scope.ts';
import type { Outcomes, Summary } from '../domain/summary.ts';
import type { Origin, Taint } from '../domain/taint.ts';
import type { Closure, Instance, Value } from '../domain/value.ts';
import type { ClassIr, Expr, FieldIr, FunctionIr, Span, Stmt } from '../ir/ir.ts';
import type { LanguageTraits } from '../ir/language-traits.ts';
import type { SourceKind } from '../knowledge/labels.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { Entry } from '../knowledge/rule-types.ts';
import type { AnalysisEvents, RunView } from './events.ts';
import type { AlternativeImports } from './imports/alternative-imports.ts';

/** What a method of a text or collection does to its receiver and gives back; undefined where it is another method of that name. */
export type Method = (run: Run, event: CallEvent, receiver: Value) => Value | undefined;

/** A language as the analysis needs it: its facts, and the methods of its texts and collections beyond those that all languages share. */
export interface Language extends LanguageTraits {
  readonly methods?: ReadonlyMap<string, Method>;
}

/** The abstract run of one file: what statements, expressions, calls and guards work on. */
export interface Run extends RunView {
  readonly traits: Language;
  readonly events: AnalysisEvents;
  readonly facts: FactsRecorder;
  readonly origins: OriginTable;
  readonly classes: Classes;
  readonly entries: Map<FunctionIr, Entry[]>;
  /** Functions whose signature was looked at. */
  readonly signed: Set<FunctionIr>;
  /** What requests were held against before functions get them. */
  readonly requests: Map<FunctionIr, SchemaRole & { k: 'schema' }>;
  /** The routes that functions were registered for. */
  readonly routes: Map<FunctionIr, string[]>;
  /** Functions that get a request after one that is named after a check. */
  readonly checkedInFront: Set<FunctionIr>;
  readonly decorators: Map<FunctionIr, Name[]>;
  readonly moduleFrame: Frame;
  readonly imports: AlternativeImports;
  /** Functions written at the top level, by the frame-independent key that callers in other files use. */
  readonly topLevel: Map<FunctionIr, string>;
  readonly executed: Set<FunctionIr>;
  /** What the promises that are being made were settled with, the innermost last. */
  readonly settling: Value[][];
  /** Parts of a request that a function of the file sets itself. */
  readonly replacedKeys: Map<Name, ReplacedKey>;
  /** Where functions of the top level that see more than its variables were made. */
  readonly outerOf: Map<FunctionIr, Frame>;
  readonly exports: Exports;
  /** What a function in front of others calls to hand a request on, while one is run for what it makes sure of. */
  handedOn: { readonly name: Name; readonly note: () => void } | undefined;
  frame: Frame;
  /** One step of the budget. */
  step(): void;
  /** A function's summary, made on the first use; undefined while it is being made (recursion) or when its budget is spent. */
  summaryOf(fn: FunctionIr, outer: Frame): Summary | undefined;
  mayInline(fn: FunctionIr): boolean;
  isRunning(fn: FunctionIr): boolean;
  /** Runs a closure in line, in the frame it was made in. */
  runClosure(
    closure: Closure,
    args: readonly Value[] | undefined,
    named: ReadonlyMap<string, Value> | undefined,
    after?: (frame: Frame) => void,
  ): Value;
  closureOf(fn: FunctionIr, self?: Value): Value;
  self(): Value | undefined;
  /** What a name means where it is used. */
  lookup(name: string): Value;
  assignName(name: string, value: Value): void;
  /** What one handler leaves for the next ones of the file under a name that the rules know as such a place. */
  share(name: Name, value: Value): void;
  shared(name: Name): Taint | undefined;
  evaluate(expr: Expr): Value;
  runBlock(statements: readonly Stmt[]): void;
  /** Runs with a layer of its own over the current one and returns that layer. */
  branch(work: () => void): Layer;
  taintBoth(value: Value, taint: Taint | undefined): Value;
  defineClass(definition: ClassIr): Value;
}

/** What a file assigns to the exports of its module. */
export interface Exports {
  /** By the names that other files know them by. */
  readonly functions: Map<string, FunctionIr>;
  /** Variables that hold the object that is exported. */
  readonly aliases: Set<string>;
  /** The class, or the function that makes objects, that `module.exports` is or is an object of. */
  owner: ClassIr | FunctionIr | undefined;
}

/** A part of a request that the program sets itself, and the function that does. */
export interface ReplacedKey {
  readonly by: FunctionIr | undefined;
  readonly code: string;
}

/** The classes of a file: methods, bases and what their fields hold. */
export interface Classes {
  objectOf(instance: Instance): Value;
  method(instance: Instance, name: string): FunctionIr | undefined;
  methodOfBase(within: FunctionIr, name: string): FunctionIr | undefined;
  implementations(instance: Instance, name: string): FunctionIr[];
  declarer(instance: Instance, name: string): ClassIr | undefined;
  overload(fn: FunctionIr, count: number, args?: readonly Value[], running?: FunctionIr): FunctionIr;
  field(instance: Instance, name: string): Value | undefined;
  /** How a class, or one that it extends, declares a field, and all that they declare. */
  declaration(instance: Instance, name: string): FieldIr | undefined;
  declarations(instance: Instance): readonly FieldIr[];
  fieldsFromOutside(definition: ClassIr): string[];
  extendsElsewhere(instance: Instance): boolean;
}

/** The classes of the object that something gives, and of what it holds, by the names that other files know them by. */
export interface GivenTypes {
  readonly gives?: readonly string[] | undefined;
  readonly holds?: readonly string[] | undefined;
}

/** Where the taint of a file starts. */
export interface OriginTable {
  source(
    kind: SourceKind,
    title: string,
    span: Span,
    mask?: number,
    awaits?: string,
    isGuess?: boolean,
  ): Taint;
  parameter(index: number, field?: string, mask?: number): Taint;
  /** The same, told from what the parameters of the function are on other ways. */
  again(taint: Taint): Taint;
  callResult(call: number, isKept?: boolean): Taint;
  partOfResult(call: number, field: string): Origin;
}

/** Records what the functions of a file mean for their callers, in this file and in others. */
export interface FactsRecorder {
  /** A number for the function being summarised. */
  readonly currentId: number;
  isCurrent(fn: FunctionIr): boolean;
  enter(key: string, fn: FunctionIr | undefined, parameters?: readonly string[]): void;
  leave(): void;
  leaveFunction(
    fn: FunctionIr,
    returned: Value,
    self: Value | undefined,
    outcomes: Outcomes | undefined,
    /** What it put into its object and its arguments, and the class of what it gives. */
    besides: {
      readonly filled: ReadonlyMap<string, Taint>;
      /** By the fields that a constructor fills, where all of that is known. */
      readonly made: ReadonlyMap<string, Taint | undefined> | undefined;
    } & GivenTypes,
  ): Summary;
  /** A call into another file; its index in this function. */
  linkedCall(name: Name, event: CallEvent, otherwise?: 'news' | 'modelled'): number;
  /** A call of a function that is a parameter of the one at hand. */
  givenCall(parameter: number, event: CallEvent): void;
  /** A field of a class in another file is read. */
  readField(callee: string[], span: Span | undefined): number;
  /** What is put into a place of the whole program, under the key of what is kept there. */
  keep(key: string, taint: Taint, check: string): void;
  /** What outsiders put into a field: subclasses in other files may read it. */
  field(key: string, taint: Taint | undefined, types?: GivenTypes): void;
  class(
    name: string,
    bases: string[],
    isFilled: boolean,
    members: MemberFact[],
    asks?: readonly string[],
  ): void;
  /** What a type says of values that are read through it. */
  type(fact: TypeFact): void;
  /** A class has the methods of a class of another file. */
  base(name: string, path: readonly string[]): void;
  /** A call to a function of this file that itself depends on others. */
  call(key: string, event: CallEvent, self: Value | undefined): number | undefined;
  /** A function of this file is called here: a place in it that waits for its callers learns what they give. */
  calledHere(key: string | undefined, fn: FunctionIr, event: CallEvent, offset: number): void;
  exported(name: string, local: string): void;
  /** Other files can call it, whatever it is called and wherever it was made. */
  offered(fn: FunctionIr): void;
  reexport(local: string, path: readonly string[]): void;
  /** Collections of constants, by the keys that other files ask for. */
  collections(keys: readonly string[]): void;
  /** Regular expressions, by the keys that other files ask for. */
  patterns(patterns: readonly ToldPattern[]): void;
  /** What the program does, as other files may ask. */
  does(what: string): void;
  pipe(fact: PipeFact): void;
  /** Does something of which nobody is told. */
  aside(work: () => void): void;
  /** A schema that a library has made, by the name that other files ask for. */
  schema(name: string, library: string, schema: Schema): void;
}

/** A regular expression: the kinds of harm that a text cannot do which matches, or does not match, for each way of holding it against it. */
export interface ToldPattern {
  readonly key: string;
  readonly yes: readonly number[];
  readonly no: readonly number[];
}

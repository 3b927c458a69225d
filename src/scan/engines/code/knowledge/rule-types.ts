import type { Confidence, Severity } from '../../../model/finding.ts';
import type { OriginKind, SourceKind } from './labels.ts';
import type { NamePattern } from './name-pattern.ts';
import type { Conforms, RequestSchema, SchemaMaker } from './schemas/schema-types.ts';

/** Rules and models after loading: patterns compiled, labels as masks. */

export interface RuleMeta {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly category: string;
  readonly cwe: string[];
  readonly owasp: string[];
  readonly message: string;
  readonly suggestion: string;
  readonly references: string[];
  readonly open?: OpenPlace;
}

/** A place that is worth a look where an argument of the function arrives as it is, if the function is about such things. */
export interface OpenPlace {
  readonly severity: Severity;
  /** Words in names of the function, its class or its file. */
  readonly naming: readonly string[];
  /** One of these is imported; empty for whatever is. */
  readonly imports: readonly string[];
}

/** What a rule can compare a value with: the scalars of YAML. */
export type RuleConstant = string | number | boolean | null;

/** A test on one value of an event: an argument, an option inside one, the receiver or the value assigned. */
/** What a filter that lists what it refuses may have forgotten a part of. */
export type Forgotten = 'networks' | 'shell' | 'members';

export interface Condition {
  /** Positions and names, the first that is there counts; `receiver` and `value` are such names too. */
  readonly args: ReadonlyArray<number | string>;
  /** A path of keys inside the argument. */
  readonly keys: readonly string[];
  readonly missing: boolean | undefined;
  readonly is: ReadonlyArray<RuleConstant> | undefined;
  readonly matches: RegExp | undefined;
  /** Over the constant text with every unknown part as one NUL. */
  readonly text: RegExp | undefined;
  /** The source text of the argument or of the receiver. */
  readonly source: RegExp | undefined;
  /** Nothing else is asked of it. */
  readonly asksOnlySource: boolean;
  readonly below: number | undefined;
  readonly above: number | undefined;
  readonly name: readonly NamePattern[] | undefined;
  readonly dynamic: boolean | undefined;
  readonly built: boolean | undefined;
  readonly kinds: readonly OriginKind[] | undefined;
  /** It was escaped for this use alone: what is escaped for quotes does harm where there are none. */
  readonly escaped: number | undefined;
  /** The file imports one of these packages or a part of it. */
  readonly imports: readonly string[] | undefined;
  /** The function around the place calls one of these, named as it is written there. */
  readonly calls: readonly string[] | undefined;
  /** A name in the function around the place has one of these words: `token` in `newTokenFor`. */
  readonly naming: readonly string[] | undefined;
  /** A condition of the function around the place asks for one of these texts. */
  readonly asks: readonly string[] | undefined;
  /** The function around the place refuses some private networks, or characters of a shell, and forgets others. */
  readonly forgets: Forgotten | undefined;
  readonly function: boolean | undefined;
  /** A map or object literal, which frameworks answer with as JSON. */
  readonly object: boolean | undefined;
  readonly list: boolean | undefined;
  /** A function that always gives this constant. */
  readonly gives: RuleConstant | undefined;
  /** A function that gives on whatever it gets. */
  readonly passes: boolean | undefined;
  /** A file mode that gives others something to do. */
  readonly permissive: boolean | undefined;
  readonly normal: boolean | undefined;
  readonly rooted: boolean | undefined;
  /** A regular expression that takes exponential time on some texts. */
  readonly catastrophic: boolean | undefined;
  /** Or one whose time grows with the square of the text. */
  readonly polynomial: boolean | undefined;
  readonly not: boolean;
}

export interface Sink {
  readonly rule: RuleMeta;
  readonly on: 'call' | 'assign' | 'read' | 'element' | 'return' | 'option';
  readonly label: number;
  /** Positions and names that are dangerous; empty for all of them. */
  readonly args: ReadonlyArray<number | string>;
  readonly keys: readonly string[];
  readonly when: readonly Condition[];
  readonly kinds: readonly SourceKind[];
  readonly severity: Severity;
  /** The severity where no source is known but the value is no constant, or is built from parts that are none. */
  readonly dynamic: Severity | undefined;
  readonly built: Severity | undefined;
  /** The severity, at most, where in addition nothing of the value comes from a caller or from another file. */
  readonly own: Severity | undefined;
  /** The severity, at most, where no caller gives all of it: fields of objects, and texts made of them. */
  readonly part: Severity | undefined;
  /** The severity where an argument of a function that a package offers arrives. */
  readonly offered: Severity | undefined;
  /** Report where the data comes from, not where it ends. */
  readonly atSource: boolean;
  /** What a guard in the rest of the function clears is not reported. */
  readonly late: boolean;
  /** It is none where the class that is given extends one of these, by their simple names. */
  readonly unlessExtends?: { readonly args: ReadonlyArray<number | string>; readonly of: readonly string[] };
  /** What other files are asked before it is one. */
  readonly awaits?: readonly string[];
  /** `package@major`: it is one only in versions of the package before this one. */
  readonly until?: string;
  /** It is none where some file of the program does the first, and none does the second. */
  readonly unlessProgram?: { readonly does: string; readonly never: string };
  /** The same place where only the name of the member says that it is one: less severe. Absent where the object is known. */
  readonly likely?: Sink;
  /** Only the name of the member, or of the variable, says that it is one. */
  readonly isGuess?: true;
  /** It is none where the repository itself defines the function of this name. */
  readonly unless?: readonly string[];
  /** It changes nothing and gives away nothing but whether something is there: low on all but the shortest ways. */
  readonly onlyAsks?: true;
  /** The function that gives it back to the framework, where that is how it gets there. */
  readonly givenBy?: { readonly start: number };
}

export interface Check {
  readonly rule: RuleMeta;
  /** What the rule is about: a value that was cleaned for it is no longer taken for open. Zero for none. */
  readonly label: number;
  /** What a guard in the rest of the function clears is not reported. */
  readonly late: boolean;
  /** It cannot hold for a value of whose text nothing is known. */
  readonly needsText: boolean;
  readonly on:
    | 'call'
    | 'assign'
    | 'read'
    | 'key'
    | 'variable'
    | 'decorator'
    | 'import'
    | 'extends'
    | 'element'
    | 'compare'
    | 'handler'
    | 'function'
    | 'walk'
    | 'merge'
    | 'incomplete'
    | 'text'
    | 'pattern';
  readonly when: readonly Condition[];
  readonly severity: Severity;
}

export interface Source {
  readonly on: 'read' | 'call';
  readonly kind: SourceKind;
  readonly mask: number;
  readonly title: string;
  /** What the name of a variable says holds for fields of that name as well, for results of what gets them, and for literals. */
  readonly inFields: boolean;
  /** Only the name of the member says that it is one, whatever object has it. */
  readonly isGuess?: boolean;
  /** Only the name of the variable, or of a member of any object, says that it is one. */
  readonly isNamed?: boolean;
  /** Its fields have passed what the class of the object says of them. */
  readonly ofClass: boolean | 'field';
  /** A part of the path between two slashes, as the router found it: it holds no slash. */
  readonly isSegment: boolean;
  /** Of a call. */
  readonly when: readonly Condition[];
}

export interface Sanitizer {
  readonly on: 'call' | 'read' | 'option';
  readonly clears: number;
  /** The call replaces characters: which ones are left decides what the text can still do harm to. */
  readonly strips: Strips | undefined;
  /** Of what is read: the path cannot climb above what is put in front of it. */
  readonly leads: 'downward' | undefined;
  /** What is left is harmless wherever it goes, such as a number. */
  readonly harmless: boolean;
  /** It says nothing about a function of that name which the file itself has, or where it is called by that name alone, the program. */
  readonly elsewhere: boolean;
  readonly when: readonly Condition[];
}

/** Where a call that replaces something has the expression and what it puts in its place. */
export interface Strips {
  readonly pattern: number | string;
  readonly by: number | string | undefined;
  /** What the pattern is: a regular expression, one that counts only with the flag `g`, a text as it is, or characters as in `tr`. */
  readonly as: 'expression' | 'flagged' | 'text' | 'characters';
}

/** A call whose result says something about what it was given. */
export interface Guard {
  readonly about: ReadonlyArray<number | string>;
  /** The result with which it does. */
  readonly outcome: boolean;
  /** It throws, or gives an error, where it does not hold: behind the call it does, whatever it gave. */
  readonly throws: boolean;
  readonly clears: number;
  /** What declarations it holds an object against. */
  readonly declared: string | undefined;
  /** Where the regular expression is, where the call holds a text against one. */
  readonly pattern: number | string | undefined;
  readonly anchors: 'whole' | 'start' | 'none';
  readonly lines: boolean;
  /** Where the flags of the expression are, and which of them make `^` and `$` the ends of any line. */
  readonly flags: ReadonlyArray<number | string>;
  readonly linesFlags: readonly string[];
  /** Where the text is that the other one begins with. */
  readonly prefix: number | string | undefined;
  /** Paths are compared folder by folder. */
  readonly segments: boolean;
  /** A rule of its own reports a folder that is compared without its separator. */
  readonly partial: boolean;
  /** It holds for what the value was made of as well. */
  readonly origins: boolean;
  /** The text that the call gives where it holds; true or false where absent. */
  readonly is: string | undefined;
  /** What it says is that the value passed this schema. */
  readonly conforms: Conforms | undefined;
  /** The receiver is the verdict on data that was held against a schema before. */
  readonly verdict: boolean;
}

export interface Entry {
  /** Qualified names that the parameters of a callback get, by position; `''` for none. */
  readonly params: readonly string[];
  /** The parameters themselves come from outside. */
  readonly taints: SourceKind | undefined;
  /** The first parameter that does; those before it are the framework's own. */
  readonly from: number;
  /** Another part of the same program sends it: whoever wants to choose it must have taken over that part before. */
  readonly isInner: boolean;
  /** How many parameters the function takes; any number where absent. */
  readonly arity: number | undefined;
  /** Names of parameters that hold no text of the sender's choice. */
  readonly except: RegExp | undefined;
  readonly title: string;
  readonly when: readonly Condition[];
  /** Only parameters whose type is no class. */
  readonly plain: boolean;
  /** What the route names is matched after it was decoded: between two slashes, so that it holds none. `elsewhere`: routes are in other files, and most name segments. */
  readonly segments: boolean | 'elsewhere';
  /** Of a decorator: it holds also for the methods of a class that implements an interface of another file which has it. */
  readonly isAcross: boolean;
  /** What requests are held against before the function gets them. */
  readonly request: RequestSchema | undefined;
  /** A class of another file that must turn out to be the framework's. */
  readonly awaits?: string;
}

/** What a framework calls by the file, the name and the parameters of a function. */
export interface SignedEntry {
  readonly entry: Entry;
  readonly signature: RegExp;
}

/** What a framework calls in classes that extend one of its own. */
export interface InheritedEntry {
  readonly entry: Entry;
  readonly methods: RegExp;
  /** Also where the base is in another file that extends the framework's. */
  readonly isAcross: boolean;
}

export interface Returned {
  /** The name the result goes by instead of its own. */
  readonly as: readonly string[] | undefined;
  /** Which values the result is made of: positions, names, `receiver`; all where absent. */
  readonly from: ReadonlyArray<number | string> | undefined;
  /** The result is an empty collection, filled by what is done with it later. */
  readonly empty: 'list' | 'map' | undefined;
  /** The part whose text describes the result: the regular expression that was compiled. */
  readonly text: number | string | undefined;
  /** What the result is as a path. */
  readonly form: 'normal' | 'resolved' | 'relative' | 'downward' | 'same' | 'trimmed' | undefined;
  /** The result holds nothing but what goes in: from literals comes a literal. */
  readonly pure: boolean;
  /** What comes out has passed a check that is written elsewhere, such as a schema. */
  readonly checked: boolean;
  /** What the program does, as all of its files may ask. */
  readonly tells?: string;
  /** The result is a schema. */
  readonly schema: SchemaMaker | undefined;
  /** Data is held against a schema. */
  readonly conforms: Conforms | undefined;
  /** Where the name of the part is that the call reads of a request. */
  readonly reads: number | string | undefined;
  /** The value that the result is, such as the function that is only wrapped. */
  readonly same: number | string | undefined;
  /** What was text becomes structure again: labels that it can do harm to from now on. */
  readonly restores: number;
  /** The name that the receiver goes by from now on. */
  readonly receiver: readonly string[] | undefined;
  /** The argument that is a function and gets called with those behind it, or with those in a list and a map. */
  readonly invokes: number | string | undefined;
  /** What that function gives is what the call gives. */
  readonly answers: boolean;
  readonly list: string | undefined;
  readonly map: string | undefined;
  /** The function that is given back with its first arguments already set: `receiver`, or an argument followed by them. */
  readonly binds: number | string | undefined;
  /** The argument whose class the result is an object of: dependency injection. */
  readonly makes: number | undefined;
  /** The argument that the result is, under its own name: a wrapper that changes how it is called, not what it does. */
  readonly gives: number | undefined;
  /** Arguments that are variables and get what the call gives; -1 for the object that it is called on. */
  readonly into: readonly number[];
  readonly when: readonly Condition[];
}

export interface ImportedAlias {
  readonly as: readonly string[];
  readonly imports: readonly string[];
}

/** Everything that concerns one qualified name. */
export interface NameMatch {
  sources: Source[];
  sinks: Sink[];
  checks: Check[];
  sanitizers: Sanitizer[];
  guards: Guard[];
  /** The call never returns. */
  exits: boolean;
  entries: Entry[];
  decorated: Entry[];
  inherited: InheritedEntry[];
  returned: Returned[];
  alias: readonly string[] | undefined;
  /** What it is called in files that import one of these packages. */
  importedAliases: ImportedAlias[];
  /** The value of a named constant. */
  constant: RuleConstant | undefined;
  /** What is put there is there for whoever runs later, in another function of the file. */
  shared: boolean;
  /** What is put there is there for the whole program, under its last segment: the name of the place, such as a session. */
  kept: string | undefined;
  /** It is an open file or another stream: a source of what is in it, and no text itself. */
  stream: boolean;
}

/**
 * The small form that every language is lowered to: structured statements and expressions with qualified imports. What a language
 * adds beyond it is lowered away or becomes `unknown`, which keeps the parts it is made of.
 */

/** Offsets into the file's text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Constant = string | number | boolean | null;

/** What an expression is said to be by a cast, or by the type that a generic call is given, as it is written. */
interface Said {
  said?: string;
}

export type Expr = Said & PlainExpr;

type PlainExpr =
  | (Span & { k: 'const'; value: Constant })
  | (Span & { k: 'regex'; pattern: string; flags: string })
  | (Span & { k: 'name'; name: string })
  | (Span & { k: 'member'; object: Expr; property: string })
  | (Span & { k: 'index'; object: Expr; index: Expr })
  | (Span & { k: 'slice'; object: Expr; parts: Expr[] })
  | (Span & { k: 'call'; callee: Expr; args: Argument[]; isNew: boolean })
  | (Span & { k: 'binary'; op: string; left: Expr; right: Expr })
  | (Span & { k: 'unary'; op: string; value: Expr })
  | (Span & { k: 'logic'; op: 'and' | 'or' | 'nullish'; left: Expr; right: Expr })
  | (Span & { k: 'cond'; test: Expr; yes: Expr; otherwise: Expr })
  | (Span & { k: 'template'; parts: Expr[] })
  | (Span & { k: 'list'; items: ListItem[]; isSet: boolean })
  | (Span & { k: 'map'; entries: MapEntry[] })
  | (Span & { k: 'function'; fn: FunctionIr })
  | (Span & { k: 'class'; definition: ClassIr })
  /** `test` is the call of which a variable only says how it went. */
  | (Span & { k: 'assign'; target: Target; value: Expr; op?: string; test?: Expr })
  | (Span & {
      k: 'comprehension';
      clauses: ComprehensionClause[];
      key?: Expr;
      element: Expr;
      kind: 'list' | 'map';
    })
  | (Span & { k: 'element'; name: string; attributes: ElementAttribute[]; children: Expr[] })
  | (Span & { k: 'await'; value: Expr })
  /** Hands a value, or each value of a collection, to whoever goes through what the function gives. */
  | (Span & { k: 'yield'; value: Expr; isEach: boolean })
  | (Span & { k: 'unknown'; parts: Expr[] });

export interface Argument {
  value: Expr;
  name?: string;
  spread?: 'list' | 'map';
  /** The address of a variable: whoever is given it may fill the variable. */
  address?: boolean;
}

export interface ListItem {
  value: Expr;
  spread: boolean;
}

/** A spread has no key. */
export interface MapEntry {
  key: Expr | undefined;
  value: Expr;
}

export interface ComprehensionClause {
  target: Target;
  iterable: Expr;
  conditions: Expr[];
}

export interface ElementAttribute extends Span {
  name: string;
  /** Absent for a spread's name and for an attribute without a value. */
  value: Expr | undefined;
}

export type Target =
  | (Span & { k: 'name'; name: string; declares?: boolean; type?: Expr; written?: string })
  | (Span & { k: 'member'; object: Expr; property: string })
  | (Span & { k: 'index'; object: Expr; index: Expr })
  | (Span & { k: 'list'; items: Array<Target | undefined>; rest?: Target })
  | (Span & { k: 'map'; entries: Array<{ key: string; target: Target; otherwise?: Expr }>; rest?: Target })
  | (Span & { k: 'default'; target: Target; value: Expr })
  | (Span & { k: 'none' });

export type Stmt =
  | (Span & { k: 'expr'; value: Expr })
  | (Span & { k: 'if'; test: Expr; yes: Stmt[]; otherwise: Stmt[] })
  | (Span & { k: 'loop'; test: Expr | undefined; update: Expr | undefined; body: Stmt[]; runsFirst: boolean })
  | (Span & { k: 'each'; target: Target; iterable: Expr; keys: boolean; body: Stmt[]; otherwise: Stmt[] })
  | (Span & { k: 'switch'; subject: Expr; cases: SwitchCase[]; fallsThrough: boolean })
  | (Span & { k: 'try'; body: Stmt[]; handlers: Handler[]; otherwise: Stmt[]; last: Stmt[] })
  | (Span & { k: 'return'; value: Expr | undefined })
  | (Span & { k: 'throw'; value: Expr | undefined })
  | (Span & { k: 'break' })
  | (Span & { k: 'continue' })
  | (Span & { k: 'block'; body: Stmt[] })
  | (Span & { k: 'function'; fn: FunctionIr })
  | (Span & { k: 'class'; definition: ClassIr })
  | (Span & { k: 'import'; bindings: ImportBinding[]; module: string })
  | (Span & { k: 'export'; name: string; local: string });

export interface SwitchCase {
  /** No tests: the default. */
  tests: Expr[];
  /** What the case binds, and the guard behind it. */
  bindings: Target[];
  guard: Expr | undefined;
  body: Stmt[];
}

export interface Handler {
  name: Target | undefined;
  types: Expr | undefined;
  body: Stmt[];
}

export interface ImportBinding {
  local: string;
  /** The qualified name, segment by segment. */
  path: readonly string[];
}

export interface Parameter {
  target: Target;
  name: string;
  kind: 'plain' | 'rest' | 'keywords';
  otherwise: Expr | undefined;
  type: Expr | undefined;
  decorators: Expr[];
  /** What the function assigns to it, the caller sees. */
  reference?: boolean;
  /** Its type as it is written, with what it is made of. */
  written?: string;
}

export interface FunctionIr extends Span {
  name: string;
  parameters: Parameter[];
  body: Stmt[];
  decorators: Expr[];
  /** Where its name, not its body, lies. */
  heading: Span;
  locals: Set<string>;
  className: string | undefined;
  isStatic: boolean;
  /** It has no body: what it does is said elsewhere. */
  isAbstract?: boolean;
  /** Arrow functions and lambdas take `this` from outside. */
  ownsThis: boolean;
  /** How many IR nodes the body holds: what calling it in line would cost. */
  size: number;
  exported: boolean;
  /** The type of what it gives, as it is written. */
  gives?: string;
  /** It is called like a method of its first parameter. */
  isExtension?: boolean;
  /** It is a library's function under another name. */
  renames?: boolean;
  /** It runs where a field of its name is read, or is set. */
  accessor?: 'get' | 'set';
  /** What it yields, it yields once, to the block that it is opened for. */
  yieldsOnce?: boolean;
}

export interface ClassIr extends Span {
  name: string;
  bases: Expr[];
  methods: FunctionIr[];
  fields: FieldIr[];
  decorators: Expr[];
  heading: Span;
  /** An enumeration: it has no other objects than those that it lists. */
  isClosed?: boolean;
  /** Made of a function, which may be called without `new`. */
  isFunction?: boolean;
  /** The type that this is another name for, as it is written. */
  standsFor?: string;
  /** The methods that a type has to have to be one of this interface, where nothing else is asked of it. */
  asks?: readonly string[];
  /** Statements of the class body that are neither. */
  body: Stmt[];
}

export interface FieldIr {
  name: string;
  value: Expr | undefined;
  type: Expr | undefined;
  span: Span;
  /** Its type as it is written, with what it is made of. */
  written?: string;
  /** Whoever has an object of the class may set it: what it begins with is a mere default. */
  isOpen?: boolean;
  /** All that the file makes of the class hold what it begins with, and nothing sets it. */
  isSettled?: boolean;
  /** What is said of it: annotations, or the tags behind it. */
  decorators?: Expr[];
}

export interface ModuleIr {
  body: Stmt[];
  locals: Set<string>;
  /** Variables that the file uses and whoever includes it sets. */
  parameters?: readonly string[];
  /** Parts that were omitted because they were nested beyond the limit. */
  truncated: boolean;
}

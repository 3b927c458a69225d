/** What a program does with a name: calls it, reads it, assigns to it, or puts it on a function or behind a class. */
export type Use = 'call' | 'read' | 'assign' | 'decorator' | 'extends';

/** A name without placeholders, in parts: `~name` is a variable of which nothing is known, `()` a call. */
export type PlainName = readonly string[];

/** How a program can come to have the first parts of a name. */
export interface Root {
  readonly head?: readonly string[];
  readonly parameters?: readonly string[];
  readonly expression: string;
  /** The parts that are still to be written. */
  readonly rest: PlainName;
  /** What the function's body is inside of, such as a handler that is registered. */
  readonly around?: { readonly open: string; readonly close: string };
  /** The whole name is a class of which the call makes an object. */
  readonly isMade?: boolean;
}

/** How a language writes what a minimal program has. */
export interface Grammar {
  /** What a program's file is called. */
  readonly file: string;
  /** Above the imports. */
  readonly before?: readonly string[];
  /** What is around all functions. */
  readonly opening?: string;
  readonly closing?: string;
  /** What makes `tainted` come from outside. */
  readonly source: {
    readonly head?: readonly string[];
    readonly parameters?: readonly string[];
    readonly lines?: readonly string[];
  };
  readonly tainted: string;
  readonly constant: string;
  roots(name: PlainName, use: Use): Root[];
  /** Imports a class of a package, in languages where its name alone is written. */
  importing?(from: string, name: string): string;
  member(object: string, name: string, isCalled: boolean): string | undefined;
  call(callee: string, args: readonly string[]): string;
  make(callee: string, args: readonly string[]): string;
  /** A named argument, where there are such. */
  named?(name: string, value: string): string;
  statement(call: string, id: number): string;
  read(expression: string, id: number): string;
  assign(target: string, value: string): string;
  functionOf(
    id: number,
    parameters: readonly string[],
    body: readonly string[],
  ): { lines: string[]; from: number };
  /** A function that is handed to a call and gets the thing at a position. */
  handler?(call: string, at: number): { variable: string; open: string; close: string };
  decorated?(target: string, id: number): string[];
  extending?(target: string, id: number): string[];
}

export function isWord(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** A member behind a dot, where its name can be written as one. */
export function dotted(object: string, name: string): string | undefined {
  return isWord(name) ? `${object}.${name}` : undefined;
}

export function plainCall(callee: string, args: readonly string[]): string {
  return `${callee}(${args.join(', ')})`;
}

import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import { classesNamed, maxTypeLength } from '../../domain/types/written-type.ts';
import type { Expr, FunctionIr, Parameter, Span, Stmt } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import type { FunctionDetails } from '../shared/lowering.ts';
import { isNone } from '../shared/tree-reader.ts';
import { FileVariables } from './includes.ts';

/** Variables keep their dollar, so that they are never taken for functions or classes. */
export class PhpLowering extends ClassLowering {
  /** Names that the function being lowered takes from around it. */
  #captured: Set<string> | 'all' = new Set();
  #depth = 0;
  readonly variables = new FileVariables();

  constructor(tree: FlatTree, text: string) {
    super(tree, text, '$this');
  }

  /** The statements of a body, with or without braces. */
  body(n: number): Stmt[] {
    if (isNone(n)) return [];
    if (this.kind(n) === 'compound_statement' || this.kind(n) === 'colon_block') return this.block(n);
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }

  /** A variable: a function sees its own, what it captures, and the superglobals. */
  variable(name: string, span: Span): Expr {
    const own = `$${name}`;
    const isShared = superglobal.test(name) || name === 'this';
    const isCaptured = this.#captured === 'all' || this.#captured.has(own);
    if (!isShared && !isCaptured && !this.#globals.has(`${this.#depth}:${own}`)) this.declare(own);
    if (!isShared) this.variables.mention(own);
    return { k: 'name', name: own, ...span };
  }

  /** `$GLOBALS['name']`: the variable of the file, also in a function. One of the function itself that is called alike is taken for it. */
  global(name: string, span: Span): Expr {
    const own = `$${name}`;
    this.declareInModule(own);
    this.variables.mention(own);
    return { k: 'name', name: own, ...span };
  }

  #set: Set<string> | undefined;

  /** Whether the file sets a variable of that name; the others among the globals are those of a framework. */
  setsVariable(name: string): boolean {
    this.#set ??= new Set([...this.text.matchAll(assignment)].map(([, own, global]) => own ?? global!));
    return this.#set.has(name);
  }

  readonly #globals = new Set<string>();

  override undeclare(name: string): void {
    super.undeclare(name);
    this.#globals.add(`${this.#depth}:${name}`);
  }

  functionIn(
    captured: Set<string> | 'all',
    node: number,
    heading: number,
    details: FunctionDetails,
    lower: () => { parameters: Parameter[]; body: Stmt[] },
  ): FunctionIr {
    const before = this.#captured;
    this.#captured = captured;
    this.#depth++;
    this.variables.enter();
    const fn = this.functionIr(node, heading, details, lower);
    for (const name of this.#globals) if (name.startsWith(`${this.#depth}:`)) this.#globals.delete(name);
    this.#depth--;
    this.variables.leave();
    this.#captured = before;
    return fn;
  }

  /** The file itself is lowered, not a function of it. */
  isOutside(): boolean {
    return this.#depth === 0;
  }

  lastName(n: number): string {
    const text = this.slice(n);
    return text.slice(text.lastIndexOf('\\') + 1);
  }

  /** A class by name; `self` and `static` are the one around, `parent` its base. */
  scope(n: number): Expr {
    if (isNone(n)) return this.missing();
    const kind = this.kind(n);
    if (kind !== 'name' && kind !== 'qualified_name' && kind !== 'relative_scope') return this.expression(n);
    return this.scopeNamed(this.lastName(n), this.span(n));
  }

  scopeNamed(name: string, span: Span): Expr {
    if (name === 'parent') return { k: 'name', name: 'super', ...span };
    if (name === 'self' || name === 'static') return this.type(this.className ?? name, span);
    return this.type(name, span);
  }

  /** A type as it is written, by the simple names of its classes. */
  typeWritten(text: string, span: Span): string {
    if (text.length > maxTypeLength) return text;
    const written = text
      .replace(/\\?(?:\w+\\)+/g, '')
      .replace(/\b(?:self|static)\b/g, this.className ?? 'self');
    for (const name of classesNamed(written)) this.type(name, span);
    return written;
  }

  /** The class that a declared type names; scalars, unions and nothing give none. */
  declaredType(node: number): Expr | undefined {
    const plain = this.slice(node).replace(/^\??\\?/, '');
    if (!/^[\w\\]+$/.test(plain)) return undefined;
    const simple = plain.slice(plain.lastIndexOf('\\') + 1);
    return /^[A-Z]/.test(simple) ? this.type(simple, this.span(node)) : undefined;
  }

  /** What a property starts with is seen by rules as the value of a variable of its name. */
  declaredDefault(element: number, value: number): Stmt {
    const span = this.span(element);
    const name = this.slice(this.field(element, 'name')).slice(1);
    const target = { k: 'name' as const, name, ...span };
    return { k: 'expr', value: { k: 'assign', target, value: this.expression(value), ...span }, ...span };
  }
}

const assignment = /\$(?:(\w+)|GLOBALS\[['"](\w+)['"]\])[ \t]*(?:\?\?|[.+])?=(?![=>])/g;

const superglobal = /^(?:_(?:GET|POST|REQUEST|COOKIE|FILES|SERVER|ENV|SESSION)|GLOBALS|HTTP_RAW_POST_DATA)$/;

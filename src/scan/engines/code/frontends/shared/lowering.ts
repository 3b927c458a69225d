import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ClassIr, Expr, FunctionIr, ModuleIr, Parameter, Span, Stmt, Target } from '../../ir/ir.ts';
import { isNone, TreeReader } from './tree-reader.ts';

/**
 * The part of a lowering that no language differs in: dispatch by node kind, the depth limit that hostile nesting meets, and
 * the function being lowered with its local names.
 */
export abstract class Lowering extends TreeReader {
  truncated = false;
  #depth = 0;
  #size = 0;
  #scopes: Array<Set<string>> = [];
  /** Names that the functions being lowered take from around them. */
  #outer: Array<Set<string>> = [];
  #expressionOf: Readonly<Record<string, ExpressionHandler>> = {};
  #statementOf: Readonly<Record<string, StatementHandler>> = {};
  /** By symbol; undefined until a node of that symbol is met, null where there is none. */
  readonly #expressions: Array<ExpressionHandler | null | undefined>;
  readonly #statements: Array<StatementHandler | null | undefined>;

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.#expressions = new Array(tree.symbolNames.length);
    this.#statements = new Array(tree.symbolNames.length);
  }

  /**
   * Says what lowers which kind of node. A symbol is bound to its handler when it is first met, so that lowering a node is one array access
   * and one call, and a small file does not pay for the whole grammar.
   */
  handle(expressions: Record<string, ExpressionHandler>, statements: Record<string, StatementHandler>): void {
    this.#expressionOf = expressions;
    this.#statementOf = statements;
  }

  #expressionHandler(symbol: number): ExpressionHandler | null {
    const known = this.#expressions[symbol];
    if (known !== undefined) return known;
    const found = handlerOf(this.#expressionOf, this.tree.symbolNames[symbol]!);
    this.#expressions[symbol] = found;
    return found;
  }

  #statementHandler(symbol: number): StatementHandler | null {
    const known = this.#statements[symbol];
    if (known !== undefined) return known;
    const found = handlerOf(this.#statementOf, this.tree.symbolNames[symbol]!);
    this.#statements[symbol] = found;
    return found;
  }

  module(): ModuleIr {
    const locals = new Set<string>();
    this.#scopes.push(locals);
    const body = this.block(0);
    return { body, locals, truncated: this.truncated };
  }

  expression(node: number): Expr {
    if (isNone(node)) return this.missing();
    this.#size++;
    const handler = this.#expressionHandler(this.tree.symbol[node]!);
    if (!handler || !this.tree.named[node]) return this.unknown(node);
    if (this.#depth >= maxDepth) {
      this.truncated = true;
      return { k: 'unknown', parts: [], start: this.start(node), end: this.end(node) };
    }
    this.#depth++;
    const result = handler(node);
    this.#depth--;
    return result;
  }

  statement(node: number, into: Stmt[]): void {
    this.#size++;
    const handler = this.#statementHandler(this.tree.symbol[node]!);
    if (!handler) {
      if (this.#expressionHandler(this.tree.symbol[node]!))
        into.push({ k: 'expr', value: this.expression(node), start: this.start(node), end: this.end(node) });
      // Broken text: whatever can still be recognised inside is a statement of its own.
      else if (this.kind(node) === 'ERROR') for (const child of this.named(node)) this.statement(child, into);
      return;
    }
    if (this.#depth >= maxDepth) {
      this.truncated = true;
      return;
    }
    this.#depth++;
    handler(node, into);
    this.#depth--;
  }

  /** The statements directly inside a node; -1 gives none. */
  block(node: number): Stmt[] {
    const into: Stmt[] = [];
    if (isNone(node)) return into;
    const { skip, named } = this.tree;
    const end = skip[node]!;
    for (let child = node + 1; child < end; child = skip[child]!)
      if (named[child]) this.statement(child, into);
    return into;
  }

  span(node: number): Span {
    return { start: this.start(node), end: this.end(node) };
  }

  missing(): Expr {
    return { k: 'unknown', parts: [], start: 0, end: 0 };
  }

  /** Something that has no form of its own: its parts still count. */
  unknown(node: number): Expr {
    if (this.#depth >= maxDepth) {
      this.truncated = true;
      return { k: 'unknown', parts: [], start: this.start(node), end: this.end(node) };
    }
    this.#depth++;
    const parts = this.named(node).map((child) => this.expression(child));
    this.#depth--;
    return { k: 'unknown', parts, start: this.start(node), end: this.end(node) };
  }

  declare(name: string): void {
    this.#scopes[this.#scopes.length - 1]!.add(name);
  }

  /** A name of the whole file, wherever in it that is said. */
  declareInModule(name: string): void {
    this.#scopes[0]!.add(name);
  }

  /** The function says that the variable is one of those around it, whatever it assigns to it later. */
  undeclare(name: string): void {
    this.#scopes[this.#scopes.length - 1]!.delete(name);
    this.#outer[this.#outer.length - 1]?.add(name);
  }

  inFunction(): boolean {
    return this.#scopes.length > 1;
  }

  /** Lowers a function in a scope of its own. */
  functionIr(
    node: number,
    heading: number,
    details: FunctionDetails,
    lower: () => { parameters: Parameter[]; body: Stmt[] },
  ): FunctionIr {
    const locals = new Set<string>();
    const outer = new Set<string>();
    this.#scopes.push(locals);
    this.#outer.push(outer);
    const before = this.#size;
    this.enterFunction(details);
    const { parameters, body } = lower();
    this.leaveFunction();
    this.#scopes.pop();
    this.#outer.pop();
    for (const name of outer) locals.delete(name);
    return {
      ...details,
      parameters,
      body,
      locals,
      heading: isNone(heading) ? this.span(node) : this.span(heading),
      size: this.#size - before,
      start: this.start(node),
      end: this.end(node),
    };
  }

  /** Where a language keeps more of a function than its names: called before and after its parameters and its body. */
  protected enterFunction(_details: FunctionDetails): void {}

  protected leaveFunction(): void {}

  declareTarget(target: Target): void {
    if (target.k === 'name') this.declare(target.name);
    else if (target.k === 'default') this.declareTarget(target.target);
    else if (target.k === 'list') {
      for (const item of target.items) if (item) this.declareTarget(item);
      if (target.rest) this.declareTarget(target.rest);
    } else if (target.k === 'map') {
      for (const entry of target.entries) this.declareTarget(entry.target);
      if (target.rest) this.declareTarget(target.rest);
    }
  }

  emptyClass(node: number, heading: number, name: string): ClassIr {
    return {
      name,
      bases: [],
      methods: [],
      fields: [],
      decorators: [],
      body: [],
      heading: isNone(heading) ? this.span(node) : this.span(heading),
      start: this.start(node),
      end: this.end(node),
    };
  }
}

function handlerOf<T>(handlers: Readonly<Record<string, T>>, kind: string): T | null {
  return Object.hasOwn(handlers, kind) ? handlers[kind]! : null;
}

/** What is known of a function next to its parameters and its body. */
export type FunctionDetails = Pick<
  FunctionIr,
  'name' | 'decorators' | 'className' | 'isStatic' | 'ownsThis' | 'exported'
>;

type ExpressionHandler = (node: number) => Expr;
type StatementHandler = (node: number, into: Stmt[]) => void;

/** Far beyond what people write, far below the stack. */
const maxDepth = 300;

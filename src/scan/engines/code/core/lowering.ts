import type { FlatTree } from '../../../syntax/flat-tree.ts';
import type { ClassIr, Expr, FunctionIr, ModuleIr, Parameter, Span, Stmt, Target } from './ir.ts';
import { TreeReader } from './tree-reader.ts';

/**
 * The part of a lowering that no language differs in: dispatch by node kind, the depth limit that hostile nesting meets, and
 * the function being lowered with its local names.
 */
export abstract class Lowering extends TreeReader {
  truncated = false;
  #depth = 0;
  #size = 0;
  #scopes: Array<Set<string>> = [];
  #expressions: Array<((node: number) => Expr) | undefined> = [];
  #statements: Array<((node: number, into: Stmt[]) => void) | undefined> = [];

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
  }

  /** Binds handlers to symbols once, so that lowering a node is one array access and one call. */
  protected handle(
    expressions: Record<string, (node: number) => Expr>,
    statements: Record<string, (node: number, into: Stmt[]) => void>,
  ): void {
    const expressionOf = new Map(Object.entries(expressions));
    const statementOf = new Map(Object.entries(statements));
    this.#expressions = this.tree.symbolNames.map((name) => expressionOf.get(name));
    this.#statements = this.tree.symbolNames.map((name) => statementOf.get(name));
  }

  module(): ModuleIr {
    const locals = new Set<string>();
    this.#scopes.push(locals);
    const body = this.block(0);
    return { body, locals, truncated: this.truncated };
  }

  expression(node: number): Expr {
    if (node < 0) return this.missing();
    this.#size++;
    const handler = this.#expressions[this.tree.symbol[node]!];
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
    const handler = this.#statements[this.tree.symbol[node]!];
    if (!handler) {
      if (this.#expressions[this.tree.symbol[node]!])
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
    if (node < 0) return into;
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

  undeclare(name: string): void {
    this.#scopes[this.#scopes.length - 1]!.delete(name);
  }

  inFunction(): boolean {
    return this.#scopes.length > 1;
  }

  /** Lowers a function in a scope of its own. */
  protected functionIr(
    node: number,
    heading: number,
    details: Pick<FunctionIr, 'name' | 'decorators' | 'className' | 'isStatic' | 'ownsThis' | 'exported'>,
    lower: () => { parameters: Parameter[]; body: Stmt[] },
  ): FunctionIr {
    const locals = new Set<string>();
    this.#scopes.push(locals);
    const before = this.#size;
    const { parameters, body } = lower();
    this.#scopes.pop();
    return {
      ...details,
      parameters,
      body,
      locals,
      heading: heading < 0 ? this.span(node) : this.span(heading),
      size: this.#size - before,
      start: this.start(node),
      end: this.end(node),
    };
  }

  protected declareTarget(target: Target): void {
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

  protected emptyClass(node: number, heading: number, name: string): ClassIr {
    return {
      name,
      bases: [],
      methods: [],
      fields: [],
      decorators: [],
      body: [],
      heading: heading < 0 ? this.span(node) : this.span(heading),
      start: this.start(node),
      end: this.end(node),
    };
  }
}

/** Far beyond what people write, far below the stack. */
const maxDepth = 300;

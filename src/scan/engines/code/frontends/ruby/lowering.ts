import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, ModuleIr, Span } from '../../ir/ir.ts';
import { type FunctionDetails, Lowering } from '../shared/lowering.ts';
import { type FileDeclarations, readDeclarations } from './declarations.ts';
import { pairHeredocs } from './heredocs.ts';
import { cleansPaths } from './rack-protection.ts';

/** What is made sure of before the block of a route runs: by the name of a parameter, what is asked of it. */
export type RouteChecks = ReadonlyMap<string, (value: Expr) => Expr>;

/** Names that are variables in a method, a block or the file; a block also sees those around it. */
interface LocalScope {
  readonly names: Set<string>;
  readonly isBlock: boolean;
}

export class RubyLowering extends Lowering {
  readonly declarations: FileDeclarations;
  /** The text of a heredoc is behind the line that names it. */
  readonly heredocs: ReadonlyMap<number, number>;
  /** What a block `params` declares of the route that follows it. */
  declaredParams: RouteChecks = new Map();
  /** Paths of requests hold no `..` when a route sees them. */
  readonly cleansPaths: boolean;
  readonly #constants = new Set<string>();
  readonly #locals: LocalScope[] = [{ names: new Set(), isBlock: false }];
  readonly #classes: string[] = [];

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.declarations = readDeclarations(this);
    this.heredocs = pairHeredocs(this);
    this.cleansPaths = cleansPaths(text);
  }

  /** Constants that the file does not define are names of libraries or of other files. */
  override module(): ModuleIr {
    const module = super.module();
    for (const name of this.declarations.constants) module.locals.add(name);
    for (const name of this.#constants) {
      if (this.declarations.constants.has(name)) continue;
      module.locals.add(name);
      const bindings = [{ local: name, path: [name] }];
      module.body.unshift({ k: 'import', module: name, bindings, start: 0, end: 0 });
    }
    return module;
  }

  override declare(name: string): void {
    if (this.isLocal(name)) return;
    super.declare(name);
    this.#locals.at(-1)!.names.add(name);
  }

  /** A parameter hides a variable of the same name outside the block. */
  declareParameter(name: string): void {
    super.declare(name);
    this.#locals.at(-1)!.names.add(name);
  }

  isLocal(name: string): boolean {
    for (let i = this.#locals.length - 1; i >= 0; i--) {
      const scope = this.#locals[i]!;
      if (scope.names.has(name)) return true;
      if (!scope.isBlock) return false;
    }
    return false;
  }

  protected override enterFunction({ ownsThis }: FunctionDetails): void {
    this.#locals.push({ names: new Set(), isBlock: !ownsThis });
  }

  protected override leaveFunction(): void {
    this.#locals.pop();
  }

  get className(): string | undefined {
    return this.#classes.at(-1);
  }

  inClass<T>(name: string, work: () => T): T {
    this.#classes.push(name);
    const result = work();
    this.#classes.pop();
    return result;
  }

  /** A plain name: a variable, a method of the class without arguments, or something that only rules know. */
  reference(name: string, span: Span): Expr {
    if (this.isLocal(name)) return { k: 'name', name, ...span };
    const { className } = this;
    if (className !== undefined && this.declarations.isMethod(className, name))
      return { k: 'call', callee: this.selfMember(name, span), args: [], isNew: false, ...span };
    if (className !== undefined && this.declarations.isAttribute(className, name))
      return this.selfMember(name, span);
    if (this.declarations.functions.has(name))
      return { k: 'call', callee: { k: 'name', name, ...span }, args: [], isNew: false, ...span };
    return { k: 'name', name, ...span };
  }

  constant(name: string, span: Span): Expr {
    this.#constants.add(name);
    return { k: 'name', name, ...span };
  }

  selfMember(property: string, span: Span): Expr & { k: 'member' } {
    return { k: 'member', object: { k: 'name', name: 'self', ...span }, property, ...span };
  }

  /** The value of the last of several statements; those before it are evaluated for what they do. */
  lastOf(n: number): Expr {
    const children = this.named(n).filter((child) => !sideParts.has(this.kind(child)));
    if (children.length === 0) return { k: 'const', value: null, ...this.span(n) };
    if (children.length === 1) return this.expression(children[0]!);
    const items = children.map((child) => ({ spread: false, value: this.expression(child) }));
    const last: Expr = { k: 'const', value: items.length - 1, ...this.span(n) };
    return {
      k: 'index',
      object: { k: 'list', items, isSet: false, ...this.span(n) },
      index: last,
      ...this.span(n),
    };
  }
}

/** Parts of a body that are not among its values. */
const sideParts = new Set(['rescue', 'ensure', 'else', 'heredoc_body', 'empty_statement']);

import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, Parameter, Span, Target } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { BufferSizes } from './buffer-sizes.ts';

export class CLowering extends Lowering {
  /** Fields of the class whose body is being lowered: they are named without `this`. */
  fields: ReadonlySet<string> = new Set();
  className: string | undefined;
  /** Variables that the function at hand gives back to the allocator: their uses are marked. */
  released: ReadonlySet<string> = new Set();
  readonly sizes: BufferSizes;
  /** The address of what is being lowered is taken, which is no access. */
  inAddress = false;
  readonly #locals: Array<Set<string>> = [new Set()];

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.sizes = new BufferSizes(this);
  }

  override declare(name: string): void {
    super.declare(name);
    this.#locals.at(-1)!.add(name);
  }

  protected override enterFunction(): void {
    this.#locals.push(new Set());
    this.sizes.enter();
  }

  protected override leaveFunction(): void {
    this.sizes.leave();
    this.#locals.pop();
  }

  /** A variable of the function at hand, not one that other functions share. */
  isOwn(name: string): boolean {
    return this.#locals.slice(1).some((scope) => scope.has(name));
  }

  reference(name: string, span: Span): Expr {
    const isLocal = this.#locals.some((scope) => scope.has(name));
    if (!isLocal && this.fields.has(name))
      return { k: 'member', object: { k: 'name', name: 'this', ...span }, property: name, ...span };
    return { k: 'name', name, ...span };
  }

  /** Values one behind the other, of which one counts. */
  sequence(values: readonly Expr[], which: number, n: number): Expr {
    const span = this.span(n);
    const items = values.map((value) => ({ spread: false, value }));
    return {
      k: 'index',
      object: { k: 'list', items, isSet: false, ...span },
      index: { k: 'const', value: which, ...span },
      ...span,
    };
  }

  /** The same value, with a word to the rules that more is touched than there is. */
  overrun(value: Expr, n: number): Expr {
    const span = this.span(n);
    const callee: Expr = { k: 'name', name: '@overrun', ...span };
    return this.sequence([{ k: 'call', callee, args: [], isNew: false, ...span }, value], 1, n);
  }

  parameters(list: number): Parameter[] {
    if (isNone(list)) return [];
    const parameters: Parameter[] = [];
    for (const child of this.named(list)) {
      const name = this.declaredName(this.field(child, 'declarator'));
      if (isNone(name)) continue;
      const text = this.slice(name);
      this.declare(text);
      const target: Target = { k: 'name', name: text, ...this.span(name) };
      const value = this.field(child, 'default_value');
      parameters.push({
        target,
        name: text,
        kind: 'plain',
        otherwise: isNone(value) ? undefined : this.expression(value),
        type: undefined,
        decorators: [],
      });
    }
    return parameters;
  }

  /** The name inside a declarator such as `*(*names)[3]`. */
  declaredName(n: number): number {
    let at = n;
    for (let depth = 0; isNode(at) && depth < 20; depth++) {
      const kind = this.kind(at);
      if (kind.endsWith('identifier')) return at;
      const inner = this.field(at, 'declarator');
      at = isNode(inner) ? inner : this.firstNamed(at);
    }
    return noNode;
  }
}

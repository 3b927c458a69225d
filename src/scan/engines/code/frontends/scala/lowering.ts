import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import { isNone } from '../shared/tree-reader.ts';

export class ScalaLowering extends ClassLowering {
  /** Local names that hold functions: what is written like a call of any other takes an item. */
  readonly #functions = new Set<string>();

  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
  }

  holdsFunction(name: string): void {
    this.#functions.add(name);
  }

  /** `xs(0)` takes an item where `xs` is a variable that holds no function. */
  takesItem(name: string): boolean {
    return this.isLocal(name) && !this.#functions.has(name);
  }

  /** The simple name of a type, without its arguments and package. */
  typeName(n: number): string {
    return /(?<![\w$])([\w$]+)\s*(?:\[|$)/.exec(this.slice(n))?.[1] ?? '';
  }

  typeAt(n: number): Expr | undefined {
    const name = isNone(n) ? '' : this.typeName(n);
    return name === '' ? undefined : this.type(name, this.span(n));
  }

  nothing(span: Span): Expr {
    return { k: 'unknown', parts: [], ...span };
  }
}

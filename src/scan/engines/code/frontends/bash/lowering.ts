import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr, Span } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';

export class BashLowering extends Lowering {
  /** Variables that are set outside of functions: those that functions set as well are the same. */
  readonly #globals: ReadonlySet<string>;

  constructor(tree: FlatTree, text: string) {
    super(tree, text);
    this.#globals = this.#assignedOutside();
  }

  isGlobal(name: string): boolean {
    return this.#globals.has(name);
  }

  variable(name: string, span: Span): Expr {
    return { k: 'name', name, ...span };
  }

  /** A variable is set here; one that only functions set counts as theirs. */
  assigned(name: string): void {
    if (!this.inFunction() || !this.#globals.has(name)) this.declare(name);
  }

  #assignedOutside(): Set<string> {
    const names = new Set<string>();
    const { symbol, skip } = this.tree;
    for (let n = 0; n < symbol.length; n++) {
      const kind = this.kind(n);
      if (kind === 'function_definition') n = skip[n]! - 1;
      else if (kind === 'variable_assignment') names.add(this.slice(this.field(n, 'name')));
    }
    return names;
  }
}

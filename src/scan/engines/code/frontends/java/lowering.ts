import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Argument, Expr, Stmt, Target } from '../../ir/ir.ts';
import { ClassLowering } from '../shared/class-lowering.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';

export class JavaLowering extends ClassLowering {
  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
  }

  /** The body of a statement, with or without braces. */
  body(n: number): Stmt[] {
    if (this.kind(n) === 'constructor_body') return this.block(n);
    return this.blockOrStatement(n);
  }

  variable(nameNode: number, typeNode: number): Target {
    return this.declared(nameNode, isNode(typeNode) && this.slice(typeNode) !== 'var' ? typeNode : noNode);
  }

  arguments(list: number): Argument[] {
    return this.named(list).map((child) => ({ value: this.expression(child) }));
  }

  annotations(n: number): Expr[] {
    const modifiers = this.childOfKind(n, 'modifiers');
    if (isNone(modifiers)) return [];
    return this.named(modifiers)
      .filter((child) => this.kind(child).endsWith('annotation'))
      .map((child) => this.expression(child));
  }
}

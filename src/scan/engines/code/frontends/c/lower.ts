import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { CLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** The syntax trees of C and C++ to the intermediate form. A pointer is what it points to: `*p`, `p[0]` and `p` share what is known. */
export function lowerC(tree: FlatTree, text: string): ModuleIr {
  const lowering = new CLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { SwiftLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Swift's syntax tree to the intermediate form. */
export function lowerSwift(tree: FlatTree, text: string): ModuleIr {
  const lowering = new SwiftLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

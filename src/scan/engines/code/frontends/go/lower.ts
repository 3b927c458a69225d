import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { lowerFile } from './declarations.ts';
import { expressionHandlers } from './expressions.ts';
import { GoLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Go's syntax tree to the intermediate form. */
export function lowerGo(tree: FlatTree, text: string): ModuleIr {
  const lowering = new GoLowering(tree, text, lowerFile);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

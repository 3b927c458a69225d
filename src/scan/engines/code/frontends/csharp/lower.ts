import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { CsharpLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** C#'s syntax tree to the intermediate form. */
export function lowerCsharp(tree: FlatTree, text: string): ModuleIr {
  const lowering = new CsharpLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

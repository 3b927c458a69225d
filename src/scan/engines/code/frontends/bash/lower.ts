import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { BashLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** The syntax tree of shell scripts to the intermediate form: a command is a call, its output is what the call gives. */
export function lowerBash(tree: FlatTree, text: string): ModuleIr {
  const lowering = new BashLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

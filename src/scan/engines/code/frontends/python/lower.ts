import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { PythonLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Python's syntax tree to the intermediate form. */
export function lowerPython(tree: FlatTree, text: string, path: string): ModuleIr {
  const lowering = new PythonLowering(tree, text, path);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

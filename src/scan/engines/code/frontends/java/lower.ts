import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { JavaLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Java's syntax tree to the intermediate form. */
export function lowerJava(tree: FlatTree, text: string): ModuleIr {
  const lowering = new JavaLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

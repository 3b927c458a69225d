import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { RustLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Rust's syntax tree to the intermediate form. References, results and options are the values they hold. */
export function lowerRust(tree: FlatTree, text: string): ModuleIr {
  const lowering = new RustLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

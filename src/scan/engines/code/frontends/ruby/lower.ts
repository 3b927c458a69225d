import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { RubyLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Ruby's syntax tree to the intermediate form. */
export function lowerRuby(tree: FlatTree, text: string): ModuleIr {
  const lowering = new RubyLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

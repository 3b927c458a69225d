import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { ScalaLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Scala's syntax tree to the intermediate form; the models and rules are those of Java. */
export function lowerScala(tree: FlatTree, text: string): ModuleIr {
  const lowering = new ScalaLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

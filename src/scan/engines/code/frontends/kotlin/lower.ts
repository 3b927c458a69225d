import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { KotlinLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** Kotlin's syntax tree to the intermediate form; the models and rules are those of Java. */
export function lowerKotlin(tree: FlatTree, text: string): ModuleIr {
  const lowering = new KotlinLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  return lowering.module();
}

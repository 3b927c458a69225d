import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr, Stmt } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { withAnswers } from './includes.ts';
import { PhpLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';

/** PHP's syntax tree to the intermediate form. */
export function lowerPhp(tree: FlatTree, text: string): ModuleIr {
  const lowering = new PhpLowering(tree, text);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  const module = lowering.module();
  // A page that ends in the middle for everyone is looked at to its end all the same.
  const body = module.body.flatMap((statement): Stmt[] =>
    statement.k !== 'throw'
      ? [statement]
      : statement.value
        ? [{ ...statement, k: 'expr', value: statement.value }]
        : [],
  );
  const parameters = lowering.variables.finish();
  return withAnswers({ ...module, body, parameters }, lowering.variables.set);
}

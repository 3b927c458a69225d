import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ModuleIr } from '../../ir/ir.ts';
import { expressionHandlers } from './expressions.ts';
import { ScriptLowering } from './lowering.ts';
import { statementHandlers } from './statements.ts';
import { withMarkup } from './vue-markup.ts';

/** JavaScript and TypeScript, with JSX, to the intermediate form. */
export function lowerJavaScript(tree: FlatTree, text: string, path: string): ModuleIr {
  const lowering = new ScriptLowering(tree, text, path);
  lowering.handle(expressionHandlers(lowering), statementHandlers(lowering));
  const module = lowering.module();
  return path.endsWith('.vue') ? withMarkup(module, text) : module;
}

import { type ConfigNode, entries, text } from '../../../../formats/document/node.ts';
import type { Expression } from '../expression.ts';

/** Every text below a node that holds an expression, with the key it is under. */
export function visitTexts(
  node: ConfigNode,
  look: (node: ConfigNode, value: string, key: string) => void,
  key = '',
): void {
  if (node.kind === 'mapping') for (const entry of entries(node)) visitTexts(entry.value, look, entry.key);
  else if (node.kind === 'sequence') for (const item of node.items) visitTexts(item, look, key);
  else {
    const value = text(node);
    if (value?.includes('${{')) look(node, value, key);
  }
}

/** The expression and all its parts. */
export function visitExpression(expression: Expression | undefined, look: (part: Expression) => void): void {
  if (!expression) return;
  look(expression);
  if (expression.kind === 'call') for (const argument of expression.args) visitExpression(argument, look);
  if (expression.kind === 'operator')
    for (const operand of expression.operands) visitExpression(operand, look);
}

export function someExpression(
  expression: Expression | undefined,
  fits: (part: Expression) => boolean,
): boolean {
  let found = false;
  visitExpression(expression, (part) => {
    found ||= fits(part);
  });
  return found;
}

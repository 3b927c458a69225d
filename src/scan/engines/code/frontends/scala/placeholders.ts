import type { Expr } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { ScalaLowering } from './lowering.ts';

/** What `_` stands for in a function that names no parameter. */
export const placeholder = '_';

/** An argument; with `_` in it, it is a function. */
export function lowerArgument(scala: ScalaLowering, n: number): Expr {
  if (!hasPlaceholder(scala, n)) return scala.expression(n);
  const span = scala.span(n);
  const fn = scala.lambdaIr(n, () => {
    scala.declare(placeholder);
    const parameter = scala.plainParameter({ k: 'name', name: placeholder, ...span });
    return { parameters: [parameter], body: [{ k: 'return', value: scala.expression(n), ...span }] };
  });
  return { k: 'function', fn, ...span };
}

/** Whether `_` stands where the expression begins, or next to an operator of it. */
function hasPlaceholder(scala: ScalaLowering, n: number): boolean {
  if (isNone(n)) return false;
  const kind = scala.kind(n);
  if (kind === 'wildcard') return false;
  return leadsWith(scala, n, 40);
}

function leadsWith(scala: ScalaLowering, n: number, depth: number): boolean {
  if (isNone(n) || depth === 0) return false;
  switch (scala.kind(n)) {
    case 'wildcard':
      return true;
    case 'field_expression':
      return leadsWith(scala, scala.field(n, 'value'), depth - 1);
    case 'call_expression': {
      const list = scala.field(n, 'arguments');
      if (
        isNode(list) &&
        scala.kind(list) === 'arguments' &&
        scala.named(list).some((child) => scala.kind(child) === 'wildcard')
      )
        return true;
      return leadsWith(scala, scala.field(n, 'function'), depth - 1);
    }
    case 'infix_expression':
      return (
        leadsWith(scala, scala.field(n, 'left'), depth - 1) ||
        leadsWith(scala, scala.field(n, 'right'), depth - 1)
      );
    case 'prefix_expression':
    case 'generic_function':
    case 'parenthesized_expression':
      return leadsWith(scala, scala.firstNamed(n), depth - 1);
    default:
      return false;
  }
}

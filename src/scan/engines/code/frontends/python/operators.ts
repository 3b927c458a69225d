import type { Expr } from '../../ir/ir.ts';
import type { PythonLowering } from './lowering.ts';

/** Long chains lean to the left; they are walked, not recursed into. */
export function lowerBinary(python: PythonLowering, n: number): Expr {
  const chain: number[] = [];
  let at = n;
  while (python.kind(at) === 'binary_operator') {
    chain.push(at);
    at = python.field(at, 'left');
  }
  let left = python.expression(at);
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i]!;
    left = {
      k: 'binary',
      op: python.slice(python.field(node, 'operator')),
      left,
      right: python.expression(python.field(node, 'right')),
      ...python.span(node),
    };
  }
  return left;
}

export function lowerComparison(python: PythonLowering, n: number): Expr {
  const operands: number[] = [];
  const operators: string[] = [];
  const { skip, field } = python.tree;
  const operatorField = python.fieldId('operators');
  const end = skip[n]!;
  for (let child = n + 1; child < end; child = skip[child]!) {
    if (field[child] === operatorField) operators.push(python.slice(child).replace(/\s+/g, ' '));
    else if (python.tree.named[child] && python.kind(child) !== 'comment') operands.push(child);
  }
  let result: Expr | undefined;
  for (let i = 0; i + 1 < operands.length; i++) {
    const pair: Expr = {
      k: 'binary',
      op: comparisonOperators.get(operators[i] ?? '==') ?? operators[i] ?? '==',
      left: python.expression(operands[i]!),
      right: python.expression(operands[i + 1]!),
      ...python.span(n),
    };
    result = result ? { k: 'logic', op: 'and', left: result, right: pair, ...python.span(n) } : pair;
  }
  return result ?? python.unknown(n);
}

const comparisonOperators = new Map([
  ['is', '=='],
  ['is not', '!='],
  ['not in', 'not in'],
  ['<>', '!='],
]);

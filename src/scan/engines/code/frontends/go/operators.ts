import type { Expr } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { GoLowering } from './lowering.ts';

/** Operators in chains, from the left: a long sum is a loop here and not a recursion. */
export function lowerBinary(go: GoLowering, n: number): Expr {
  const chain: number[] = [];
  let at = n;
  while (go.kind(at) === 'binary_expression') {
    chain.push(at);
    at = go.field(at, 'left');
  }
  let left = go.expression(at);
  for (const node of chain.reverse()) {
    const op = go.slice(go.field(node, 'operator'));
    const right = go.expression(go.field(node, 'right'));
    left =
      op === '&&' || op === '||'
        ? { k: 'logic', op: op === '&&' ? 'and' : 'or', left, right, ...go.span(node) }
        : { k: 'binary', op, left, right, ...go.span(node) };
  }
  return left;
}

/** A pointer is as good as what it points to; what a channel gives is one of the values that were sent. */
export function lowerUnary(go: GoLowering, n: number): Expr {
  const value = go.expression(go.field(n, 'operand'));
  const op = go.slice(go.field(n, 'operator'));
  if (op === '&' || op === '*') return value;
  if (op === '<-')
    return {
      k: 'index',
      object: value,
      index: { k: 'unknown', parts: [], ...go.span(n) },
      ...go.span(n),
    };
  return { k: 'unary', op, value, ...go.span(n) };
}

export function lowerSlice(go: GoLowering, n: number): Expr {
  const object = go.expression(go.field(n, 'operand'));
  const parts = ['start', 'end', 'capacity']
    .map((name) => go.field(n, name))
    .filter((node) => isNode(node))
    .map((node) => go.expression(node));
  const from = go.field(n, 'start');
  const isTail = isNode(from) && isNone(go.field(n, 'end')) && go.kind(from) === 'int_literal';
  if (!isTail) return { k: 'slice', object, parts, ...go.span(n) };
  // A list without its first items, where the analysis knows them.
  const callee: Expr = { k: 'member', object, property: 'withoutFirst', ...go.span(n) };
  const args = parts.map((value) => ({ value }));
  return { k: 'call', callee, args, isNew: false, ...go.span(n) };
}

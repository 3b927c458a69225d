import type { Expr } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import type { BashLowering } from './lowering.ts';

/** What is between `[` and `]`. */
export function lowerTest(low: BashLowering, n: number): Expr {
  if (isNone(n)) return low.missing();
  const span = low.span(n);
  switch (low.kind(n)) {
    case 'binary_expression':
      return comparison(low, n);
    case 'unary_expression': {
      const operator = low.slice(low.field(n, 'operator'));
      const inner = low.named(n).at(-1) ?? noNode;
      if (operator === '!') return { k: 'unary', op: '!', value: lowerTest(low, inner), ...span };
      return { k: 'unknown', parts: [], ...span };
    }
    case 'parenthesized_expression':
    case 'test_command':
      return lowerTest(low, low.firstNamed(n));
    case 'negated_command':
      return { k: 'unary', op: '!', value: lowerTest(low, low.firstNamed(n)), ...span };
    case 'list':
      return {
        k: 'logic',
        op: low.hasToken(n, '&&') ? 'and' : 'or',
        left: lowerTest(low, low.named(n)[0] ?? noNode),
        right: lowerTest(low, low.named(n)[1] ?? noNode),
        ...span,
      };
    default: {
      // Whether a command succeeds is not what it prints.
      const value = low.expression(n);
      return value.k === 'call' ? { k: 'unknown', parts: [value], ...span } : value;
    }
  }
}

function comparison(low: BashLowering, n: number): Expr {
  const span = low.span(n);
  const operator = low.slice(low.field(n, 'operator'));
  const left = low.field(n, 'left');
  const right = low.field(n, 'right');
  if (operator === '&&' || operator === '||')
    return {
      k: 'logic',
      op: operator === '&&' ? 'and' : 'or',
      left: lowerTest(low, left),
      right: lowerTest(low, right),
      ...span,
    };
  // The grammar binds `! x =~ y` the other way round.
  const isNegated = low.kind(left) === 'unary_expression' && low.slice(low.field(left, 'operator')) === '!';
  const subject = low.expression(isNegated ? (low.named(left).at(-1) ?? noNode) : left);
  let result: Expr;
  if (operator === '=~') {
    const pattern = low.slice(right);
    result = {
      k: 'call',
      callee: { k: 'name', name: '@match', ...span },
      args: [{ value: subject }, { value: { k: 'const', value: pattern, ...low.span(right) } }],
      isNew: false,
      ...span,
    };
  } else if (equalities.has(operator)) {
    const value = low.expression(right);
    const isPattern = value.k === 'const' && /[*?]/.test(String(value.value));
    result = isPattern
      ? { k: 'unknown', parts: [], ...span }
      : { k: 'binary', op: operator === '!=' ? '!=' : '==', left: subject, right: value, ...span };
  } else result = { k: 'unknown', parts: [], ...span };
  return isNegated ? { k: 'unary', op: '!', value: result, ...span } : result;
}

const equalities = new Set(['=', '==', '!=', '-eq']);

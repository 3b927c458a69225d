import type { Expr, Span } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { SwiftLowering } from './lowering.ts';

/**
 * `a op b op c`: the grammar lets what is behind a comparison reach to the end, so that `x == 1 || x == 2` would ask for `x == (1 || x == 2)`. Operands are
 * joined in the order that the language has for operators.
 */
export function lowerOperators(swift: SwiftLowering, n: number): Expr {
  const operands = operandsOf(swift, n);
  if (operands.length === 1) return swift.unknown(n);
  const parts: Array<{ value: Expr; span: Span }> = [];
  const waiting: string[] = [];
  const join = () => {
    const [left, right] = parts.splice(-2) as [(typeof parts)[0], (typeof parts)[0]];
    const span = { start: left.span.start, end: right.span.end };
    parts.push({ value: swift.binary(waiting.pop()!, left.value, right.value, span), span });
  };
  for (const [i, operand] of operands.entries()) {
    if (i > 0) {
      const op = swift.text.slice(swift.end(operands[i - 1]!), swift.start(operand)).trim();
      while (waiting.length > 0 && comesFirst(waiting.at(-1)!, op)) join();
      waiting.push(op);
    }
    parts.push({ value: side(swift, operand), span: swift.span(operand) });
  }
  while (waiting.length > 0) join();
  return parts[0]!.value;
}

/** What the operators are between, from left to right; what is in parentheses is one. */
function operandsOf(swift: SwiftLowering, n: number): number[] {
  const found: number[] = [];
  const open = [n];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const names = sides.get(swift.kind(at)) ?? [];
    const parts = names.map((name) => swift.field(at!, name));
    if (parts.length === 0 || parts.some(isNone)) found.push(at);
    else open.push(...parts.reverse());
  }
  return found;
}

function side(swift: SwiftLowering, n: number): Expr {
  return swift.slice(n) === 'nil' ? { k: 'const', value: null, ...swift.span(n) } : swift.expression(n);
}

/** Whether the operator on the left binds its operands before the one on the right does. `a ?? b ?? c` is read from the right. */
function comesFirst(left: string, right: string): boolean {
  const [before, after] = [levelOf(left), levelOf(right)];
  return before > after || (before === after && right !== '??');
}

function levelOf(op: string): number {
  const level = levels.findIndex((operators) => operators.test(op));
  return level < 0 ? levels.length : level;
}

/** From those that bind least. */
const levels = [
  /^\|\|$/,
  /^&&$/,
  /^(?:[!=]==?|[<>]=?|~=)$/,
  /^\?\?$/,
  /^(?:&?[-+]|[|^])$/,
  /^(?:&?\*|[/%&])$/,
];

/** The fields that hold the two sides of an operation. */
const sides: ReadonlyMap<string, readonly string[]> = new Map([
  ...[
    'additive_expression',
    'multiplicative_expression',
    'comparison_expression',
    'equality_expression',
    'conjunction_expression',
    'disjunction_expression',
    'bitwise_operation',
    'infix_expression',
  ].map((kind): [string, readonly string[]] => [kind, ['lhs', 'rhs']]),
  ['nil_coalescing_expression', ['value', 'if_nil']],
]);

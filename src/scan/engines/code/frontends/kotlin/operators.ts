import type { Expr } from '../../ir/ir.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { pairLiteral } from './collections.ts';
import type { KotlinLowering } from './lowering.ts';

/** The grammar binds `!` closer than calls: `!x.f()` is the negation of the call. */
export class Negations {
  readonly #kotlin: KotlinLowering;
  /** Negations that stand around the call they begin. */
  readonly #hoisted = new Set<number>();

  constructor(kotlin: KotlinLowering) {
    this.#kotlin = kotlin;
  }

  around(n: number, lower: () => Expr): Expr {
    const negation = this.#within(n);
    if (isNone(negation)) return lower();
    this.#hoisted.add(negation);
    return { k: 'unary', op: '!', value: lower(), ...this.#kotlin.span(n) };
  }

  isHoisted(n: number): boolean {
    return this.#hoisted.has(n);
  }

  #within(n: number): number {
    const kotlin = this.#kotlin;
    let at = n;
    while (/^(?:call|navigation|index)_expression$/.test(kotlin.kind(at))) at = kotlin.firstNamed(at);
    const isNegation = kotlin.kind(at) === 'unary_expression' && kotlin.slice(at).startsWith('!');
    return isNegation && !this.#hoisted.has(at) ? at : noNode;
  }
}

export function lowerUnary(kotlin: KotlinLowering, n: number, negations: Negations): Expr {
  const value = kotlin.expression(kotlin.field(n, 'argument'));
  const text = kotlin.slice(n);
  if (/^(?:\+\+|--)|(?:\+\+|--)$/.test(text)) return kotlin.increment(value, text.slice(-1), kotlin.span(n));
  if (negations.isHoisted(n)) return value;
  // In a page that is built by blocks, `+text` puts the text there.
  if (text.startsWith('+') && value.k !== 'const') {
    const span = kotlin.span(n);
    const callee: Expr = { k: 'member', object: value, property: 'unaryPlus', ...span };
    return { k: 'call', callee, args: [], isNew: false, ...span };
  }
  return text.startsWith('!') || text.startsWith('-')
    ? { k: 'unary', op: text[0]!, value, ...kotlin.span(n) }
    : value;
}

export function lowerBinary(kotlin: KotlinLowering, n: number): Expr {
  const operator = kotlin.field(n, 'operator');
  const op = isNone(operator) ? '+' : kotlin.slice(operator);
  const generic = op === '>' ? genericCall(kotlin, n) : undefined;
  if (generic) return generic;
  const left = kotlin.expression(kotlin.field(n, 'left'));
  const right = kotlin.field(n, 'right');
  if (op === '?:' && isExit(kotlin, right)) {
    kotlin.exitWithout(left, right);
    return left;
  }
  return kotlin.binary(op, left, kotlin.expression(right), kotlin.span(n));
}

/** The two sides of `value ?: return x`, where that is all of an expression. */
export function exitingChoice(
  kotlin: KotlinLowering,
  n: number,
): { value: number; exit: number } | undefined {
  if (kotlin.kind(n) !== 'binary_expression') return undefined;
  const operator = kotlin.field(n, 'operator');
  const exit = kotlin.field(n, 'right');
  if (isNone(operator) || kotlin.slice(operator) !== '?:' || !isExit(kotlin, exit)) return undefined;
  return { value: kotlin.field(n, 'left'), exit };
}

function isExit(kotlin: KotlinLowering, n: number): boolean {
  if (isNone(n)) return false;
  const kind = kotlin.kind(n);
  if (kind === 'identifier') return /^(?:break|continue)$/.test(kotlin.slice(n));
  return kind === 'return_expression' || kind === 'throw_expression';
}

/** `f<T>(x)` is read as two comparisons by the grammar. */
function genericCall(kotlin: KotlinLowering, n: number): Expr | undefined {
  const [left, right] = [kotlin.field(n, 'left'), kotlin.field(n, 'right')];
  if (isNone(left) || isNone(right) || kotlin.kind(left) !== 'binary_expression') return undefined;
  if (kotlin.kind(right) !== 'parenthesized_expression') return undefined;
  const calleeNode = kotlin.field(left, 'left');
  const type = kotlin.text.slice(kotlin.end(calleeNode), kotlin.end(left)).trim();
  if (!/^<\s*[A-Z]\w*$/.test(type)) return undefined;
  const callee = kotlin.expression(calleeNode);
  const args = [{ value: kotlin.expression(kotlin.firstNamed(right)) }];
  return { k: 'call', callee, args, isNew: false, ...kotlin.span(n) };
}

/** `a to b` is a pair; any other `a f b` is a call of f. */
export function lowerInfix(kotlin: KotlinLowering, n: number): Expr {
  const [left, operator, right] = kotlin.named(n);
  if (left === undefined || operator === undefined || right === undefined) return kotlin.unknown(n);
  const [first, second] = [kotlin.expression(left), kotlin.expression(right)];
  const name = kotlin.slice(operator);
  const span = kotlin.span(n);
  if (name === 'to') return pairLiteral([first, second], span);
  const callee: Expr = { k: 'member', object: first, property: name, ...span };
  return { k: 'call', callee, args: [{ value: second }], isNew: false, ...span };
}

export function lowerIn(kotlin: KotlinLowering, n: number): Expr {
  const [left, right] = [kotlin.field(n, 'left'), kotlin.field(n, 'right')];
  const isNegated = kotlin.text.slice(kotlin.end(left), kotlin.start(right)).includes('!');
  return {
    k: 'binary',
    op: isNegated ? 'not in' : 'in',
    left: kotlin.expression(left),
    right: kotlin.expression(right),
    ...kotlin.span(n),
  };
}

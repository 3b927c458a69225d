import type { Expr, Span } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import type { RubyLowering } from './lowering.ts';

export function lowerBinary(low: RubyLowering, n: number): Expr {
  const chain: number[] = [];
  let at = n;
  // Long chains lean to the left; they are walked, not recursed into.
  while (low.kind(at) === 'binary') {
    chain.push(at);
    at = low.field(at, 'left');
  }
  let left = low.expression(at);
  for (let i = chain.length - 1; i >= 0; i--) {
    const node = chain[i]!;
    const op = low.slice(low.field(node, 'operator'));
    left = binaryOf(low, op, left, low.expression(low.field(node, 'right')), low.span(node));
  }
  return left;
}

function binaryOf(low: RubyLowering, op: string, left: Expr, right: Expr, span: Span): Expr {
  switch (op) {
    case 'and':
    case '&&':
      return { k: 'logic', op: 'and', left, right, ...span };
    case 'or':
    case '||':
      return { k: 'logic', op: 'or', left, right, ...span };
    case '=~':
      return matchOf(low, left, right, span);
    case '!~':
      return { k: 'unary', op: '!', value: matchOf(low, left, right, span), ...span };
    case '<<':
      return {
        k: 'call',
        callee: { k: 'member', object: left, property: '<<', ...span },
        args: [{ value: right }],
        isNew: false,
        ...span,
      };
    case '===':
      return { k: 'binary', op: '==', left, right, ...span };
    default:
      return { k: 'binary', op, left, right, ...span };
  }
}

/** A text held against a pattern: whether the pattern covers all of it decides what a match establishes. */
export function matchOf(low: RubyLowering, left: Expr, right: Expr, span: Span): Expr {
  const [subject, pattern] = left.k === 'regex' || isConstantName(left) ? [right, left] : [left, right];
  const whole = pattern.k === 'regex' ? isAnchored(pattern.pattern) : isConstantName(pattern);
  return {
    k: 'call',
    callee: {
      k: 'member',
      object: low.constant('Regexp', span),
      property: whole ? 'covers' : 'occurs',
      ...span,
    },
    args: [{ value: subject }, { value: pattern }],
    isNew: false,
    ...span,
  };
}

function isAnchored(pattern: string): boolean {
  return /^(?:\\A|\^)/.test(pattern) && /(?:\\[zZ]|\$)$/.test(pattern) && !/\.[*+]/.test(pattern);
}

function isConstantName(expr: Expr): boolean {
  return expr.k === 'name' && /^[A-Z][A-Z0-9_]+$/.test(expr.name);
}

/** `if`, `unless` and `case` where a value is wanted. */
export function lowerConditional(low: RubyLowering, n: number): Expr {
  const span = low.span(n);
  const kind = low.kind(n);
  if (kind === 'case') return caseValue(low, n);
  const yes = branchValue(low, low.field(n, 'consequence'), span);
  const alternative = low.field(n, 'alternative');
  const otherwise =
    low.kind(alternative) === 'elsif'
      ? lowerConditional(low, alternative)
      : branchValue(low, alternative, span);
  const test = low.expression(low.field(n, 'condition'));
  return kind === 'unless'
    ? { k: 'cond', test, yes: otherwise, otherwise: yes, ...span }
    : { k: 'cond', test, yes, otherwise, ...span };
}

function branchValue(low: RubyLowering, n: number, span: Span): Expr {
  return isNone(n) ? { k: 'const', value: null, ...span } : low.lastOf(n);
}

function caseValue(low: RubyLowering, n: number): Expr {
  const subject = low.field(n, 'value');
  const span = low.span(n);
  let result: Expr = branchValue(low, low.childOfKind(n, 'else'), span);
  const clauses = low.named(n).filter((child) => low.kind(child) === 'when');
  for (const clause of clauses.reverse()) {
    const test = clauseTest(low, subject, clause);
    result = {
      k: 'cond',
      test,
      yes: branchValue(low, low.field(clause, 'body'), span),
      otherwise: result,
      ...low.span(clause),
    };
  }
  return result;
}

/** What the patterns of one `when` ask; without a subject they are conditions themselves. */
export function clauseTest(low: RubyLowering, subject: number, clause: number): Expr {
  let test: Expr | undefined;
  for (const pattern of low.fieldAll(clause, 'pattern')) {
    const right = low.expression(low.firstNamed(pattern));
    const span = low.span(pattern);
    const one: Expr = isNone(subject)
      ? right
      : right.k === 'regex'
        ? matchOf(low, low.expression(subject), right, span)
        : { k: 'binary', op: '==', left: low.expression(subject), right, ...span };
    test = test ? { k: 'logic', op: 'or', left: test, right: one, ...span } : one;
  }
  return test ?? low.missing();
}

import type { Argument, Expr, Span, Target } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import { call, lowerArguments } from './calls.ts';
import type { ScalaLowering } from './lowering.ts';
import { lowerArgument } from './placeholders.ts';

/**
 * `a op b op c`: the grammar reads operators from the left, whatever they are. Which of them comes first is decided by their first characters, as in Scala itself:
 * `x == a || y == b` asks for one of two.
 */
export function lowerInfix(scala: ScalaLowering, n: number): Expr {
  const operands: number[] = [];
  const operators: number[] = [];
  let at = n;
  for (; scala.kind(at) === 'infix_expression'; at = scala.field(at, 'left')) {
    operands.push(scala.field(at, 'right'));
    operators.push(scala.field(at, 'operator'));
  }
  operands.push(at);
  return lowerChain(scala, operands.reverse(), operators.reverse(), scala.span(n));
}

function lowerChain(
  scala: ScalaLowering,
  operands: readonly number[],
  operators: readonly number[],
  span: Span,
): Expr {
  if (operators.length === 0) return scala.expression(operands[0]!);
  const names = operators.map((operator) => (isNone(operator) ? '+' : scala.slice(operator)));
  const levels = names.map(levelOf);
  const last = levels.lastIndexOf(Math.min(...levels));
  const part = (from: number, to: number): Span =>
    to - from === operators.length
      ? span
      : { start: scala.start(operands[from]!), end: scala.end(operands[to]!) };
  const left = lowerChain(scala, operands.slice(0, last + 1), operators.slice(0, last), part(0, last));
  if (last === operators.length - 1) return lowerOperator(scala, names[last]!, left, operands.at(-1)!, span);
  const right = lowerChain(
    scala,
    operands.slice(last + 1),
    operators.slice(last + 1),
    part(last + 1, operators.length),
  );
  return (
    joined(scala, names[last]!, left, right, span) ?? called(names[last]!, left, [{ value: right }], span)
  );
}

/** An operator of the language, a pair, an assignment, or a method that is called between its object and argument. */
function lowerOperator(scala: ScalaLowering, op: string, left: Expr, rightNode: number, span: Span): Expr {
  const known = isKnown(op, left) ? joined(scala, op, left, scala.expression(rightNode), span) : undefined;
  if (known) return known;
  const value = isNone(rightNode)
    ? []
    : scala.kind(rightNode) === 'case_block' || scala.kind(rightNode) === 'block'
      ? lowerArguments(scala, rightNode)
      : [{ value: lowerArgument(scala, rightNode) }];
  return called(op, left, value, span);
}

function isKnown(op: string, left: Expr): boolean {
  return op === '->' || op === '→' || plain.has(op) || isAssignment(op, left);
}

function isAssignment(op: string, left: Expr): boolean {
  return /^[-+*/|&]=$/.test(op) && (left.k === 'name' || left.k === 'member' || left.k === 'index');
}

function joined(scala: ScalaLowering, op: string, left: Expr, right: Expr, span: Span): Expr | undefined {
  if (op === '->' || op === '→')
    return {
      k: 'list',
      items: [left, right].map((value) => ({ value, spread: false })),
      isSet: false,
      ...span,
    };
  if (plain.has(op)) return scala.binary(op, left, right, span);
  return isAssignment(op, left)
    ? { k: 'assign', target: left as Target, value: right, op: op.slice(0, -1), ...span }
    : undefined;
}

function called(op: string, object: Expr, args: Argument[], span: Span): Expr {
  return call({ k: 'member', object, property: op, ...span }, args, span);
}

/** How tightly an operator binds: words and assignments the least. */
function levelOf(op: string): number {
  if (/^[-+*/|&^%]+=$/.test(op)) return 0;
  const level = levels.findIndex((those) => those.test(op));
  return level < 0 ? levels.length : level;
}

const levels = [/^$/, /^[\w$]/, /^\|/, /^\^/, /^&/, /^[=!]/, /^[<>]/, /^:/, /^[-+]/, /^[*/%]/];

/** `command !` calls a method that takes nothing. */
export function lowerPostfix(scala: ScalaLowering, n: number): Expr {
  const [object, operator] = scala.named(n);
  if (object === undefined || operator === undefined) return scala.unknown(n);
  const property = scala.slice(operator);
  return call(
    { k: 'member', object: scala.expression(object), property, ...scala.span(n) },
    [],
    scala.span(n),
  );
}

export function lowerPrefix(scala: ScalaLowering, n: number): Expr {
  const value = scala.expression(scala.firstNamed(n));
  const op = scala.slice(n).charAt(0);
  return op === '!' || op === '-' ? { k: 'unary', op, value, ...scala.span(n) } : value;
}

const plain = new Set(['+', '-', '*', '/', '%', '==', '!=', '<', '>', '<=', '>=', '&&', '||', '&', '|', '^']);

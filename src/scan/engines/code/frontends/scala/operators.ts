import type { Expr } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import { call, lowerArguments } from './calls.ts';
import type { ScalaLowering } from './lowering.ts';
import { lowerArgument } from './placeholders.ts';

/** `a op b`: an operator of the language, a pair, an assignment, or a method that is called between its object and argument. */
export function lowerInfix(scala: ScalaLowering, n: number): Expr {
  const span = scala.span(n);
  const operator = scala.field(n, 'operator');
  const op = isNone(operator) ? '+' : scala.slice(operator);
  const left = scala.expression(scala.field(n, 'left'));
  const rightNode = scala.field(n, 'right');
  if (op === '->' || op === '→')
    return {
      k: 'list',
      items: [left, scala.expression(rightNode)].map((value) => ({ value, spread: false })),
      isSet: false,
      ...span,
    };
  if (plain.has(op)) return scala.binary(op, left, scala.expression(rightNode), span);
  if (/^[-+*/|&]=$/.test(op) && (left.k === 'name' || left.k === 'member' || left.k === 'index'))
    return { k: 'assign', target: left, value: scala.expression(rightNode), op: op.slice(0, -1), ...span };
  const value = isNone(rightNode)
    ? []
    : scala.kind(rightNode) === 'case_block' || scala.kind(rightNode) === 'block'
      ? lowerArguments(scala, rightNode)
      : [{ value: lowerArgument(scala, rightNode) }];
  if (op === 'format') return call({ k: 'member', object: left, property: 'format', ...span }, value, span);
  return call({ k: 'member', object: left, property: op, ...span }, value, span);
}

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

import type { Argument, Expr, Span } from '../../ir/ir.ts';
import type { KotlinLowering } from './lowering.ts';

/** `listOf(…)`, `mapOf(…)` and their like; undefined for other functions. */
export function collectionLiteral(
  kotlin: KotlinLowering,
  name: string,
  args: readonly Argument[],
  span: Span,
): Expr | undefined {
  const type = makers.get(name);
  if (type === undefined) return undefined;
  if (args.length === 0)
    return { k: 'call', callee: kotlin.type(type, span), args: [], isNew: true, ...span };
  if (type !== 'HashMap')
    return { k: 'list', items: args.map(({ value }) => ({ spread: false, value })), isSet: false, ...span };
  const entries = args.map(({ value }) => pairOf(value));
  return entries.every((entry) => entry !== undefined)
    ? { k: 'map', entries, ...span }
    : { k: 'unknown', parts: args.map(({ value }) => value), ...span };
}

/** A pair or triple is an object whose fields have fixed names. */
export function pairLiteral(values: readonly Expr[], span: Span): Expr {
  const names = ['first', 'second', 'third'];
  const entries = values.map((value, i) => {
    const key: Expr = { k: 'const', value: names[i] ?? '', ...span };
    return { key, value };
  });
  return { k: 'map', entries, ...span };
}

/** `a to b` and `Pair(a, b)` as an entry of a map. */
function pairOf(value: Expr): { key: Expr; value: Expr } | undefined {
  if (value.k !== 'map' || value.entries.length !== 2) return undefined;
  return { key: value.entries[0]!.value, value: value.entries[1]!.value };
}

/** Functions that make a collection, and the class that stands for it. */
const makers = new Map([
  ['listOf', 'ArrayList'],
  ['mutableListOf', 'ArrayList'],
  ['arrayListOf', 'ArrayList'],
  ['arrayOf', 'ArrayList'],
  ['sequenceOf', 'ArrayList'],
  ['listOfNotNull', 'ArrayList'],
  ['setOf', 'HashSet'],
  ['mutableSetOf', 'HashSet'],
  ['hashSetOf', 'HashSet'],
  ['linkedSetOf', 'HashSet'],
  ['mapOf', 'HashMap'],
  ['mutableMapOf', 'HashMap'],
  ['hashMapOf', 'HashMap'],
  ['linkedMapOf', 'HashMap'],
]);

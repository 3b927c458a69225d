import type { Expr } from '../../../ir/ir.ts';

/**
 * Equality that is written as a call, also where small and capital letters count as the same: `a.equalsIgnoreCase(b)`, `strings.EqualFold(a, b)`,
 * `Objects.equals(a, b)`, `string.Equals(a, b, StringComparison.Ordinal)`. A text that differs from a known one in that alone does no other harm.
 */
export function calledEquality(test: Expr & { k: 'call' }): (Expr & { k: 'binary' }) | undefined {
  const { callee, args } = test;
  if (callee.k !== 'member' || args.length === 0 || args.length > 3) return undefined;
  const { object, property } = callee;
  const holder = object.k === 'name' ? object.name : object.k === 'member' ? object.property : '';
  const [first, second] = args.map(({ value }) => value);
  const isOfTwo = functions.get(property)?.test(holder) === true && second !== undefined;
  if (!isOfTwo && !isMethod(property, second)) return undefined;
  const [left, right] = isOfTwo ? [first!, second] : [object, first!];
  return { k: 'binary', op: '==', left, right, start: test.start, end: test.end };
}

function isMethod(property: string, second: Expr | undefined): boolean {
  if (second === undefined) return methods.has(property);
  // `a.Equals(b, StringComparison.OrdinalIgnoreCase)`
  return (
    property === 'Equals' &&
    second.k === 'member' &&
    second.object.k === 'name' &&
    second.object.name === 'StringComparison'
  );
}

const methods: ReadonlySet<string> = new Set(['equalsIgnoreCase', 'contentEquals', 'casecmp?']);
/** Functions of both texts, and who has them. */
const functions: ReadonlyMap<string, RegExp> = new Map([
  ['EqualFold', /^strings$/],
  ['equals', /^(?:Objects|StringUtils|Strings)$/],
  ['equalsIgnoreCase', /^(?:StringUtils|Strings)$/],
  ['Equals', /^[sS]tring$/],
]);

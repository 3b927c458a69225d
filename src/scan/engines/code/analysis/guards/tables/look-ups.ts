import type { Expr } from '../../../ir/ir.ts';

/** `table[x]`, `table[x] ?? null`: what it gives says whether the table has such a key. */
export function isLookUp(expr: Expr): boolean {
  if (expr.k === 'logic') return expr.op !== 'and' && isNothing(expr.right) && isLookUp(expr.left);
  return expr.k === 'index' && expr.index.k !== 'const';
}

/** Constants that no condition takes for true. */
export function isNothing(expr: Expr): boolean {
  return (
    expr.k === 'const' &&
    (expr.value === null || expr.value === false || expr.value === '' || expr.value === 0)
  );
}

/** `entry.nil?`, `Objects.nonNull(entry)`: what is asked, and whether it is there where the call gives true. */
export function askedForPresence({
  callee,
  args,
}: Expr & { k: 'call' }): { about: Expr; isThere: boolean } | undefined {
  if (callee.k !== 'member' || args.length > 1) return undefined;
  const [first] = args;
  const isThere = presenceOf.get(first ? `${callee.property}(x)` : callee.property);
  return isThere === undefined ? undefined : { about: first?.value ?? callee.object, isThere };
}

/** The key that a statement has looked up, where it throws what is no key: `table[x]` of some languages, `table.fetch(x)`. */
export function throwingLookUp(expr: Expr, indexThrows: boolean): { table: Expr; key: Expr } | undefined {
  if (expr.k === 'index') return indexThrows ? { table: expr.object, key: expr.index } : undefined;
  if (expr.k !== 'call' || expr.callee.k !== 'member' || expr.callee.property !== 'fetch') return undefined;
  const [key, otherwise] = expr.args;
  return key && !otherwise ? { table: expr.callee.object, key: key.value } : undefined;
}

const presenceOf: ReadonlyMap<string, boolean> = new Map([
  ['nil?', false],
  ['blank?', false],
  ['present?', true],
  ['isNull(x)', false],
  ['nonNull(x)', true],
]);

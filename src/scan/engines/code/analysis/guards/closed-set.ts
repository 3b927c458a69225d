import { deepTaint, isDynamic } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import { soundsLikeAllowed } from './check-names.ts';

/** A list, set or map of constants. */
export function isClosedSet(run: Run, expr: Expr): boolean {
  if (expr.k === 'const') return false;
  if (expr.k === 'call' && expr.callee.k === 'member') {
    if (listing.has(expr.callee.property)) return true;
    if (expr.callee.property === 'keys' && expr.args.length === 0)
      return isClosedSet(run, expr.callee.object);
  }
  const value = run.evaluate(expr);
  if (value.shape) return value.shape.kind === 'map' ? !value.shape.rest && !value.taint : !isDynamic(value);
  return false;
}

/** The name of a collection that nothing is known about but that it sounds like a list of what is allowed. */
export function suspectedSet(run: Run, expr: Expr): string | undefined {
  // Whoever sends the value has put something into the collection as well.
  const isSent = deepTaint(run.evaluate(expr))?.some(({ origin }) => origin.k === 'source');
  return isSent ? undefined : allowingName(expr);
}

function allowingName(expr: Expr): string | undefined {
  const name = expr.k === 'name' ? expr.name : expr.k === 'member' ? expr.property : undefined;
  if (name !== undefined) return soundsLikeAllowed(name) ? name : undefined;
  if (expr.k !== 'call') return undefined;
  const { callee } = expr;
  if (callee.k === 'member' && callee.property === 'keys') return allowingName(callee.object) ?? 'keys';
  const called = callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
  return soundsLikeAllowed(called) ? called : undefined;
}

/** A value that says something: being equal to it is a proof. */
export function isTellingConstant(run: Run, expr: Expr): boolean {
  if (expr.k === 'const') return expr.value !== null && expr.value !== '' && typeof expr.value !== 'boolean';
  if (expr.k !== 'name' && expr.k !== 'member') return false;
  const value = run.evaluate(expr);
  return (
    value.constant !== undefined &&
    value.constant !== null &&
    value.constant !== '' &&
    typeof value.constant !== 'boolean'
  );
}

/** Methods of models that list what there is. */
const listing = new Set(['column_names', 'attribute_names', 'columns_hash']);

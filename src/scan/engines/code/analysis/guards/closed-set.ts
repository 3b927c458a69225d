import { isDynamic } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';

/** A list, set or map of constants, or something whose name says that it is one. */
export function isClosedSet(run: Run, expr: Expr): boolean {
  if (expr.k === 'const') return false;
  if (expr.k === 'call' && expr.callee.k === 'member' && listing.has(expr.callee.property)) return true;
  const value = run.evaluate(expr);
  if (value.shape) return value.shape.kind === 'map' ? !value.shape.rest && !value.taint : !isDynamic(value);
  if (value.taint) return false;
  if (expr.k === 'name' || expr.k === 'member') {
    const name = expr.k === 'name' ? expr.name : expr.property;
    return closedSetName.test(name);
  }
  return expr.k === 'call' && expr.callee.k === 'member' && expr.callee.property === 'keys';
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
const listing = new Set(['column_names', 'attribute_names']);
const closedSetName = /^[A-Z][A-Z0-9_]+$|allow|whitelist|safe|permitted|valid|known|supported/i;

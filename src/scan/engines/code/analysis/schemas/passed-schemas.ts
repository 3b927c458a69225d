import { literalValue, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import type { Barrier } from '../guards/barriers/barrier.ts';
import { mayBeNarrowed, narrowPlace, placeKey } from '../guards/flags.ts';
import type { Run } from '../run.ts';
import { narrowed, passedKey } from './narrow-value.ts';

/** Remembers that data has passed a schema: where it is read again, and in what the call gave that held it against the schema. */
export function notePassed(run: Run, { expr, schema, passed }: Barrier): void {
  const { frame } = run;
  frame.narrowed ??= new Set();
  frame.guards = true;
  if (passed !== undefined) frame.layer.set(passedKey(passed), literalValue);
  if (expr.k === 'name' && frame.owner(expr.name) === frame) {
    frame.layer.set(expr.name, narrowed(run.lookup(expr.name), schema!));
    return;
  }
  // `$request->all()`: what the request is asked for next is a part of that.
  if (expr.k === 'call' && expr.callee.k === 'member' && expr.callee.object.k === 'name' && !expr.args.length)
    notePassed(run, { expr: expr.callee.object, clears: 0, schema: schema! });
  const role = { k: 'data' as const, schema: schema! };
  narrowPlace(run, '^', placeKey(run, expr), { ...literalValue, schema: role });
}

/** A place whose data has passed a schema on every way here. */
export function passedAt(run: Run, expr: Expr, value: Value): Value {
  const asked = afterVerdict(run, value);
  if (asked !== value || expr.k === 'name' || !mayBeNarrowed(run, expr)) return asked;
  const role = run.frame.layer.get(`^${placeKey(run, expr)}`)?.schema;
  return role?.k === 'data' ? narrowed(value, role.schema) : value;
}

/** Data that was held against a schema, where on every way here the verdict was asked for. */
function afterVerdict(run: Run, value: Value): Value {
  const { schema } = value;
  if (schema?.k !== 'pending' || schema.isRequest || schema.passes !== undefined) return value;
  if (!run.frame.layer.get(passedKey(schema.id))) return value;
  return narrowed({ ...value, schema: undefined }, schema.schema);
}

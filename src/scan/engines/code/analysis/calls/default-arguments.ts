import type { CallEvent } from '../../domain/call-event.ts';
import { constantValue, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';

/**
 * The call as it is made where nobody says otherwise: arguments that are parameters of the function around it are what they are by
 * default. Undefined where there are none. A setting that is dangerous by default is dangerous, whatever callers may choose.
 */
export function withDefaults(event: CallEvent): CallEvent | undefined {
  const fn = event.within;
  if (!fn || event.openList || !fn.parameters.some(({ otherwise }) => otherwise?.k === 'const'))
    return undefined;
  let isChanged = false;
  const settle = (expr: Expr, value: Value): Value => {
    const settled = defaultOf(fn, expr, value);
    if (settled) isChanged = true;
    return settled ?? value;
  };
  const plain = event.expr.args.filter(({ name, spread }) => name === undefined && spread === undefined);
  const args = event.args.map((value, i) => (plain[i] ? settle(plain[i].value, value) : value));
  const named = new Map(event.named);
  for (const { name, value } of event.expr.args) {
    const given = name === undefined ? undefined : named.get(name);
    if (given) named.set(name!, settle(value, given));
  }
  return isChanged ? { ...event, args, named } : undefined;
}

/** A parameter that goes by its own name still is what the function was given. */
function defaultOf(fn: FunctionIr, expr: Expr, value: Value): Value | undefined {
  if (expr.k !== 'name' || value.constant !== undefined) return undefined;
  if (value.name?.depth !== 1 || value.name.segment !== `~${expr.name}`) return undefined;
  const otherwise = fn.parameters.find(({ name }) => name === expr.name)?.otherwise;
  return otherwise?.k === 'const' ? constantValue(otherwise.value) : undefined;
}

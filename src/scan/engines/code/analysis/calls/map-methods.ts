import {
  deepTaint,
  isDynamic,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
} from '../../domain/value.ts';
import { blockName } from '../../ir/block-name.ts';
import { writeBack } from '../assignments.ts';
import { elementOf, keyOf, readIndex } from '../members.ts';
import type { Method } from '../run.ts';

/** All that a collection holds, as one value. */
export function allOf(receiver: Value): Value {
  let all = receiver.shape?.rest;
  for (const value of receiver.shape?.fields.values() ?? []) all = all ? joinValues(all, value) : value;
  return all ?? literalValue;
}

export const fetch: Method = (run, event, receiver) => {
  const [key, otherwise] = event.args;
  if (!key || !receiver.shape) return undefined;
  const known = key.constant !== undefined && receiver.shape.fields.has(String(key.constant));
  const value = readIndex(run, receiver, key, event.expr);
  return otherwise && !known ? joinValues(value, otherwise) : value;
};

export const dig: Method = (run, event, receiver) => {
  if (!receiver.shape) return undefined;
  let at = receiver;
  for (const key of event.args) at = readIndex(run, at, key, event.expr);
  return at;
};

export const atEnd =
  (last: boolean): Method =>
  (run, event, receiver) => {
    const { shape } = receiver;
    if (shape?.kind !== 'list' || event.args.length) return undefined;
    if (shape.length === undefined) return elementOf(run, receiver);
    return shape.fields.get(String(last ? shape.length - 1 : 0)) ?? unknownValue;
  };

export const values: Method = (_run, _event, receiver) =>
  receiver.shape?.kind === 'map' ? listWith(allOf(receiver)) : undefined;

export const keys: Method = (_run, _event, receiver) =>
  receiver.shape?.kind === 'map' ? listWith(keyOf(receiver)) : undefined;

function listWith(rest: Value): Value {
  return {
    ...unknownValue,
    dynamic: isDynamic(rest),
    shape: { kind: 'list', fields: new Map(), rest, length: undefined },
  };
}

/** `a.merge(b, key: value)`: named arguments are entries, except the block's. */
export const merge: Method = (_run, event, receiver) => {
  const other = event.args[0];
  if (receiver.shape?.kind !== 'map') return undefined;
  const fields = new Map(receiver.shape.fields);
  for (const [key, value] of event.named) if (key !== blockName) fields.set(key, value);
  let { rest } = receiver.shape;
  if (other?.shape?.kind === 'map') {
    for (const [key, value] of other.shape.fields) fields.set(key, value);
    if (other.shape.rest) rest = rest ? joinValues(rest, other.shape.rest) : other.shape.rest;
  } else if (other) {
    const unknown = { ...unknownValue, taint: deepTaint(other) };
    rest = rest ? joinValues(rest, unknown) : unknown;
  }
  return { ...receiver, shape: { kind: 'map', fields, rest, length: undefined } };
};

export const store: Method = (run, event, receiver) => {
  const [key, value] = event.args;
  if (!key || !value || !event.receiverExpr || receiver.shape?.kind !== 'map') return undefined;
  const fields = new Map(receiver.shape.fields);
  let { rest } = receiver.shape;
  if (key.constant !== undefined) fields.set(String(key.constant), value);
  else rest = rest ? joinValues(rest, value) : value;
  writeBack(run, event.receiverExpr, {
    ...receiver,
    shape: { kind: 'map', fields, rest, length: undefined },
  });
  return value;
};

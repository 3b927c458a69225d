import type { CallEvent } from '../../domain/call-event.ts';
import { concatenated } from '../../domain/constants.ts';
import {
  constantValue,
  deepTaint,
  isDynamic,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
} from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { anywhere, listOf, withField, withRest, writeBack } from '../assignments.ts';
import { overlaid } from '../fields/overlaid-fields.ts';
import { elementOf, keyOf, readIndex } from '../members.ts';
import type { Method, Run } from '../run.ts';
import { allOf } from './map-methods.ts';

export function append(run: Run, event: CallEvent, receiver: Value): Value | undefined {
  const value = event.args[0];
  if (value && builderName.test(String(receiver.name ?? ''))) return appendText(run, event, receiver, value);
  if (!value || !event.receiverExpr) return undefined;
  if (!run.abilities.shapes || (!receiver.shape && receiver.name)) {
    if (!receiver.shape && receiver.name && !deepTaint(value)) return undefined;
    writeBack(run, event.receiverExpr, run.taintBoth(receiver, deepTaint(value)));
    return { ...unknownValue, dynamic: false };
  }
  const { shape } = receiver;
  let next = receiver;
  for (const item of event.args)
    next =
      next.shape?.kind === 'list' && next.shape.length !== undefined
        ? withField(next, 'list', String(next.shape.length), item)
        : withRest(
            {
              ...next,
              shape: shape ?? { kind: 'list', fields: new Map(), rest: undefined, length: undefined },
            },
            item,
          );
  writeBack(run, event.receiverExpr, next);
  return literalValue;
}

/** A text builder is the text it holds, under the name of a builder. */
export function appendText(run: Run, event: CallEvent, receiver: Value, value: Value): Value {
  const isEmpty = receiver.text === undefined && receiver.constant === undefined && !receiver.taint;
  const { name } = receiver;
  const next = { ...(isEmpty ? value : concatenated([receiver, value])), name, instance: undefined };
  if (next.text && next.taint) run.events.joined(run, [receiver, value], event.expr);
  const root = startOfChain(event);
  if (root) writeBack(run, root, next);
  return next;
}

/** `b.append(x).append(y)` fills the builder that the chain begins with. */
export function startOfChain({ receiverExpr }: CallEvent): Expr | undefined {
  let root = receiverExpr;
  while (root?.k === 'call' && root.callee.k === 'member') root = root.callee.object;
  return root;
}

const builderName = /(?:StringBuilder|StringBuffer|StringJoiner|strings\.Builder|bytes\.Buffer)\(\)$/;

export function removeFirst(fromEnd: boolean): Method {
  return (run, event, receiver) => {
    const { shape } = receiver;
    if (!shape || !run.abilities.shapes || !event.receiverExpr) return undefined;
    // `map.pop(key, otherwise)`.
    if (shape.kind === 'map') return get(run, event, receiver);
    const [place] = event.args;
    const isKnown = place === undefined || typeof place.constant === 'number';
    if (!isKnown || shape.length === undefined || shape.length === 0) {
      const removed = elementOf(run, receiver);
      // What is behind the one that is taken out moves forward.
      if (shape.length === undefined && (place || !fromEnd))
        writeBack(run, event.receiverExpr, {
          ...receiver,
          shape: { kind: 'list', fields: new Map(), rest: allOf(receiver), length: undefined },
        });
      return removed;
    }
    const index = place ? Number(place.constant) : fromEnd ? -1 : 0;
    const at = index < 0 ? shape.length + index : index;
    const removed = shape.fields.get(String(at)) ?? unknownValue;
    const items: Value[] = [];
    for (let i = 0; i < shape.length; i++)
      if (i !== at) items.push(shape.fields.get(String(i)) ?? unknownValue);
    writeBack(run, event.receiverExpr, { ...receiver, shape: listOf(items).shape });
    return removed;
  };
}

/** `list[n:]` with a known n. */
export const withoutFirst: Method = (_run, event, receiver) => {
  const { shape } = receiver;
  const count = event.args[0]?.constant;
  if (shape?.kind !== 'list' || shape.rest || shape.length === undefined || typeof count !== 'number')
    return { ...unknownValue, taint: deepTaint(receiver), name: receiver.name };
  const items = [...Array(shape.length).keys()].map((i) => shape.fields.get(String(i)) ?? unknownValue);
  return listOf(items.slice(count));
};

export const insert: Method = (run, event, receiver) => {
  const [index, value] = event.args;
  const { shape } = receiver;
  if (!value || !index || !event.receiverExpr || shape?.kind !== 'list' || !run.abilities.shapes)
    return undefined;
  if (typeof index.constant !== 'number' || shape.length === undefined || shape.rest) {
    writeBack(run, event.receiverExpr, withRest(anywhere(receiver, value), value));
    return literalValue;
  }
  const items: Value[] = [];
  for (let i = 0; i < shape.length; i++) items.push(shape.fields.get(String(i)) ?? unknownValue);
  items.splice(index.constant, 0, value);
  writeBack(run, event.receiverExpr, { ...receiver, shape: listOf(items).shape });
  return literalValue;
};

const noEntries: Value = {
  ...literalValue,
  shape: { kind: 'map', fields: new Map(), rest: undefined, length: undefined },
};

export const extend: Method = (run, event, receiver) => {
  const value = event.args[0] ?? (event.named.size > 0 ? noEntries : undefined);
  if (!value || !event.receiverExpr || !run.abilities.shapes) return undefined;
  if (receiver.shape?.kind === 'map' || value.shape?.kind === 'map') {
    let next = receiver;
    for (const [key, field] of value.shape?.fields ?? []) next = withField(next, 'map', key, field);
    if (!value.shape) {
      const item = elementOf(run, value);
      if (next.shape)
        next = {
          ...next,
          shape: { ...next.shape, known: undefined, fields: overlaid(next.shape.fields, item) },
        };
      next = withRest(next, item);
    }
    for (const [key, field] of event.named) next = withField(next, 'map', key, field);
    writeBack(run, event.receiverExpr, next);
    return literalValue;
  }
  if (receiver.shape?.kind !== 'list') return undefined;
  writeBack(run, event.receiverExpr, {
    ...concatenated([
      receiver,
      value.shape
        ? value
        : {
            ...listOf([]),
            shape: { kind: 'list', fields: new Map(), rest: elementOf(run, value), length: undefined },
          },
    ]),
  });
  return literalValue;
};

export const get: Method = (run, event, receiver) => {
  const [section, option] = event.args;
  if (!section || !receiver.shape || !run.abilities.shapes) return undefined;
  const key = sectionKey(receiver, section, option);
  const value = readIndex(run, receiver, key, event.expr);
  const otherwise = key === section ? event.args[1] : event.named.get('fallback');
  const known = key.constant !== undefined && receiver.shape.fields.has(String(key.constant));
  return otherwise && !known ? joinValues(value, otherwise) : value;
};

export const set: Method = (run, event, receiver) => {
  const [first, second, third] = event.args;
  // Configuration readers are maps of two keys.
  const key = third && first && second ? joinedKey(first, second) : first;
  const value = third ?? second;
  if (!key || !value || !receiver.shape || !event.receiverExpr || !run.abilities.shapes) return undefined;
  const name = key.constant;
  const next =
    name === undefined ? withRest(receiver, value) : withField(receiver, 'map', String(name), value);
  writeBack(run, event.receiverExpr, next);
  return next;
};

/** `map.setdefault(key, value)` gives what is there, or what it puts there. */
export const setDefault: Method = (run, event, receiver) => {
  const [key, value] = event.args;
  const known = key?.constant === undefined ? undefined : receiver.shape?.fields.get(String(key.constant));
  if (known) return known;
  return key && value && set(run, event, receiver)
    ? joinValues(readIndex(run, receiver, key, event.expr), value)
    : undefined;
};

function joinedKey(section: Value, option: Value): Value {
  if (section.constant === undefined || option.constant === undefined) return unknownValue;
  return constantValue(`${section.constant}\0${option.constant}`);
}

function sectionKey(receiver: Value, section: Value, option: Value | undefined): Value {
  if (!option || ![...(receiver.shape?.fields.keys() ?? [])].some((name) => name.includes('\0')))
    return section;
  return joinedKey(section, option);
}

export const values: Method = (run, _event, receiver) =>
  receiver.shape && run.abilities.shapes
    ? {
        ...unknownValue,
        dynamic: isDynamic(receiver),
        shape: { kind: 'list', fields: new Map(), rest: allOf(receiver), length: undefined },
      }
    : undefined;

export const keys: Method = (run, _event, receiver) =>
  receiver.shape && run.abilities.shapes
    ? {
        ...unknownValue,
        shape: { kind: 'list', fields: new Map(), rest: keyOf(receiver), length: undefined },
      }
    : undefined;

export const items: Method = (run, _event, receiver) =>
  receiver.shape && run.abilities.shapes
    ? {
        ...unknownValue,
        shape: {
          kind: 'list',
          fields: new Map(),
          rest: listOf([keyOf(receiver), allOf(receiver)]),
          length: undefined,
        },
      }
    : undefined;

import { listOf, withField, withRest, writeBack } from './assignments.ts';
import type { CallEvent } from './calls.ts';
import { concatenated, formatted, textOf } from './constants.ts';
import type { Interpreter } from './interpreter.ts';
import { elementOf, keyOf, readIndex } from './members.ts';
import { joinTaints, stepTaint } from './taint.ts';
import {
  type Closure,
  constantValue,
  deepTaint,
  isDynamic,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
  withTaint,
} from './value.ts';

/** Methods of lists, maps, texts and promises that every language has under some name. Undefined: not one of them. */
export function callIntrinsic(run: Interpreter, event: CallEvent): Value | undefined {
  const { receiver, expr } = event;
  const { callee } = expr;
  if (callee.k !== 'member' || !receiver) return undefined;
  const method = methods.get(callee.property);
  return method?.(run, event, receiver);
}

type Method = (run: Interpreter, event: CallEvent, receiver: Value) => Value | undefined;

function append(run: Interpreter, event: CallEvent, receiver: Value): Value | undefined {
  const value = event.args[0];
  if (value && run.traits.declaredTypes && builderName.test(String(receiver.name ?? '')))
    return appended(run, event, receiver, value);
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
function appended(run: Interpreter, event: CallEvent, receiver: Value, value: Value): Value {
  const isEmpty = receiver.text === undefined && receiver.constant === undefined && !receiver.taint;
  const { name } = receiver;
  const next = { ...(isEmpty ? value : concatenated([receiver, value])), name, instance: undefined };
  if (event.receiverExpr) writeBack(run, event.receiverExpr, next);
  return next;
}

const builderName = /(?:StringBuilder|StringBuffer|StringJoiner)\(\)$/;

function removeFirst(fromEnd: boolean): Method {
  return (run, event, receiver) => {
    const { shape } = receiver;
    if (!shape || !run.abilities.shapes || !event.receiverExpr) return undefined;
    if (shape.kind === 'map')
      return event.args[0] ? readIndex(run, receiver, event.args[0], event.expr) : undefined;
    if (shape.length === undefined || shape.length === 0) return elementOf(run, receiver);
    const index = event.args[0]?.constant;
    const at =
      typeof index === 'number' ? (index < 0 ? shape.length + index : index) : fromEnd ? shape.length - 1 : 0;
    const removed = shape.fields.get(String(at)) ?? unknownValue;
    const items: Value[] = [];
    for (let i = 0; i < shape.length; i++)
      if (i !== at) items.push(shape.fields.get(String(i)) ?? unknownValue);
    writeBack(run, event.receiverExpr, { ...receiver, shape: listOf(items).shape });
    return removed;
  };
}

const insert: Method = (run, event, receiver) => {
  const [index, value] = event.args;
  const { shape } = receiver;
  if (!value || !index || !event.receiverExpr || shape?.kind !== 'list' || !run.abilities.shapes)
    return undefined;
  if (typeof index.constant !== 'number' || shape.length === undefined || shape.rest) {
    writeBack(run, event.receiverExpr, withRest(receiver, value));
    return literalValue;
  }
  const items: Value[] = [];
  for (let i = 0; i < shape.length; i++) items.push(shape.fields.get(String(i)) ?? unknownValue);
  items.splice(index.constant, 0, value);
  writeBack(run, event.receiverExpr, { ...receiver, shape: listOf(items).shape });
  return literalValue;
};

const extend: Method = (run, event, receiver) => {
  const value = event.args[0];
  if (!value || !event.receiverExpr || !run.abilities.shapes) return undefined;
  if (receiver.shape?.kind === 'map' || value.shape?.kind === 'map') {
    let next = receiver;
    for (const [key, field] of value.shape?.fields ?? []) next = withField(next, 'map', key, field);
    for (const [key, field] of event.named) next = withField(next, 'map', key, field);
    if (!value.shape) next = withRest(next, elementOf(run, value));
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

const get: Method = (run, event, receiver) => {
  const [section, option] = event.args;
  if (!section || !receiver.shape || !run.abilities.shapes) return undefined;
  const key = sectionKey(receiver, section, option);
  const value = readIndex(run, receiver, key, event.expr);
  const otherwise = key === section ? event.args[1] : event.named.get('fallback');
  const known = key.constant !== undefined && receiver.shape.fields.has(String(key.constant));
  return otherwise && !known ? joinValues(value, otherwise) : value;
};

const set: Method = (run, event, receiver) => {
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

function joinedKey(section: Value, option: Value): Value {
  if (section.constant === undefined || option.constant === undefined) return unknownValue;
  return constantValue(`${section.constant}\0${option.constant}`);
}

function sectionKey(receiver: Value, section: Value, option: Value | undefined): Value {
  if (!option || ![...(receiver.shape?.fields.keys() ?? [])].some((name) => name.includes('\0')))
    return section;
  return joinedKey(section, option);
}

/** Text gathered in a buffer. */
const write: Method = (run, event, receiver) => {
  const value = event.args[0];
  if (!value || !event.receiverExpr || !bufferName.test(String(receiver.name ?? ''))) return undefined;
  const before = receiver.shape ? [receiver.shape.rest ?? literalValue] : [];
  const content = before.length ? concatenated([...before, value]) : value;
  writeBack(run, event.receiverExpr, {
    ...receiver,
    shape: { kind: 'list', fields: new Map(), rest: content, length: undefined },
  });
  return literalValue;
};

const getvalue: Method = (_run, _event, receiver) =>
  receiver.shape?.rest && bufferName.test(String(receiver.name ?? '')) ? receiver.shape.rest : undefined;

const bufferName = /(?:StringIO|BytesIO|StringBuilder|StringBuffer)\(\)$/;

const values: Method = (run, _event, receiver) =>
  receiver.shape && run.abilities.shapes
    ? {
        ...unknownValue,
        dynamic: isDynamic(receiver),
        shape: { kind: 'list', fields: new Map(), rest: allOf(receiver), length: undefined },
      }
    : undefined;

function allOf(receiver: Value): Value {
  let all = receiver.shape?.rest;
  for (const value of receiver.shape?.fields.values() ?? []) all = all ? joinValues(all, value) : value;
  return all ?? literalValue;
}

const keys: Method = (run, _event, receiver) =>
  receiver.shape && run.abilities.shapes
    ? {
        ...unknownValue,
        shape: { kind: 'list', fields: new Map(), rest: keyOf(receiver), length: undefined },
      }
    : undefined;

const items: Method = (run, _event, receiver) =>
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

const join: Method = (run, event, receiver) => {
  const [first] = event.args;
  const [separator, list] = run.traits.selfParameter
    ? [receiver, first]
    : [first ?? constantValue(','), receiver];
  if (!list || (!list.shape && run.traits.selfParameter && receiver.constant === undefined)) return undefined;
  if (!list.shape && !run.traits.selfParameter) return undefined;
  const parts: Value[] = [];
  for (const item of list.shape?.fields.values() ?? []) {
    if (parts.length) parts.push(separator);
    parts.push(item);
  }
  const rest = list.shape ? list.shape.rest : { ...unknownValue, taint: list.taint };
  if (rest) parts.push(rest, constantValue(''));
  const joined = concatenated(parts.length ? parts : [constantValue('')]);
  return withTaint(joined, joinTaints(joined.taint, list.taint));
};

const format: Method = (_run, event, receiver) =>
  textOf(receiver) === undefined ? undefined : formatted(receiver, ...event.args, ...event.named.values());

/** Texts of which both sides are constants are computed; all others keep their taint. */
function textMethod(compute: (text: string, args: unknown[]) => unknown): Method {
  return (run, event, receiver) => {
    const { constant } = receiver;
    const args = event.args.map((arg) => arg.constant);
    if (run.abilities.constants && typeof constant === 'string' && args.every((arg) => arg !== undefined)) {
      const result = compute(constant, args);
      if (typeof result === 'string' || typeof result === 'number' || typeof result === 'boolean')
        return constantValue(result);
    }
    return undefined;
  };
}

const replace: Method = (run, event, receiver) => {
  const computed = textMethod((text, [from, to]) =>
    typeof from === 'string' && typeof to === 'string' ? text.replaceAll(from, to) : undefined,
  )(run, event, receiver);
  if (computed) return computed;
  const replacement = event.args[1];
  const taint = joinTaints(receiver.taint, replacement && deepTaint(replacement));
  if (event.match) return undefined;
  return {
    ...unknownValue,
    taint: stepTaint(taint, event.expr),
    dynamic: isDynamic(receiver) || (replacement !== undefined && isDynamic(replacement)),
    text: receiver.text,
  };
};

const split: Method = (_run, _event, receiver) =>
  receiver.taint || receiver.constant !== undefined
    ? {
        ...unknownValue,
        dynamic: isDynamic(receiver),
        taint: receiver.taint,
        name: receiver.name?.child('split').called(),
      }
    : undefined;

/** `list.map(x => …)`, `promise.then(x => …)`: the callback gets what the receiver holds. */
function callback(
  element: (run: Interpreter, receiver: Value) => Value,
  result: 'list' | 'value' | 'receiver' | 'none',
  position = 0,
): Method {
  return (run, event, receiver) => {
    const closures = event.args[0]?.closures;
    if (!closures) return undefined;
    const item = element(run, receiver);
    const stepped = item.taint ? withTaint(item, stepTaint(item.taint, event.expr)) : item;
    let returned: Value | undefined;
    for (const closure of closures) {
      const args: Value[] = [];
      for (let i = 0; i < position; i++) args.push(event.args[1] ?? literalValue);
      args.push(stepped, literalValue);
      const value = runCallback(run, closure, args);
      returned = returned ? joinValues(returned, value) : value;
    }
    if (result === 'list')
      return {
        ...unknownValue,
        dynamic: true,
        shape: { kind: 'list', fields: new Map(), rest: returned ?? unknownValue, length: undefined },
      };
    if (result === 'value') return returned ?? unknownValue;
    return result === 'receiver' ? receiver : literalValue;
  };
}

function runCallback(run: Interpreter, closure: Closure, args: readonly Value[]): Value {
  return run.runClosure(closure, args, undefined);
}

const awaited = (_run: Interpreter, receiver: Value) => receiver;
const element = (run: Interpreter, receiver: Value) => elementOf(run, receiver);

const methods = new Map<string, Method>([
  ['append', append],
  ['push', append],
  ['add', append],
  ['unshift', append],
  ['appendleft', append],
  ['insert', insert],
  ['extend', extend],
  ['update', extend],
  ['put', set],
  [
    'remove',
    (run, event, receiver) =>
      run.traits.declaredTypes ? removeFirst(false)(run, event, receiver) : undefined,
  ],
  ['pop', removeFirst(true)],
  ['shift', removeFirst(false)],
  ['get', get],
  ['set', set],
  ['write', write],
  ['getvalue', getvalue],
  ['values', values],
  ['keys', keys],
  ['items', items],
  ['entries', items],
  ['join', join],
  ['format', format],
  ['replace', replace],
  ['replaceAll', replace],
  ['split', split],
  ['rsplit', split],
  ['splitlines', split],
  ['lower', textMethod((text) => text.toLowerCase())],
  ['toLowerCase', textMethod((text) => text.toLowerCase())],
  ['upper', textMethod((text) => text.toUpperCase())],
  ['toUpperCase', textMethod((text) => text.toUpperCase())],
  ['strip', textMethod((text, args) => (args.length ? undefined : text.trim()))],
  ['trim', textMethod((text) => text.trim())],
  [
    'toString',
    (run, event, receiver) =>
      run.traits.declaredTypes && receiver.text !== undefined && event.args.length === 0
        ? { ...receiver, name: undefined }
        : textMethod((text) => text)(run, event, receiver),
  ],
  ['encode', textMethod((text) => text)],
  ['decode', textMethod((text) => text)],
  [
    'startswith',
    textMethod((text, [prefix]) => (typeof prefix === 'string' ? text.startsWith(prefix) : undefined)),
  ],
  [
    'startsWith',
    textMethod((text, [prefix]) => (typeof prefix === 'string' ? text.startsWith(prefix) : undefined)),
  ],
  [
    'endswith',
    textMethod((text, [suffix]) => (typeof suffix === 'string' ? text.endsWith(suffix) : undefined)),
  ],
  [
    'endsWith',
    textMethod((text, [suffix]) => (typeof suffix === 'string' ? text.endsWith(suffix) : undefined)),
  ],
  ['charAt', textMethod((text, [index]) => (typeof index === 'number' ? text.charAt(index) : undefined))],
  ['includes', textMethod((text, [part]) => (typeof part === 'string' ? text.includes(part) : undefined))],
  ['indexOf', textMethod((text, [part]) => (typeof part === 'string' ? text.indexOf(part) : undefined))],
  ['then', callback(awaited, 'value')],
  ['map', callback(element, 'list')],
  ['flatMap', callback(element, 'list')],
  ['forEach', callback(element, 'none')],
  ['each', callback(element, 'none')],
  ['filter', callback(element, 'receiver')],
  ['find', callback(element, 'receiver')],
  ['some', callback(element, 'none')],
  ['every', callback(element, 'none')],
  ['reduce', callback(element, 'value', 1)],
]);

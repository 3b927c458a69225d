import { writeBack } from '../../analysis/assignments.ts';
import { append, removeFirst } from '../../analysis/calls/collection-methods.ts';
import { elementOf, keyOf, readIndex } from '../../analysis/members.ts';
import type { Method, Run } from '../../analysis/run.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import { concatenated, textOf } from '../../domain/constants.ts';
import { joinTaints, stepTaint } from '../../domain/taint.ts';
import {
  constantValue,
  deepTaint,
  isDynamic,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
  withTaint,
} from '../../domain/value.ts';
import { blockName } from './functions.ts';

/** Methods of Ruby's arrays, hashes and strings by what they do with values. */
type Argument = (run: Run, event: CallEvent, receiver: Value) => Value[];
type Result = 'list' | 'value' | 'receiver' | 'nothing';

function runBlock(run: Run, event: CallEvent, args: readonly Value[]): Value | undefined {
  let returned: Value | undefined;
  for (const closure of event.named.get(blockName)?.closures ?? []) {
    const value = run.runClosure(closure, args, undefined);
    returned = returned ? joinValues(returned, value) : value;
  }
  return returned;
}

/** A method that calls its block with parts of the receiver. */
function withBlock(parts: Argument, result: Result): Method {
  return (run, event, receiver) => {
    if (!event.named.get(blockName)?.closures) return undefined;
    const args = parts(run, event, receiver).map((part) =>
      part.taint ? withTaint(part, stepTaint(part.taint, event.expr)) : part,
    );
    const returned = runBlock(run, event, args);
    if (result === 'value') return returned ?? unknownValue;
    if (result === 'receiver') return receiver;
    if (result === 'nothing') return receiver;
    return {
      ...unknownValue,
      dynamic: returned ? isDynamic(returned) : true,
      shape: { kind: 'list', fields: new Map(), rest: returned ?? unknownValue, length: undefined },
    };
  };
}

/** A list hands over its items, a hash its keys and values. */
const items: Argument = (run, _event, receiver) =>
  receiver.shape?.kind === 'map' ? [keyOf(receiver), allOf(receiver)] : [elementOf(run, receiver)];
const itemAndIndex: Argument = (run, event, receiver) => [
  elementOf(run, receiver),
  event.args[0] ?? literalValue,
];
const accumulated: Argument = (run, event, receiver) => [
  event.args[0] ?? unknownValue,
  elementOf(run, receiver),
];
const itself: Argument = (_run, _event, receiver) => [receiver];
const counted: Argument = () => [literalValue];

function allOf(receiver: Value): Value {
  let all = receiver.shape?.rest;
  for (const value of receiver.shape?.fields.values() ?? []) all = all ? joinValues(all, value) : value;
  return all ?? literalValue;
}

/** `<<` adds to a list and to a text. */
const shovel: Method = (run, event, receiver) => {
  const value = event.args[0];
  if (!value || !event.receiverExpr) return undefined;
  if (receiver.shape?.kind === 'list') {
    append(run, event, receiver);
    return run.evaluate(event.receiverExpr);
  }
  if (textOf(receiver) !== undefined || (!receiver.name && !receiver.shape)) {
    const next = concatenated([receiver, value]);
    writeBack(run, event.receiverExpr, next);
    return next;
  }
  return append(run, event, receiver);
};

const fetch: Method = (run, event, receiver) => {
  const [key, otherwise] = event.args;
  if (!key || !receiver.shape) return undefined;
  const known = key.constant !== undefined && receiver.shape.fields.has(String(key.constant));
  const value = readIndex(run, receiver, key, event.expr);
  return otherwise && !known ? joinValues(value, otherwise) : value;
};

const dig: Method = (run, event, receiver) => {
  if (!receiver.shape) return undefined;
  let at = receiver;
  for (const key of event.args) at = readIndex(run, at, key, event.expr);
  return at;
};

const atEnd =
  (last: boolean): Method =>
  (run, event, receiver) => {
    const { shape } = receiver;
    if (shape?.kind !== 'list' || event.args.length) return undefined;
    if (shape.length === undefined) return elementOf(run, receiver);
    return shape.fields.get(String(last ? shape.length - 1 : 0)) ?? unknownValue;
  };

const values: Method = (_run, _event, receiver) =>
  receiver.shape?.kind === 'map' ? listWith(allOf(receiver)) : undefined;

const keys: Method = (_run, _event, receiver) =>
  receiver.shape?.kind === 'map' ? listWith(keyOf(receiver)) : undefined;

function listWith(rest: Value): Value {
  return {
    ...unknownValue,
    dynamic: isDynamic(rest),
    shape: { kind: 'list', fields: new Map(), rest, length: undefined },
  };
}

const merge: Method = (_run, event, receiver) => {
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

const store: Method = (run, event, receiver) => {
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

/** Text to text: computed where it is known, else the same text with the same taint. */
const text =
  (compute: (text: string) => string): Method =>
  (_run, event, receiver) => {
    if (typeof receiver.constant === 'string' && event.args.length === 0)
      return constantValue(compute(receiver.constant));
    if (receiver.shape) return receiver;
    return textOf(receiver) !== undefined ? { ...receiver, name: undefined } : undefined;
  };

/** The same collection, as far as what it holds is concerned. */
const kept: Method = (_run, event, receiver) =>
  receiver.shape && event.args.length === 0 ? receiver : undefined;

const concat: Method = (run, event, receiver) => {
  if (receiver.shape?.kind === 'list' || !event.receiverExpr || event.args.length === 0) return undefined;
  const next = concatenated([receiver, ...event.args]);
  writeBack(run, event.receiverExpr, next);
  return next;
};

const replaceText: Method = (_run, event, receiver) => {
  if (event.match || event.args.length < 2) return undefined;
  const taint = joinTaints(receiver.taint, deepTaint(event.args[1]!));
  return {
    ...unknownValue,
    taint: stepTaint(taint, event.expr),
    dynamic: isDynamic(receiver) || isDynamic(event.args[1]!),
    text: textOf(receiver),
  };
};

function each(names: string, method: Method): Array<[string, Method]> {
  return names.split(' ').map((name) => [name, method]);
}

export const rubyMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...each('each each_entry reverse_each each_pair find_each each_slice cycle', withBlock(items, 'receiver')),
  ...each(
    'each_value',
    withBlock((_run, _event, receiver) => [allOf(receiver)], 'receiver'),
  ),
  ...each(
    'each_key',
    withBlock((_run, _event, receiver) => [keyOf(receiver)], 'receiver'),
  ),
  ...each('each_with_index', withBlock(itemAndIndex, 'receiver')),
  ...each('map collect flat_map filter_map', withBlock(items, 'list')),
  ...each('each_with_object', (run, event, receiver) => {
    const made = event.args[0] ?? unknownValue;
    if (!event.named.get(blockName)?.closures) return undefined;
    runBlock(run, event, [elementOf(run, receiver), made]);
    return run.taintBoth(made, deepTaint(receiver));
  }),
  ...each(
    'select filter reject sort_by partition group_by uniq min_by max_by take_while drop_while detect find',
    withBlock(items, 'receiver'),
  ),
  ...each('inject reduce', withBlock(accumulated, 'value')),
  ...each('any? all? none? times upto downto step', withBlock(counted, 'nothing')),
  ...each('tap', withBlock(itself, 'receiver')),
  ...each('then yield_self', withBlock(itself, 'value')),
  ...each('<<', shovel),
  ...each('push', append),
  ...each('shift', removeFirst(false)),
  ...each('fetch', fetch),
  ...each('dig', dig),
  ...each('first', atEnd(false)),
  ...each('last', atEnd(true)),
  ...each('values', values),
  ...each('keys', keys),
  ...each('merge merge! reverse_merge deep_merge', merge),
  ...each('store', store),
  ...each(
    'to_a to_ary compact uniq to_set to_h sort reverse with_indifferent_access symbolize_keys stringify_keys',
    kept,
  ),
  ...each(
    'to_s to_str to_sym itself dup clone freeze b force_encoding encode scrub',
    text((given) => given),
  ),
  ...each(
    'strip lstrip rstrip chomp squish',
    text((given) => given.trim()),
  ),
  ...each(
    'downcase',
    text((given) => given.toLowerCase()),
  ),
  ...each(
    'upcase',
    text((given) => given.toUpperCase()),
  ),
  ...each('concat', concat),
  ...each('gsub sub gsub! sub! tr', replaceText),
]);

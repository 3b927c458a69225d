import type { CallEvent } from '../../domain/call-event.ts';
import { joinTaints } from '../../domain/taint.ts';
import { constantValue, deepTaint, literalValue, unknownValue, type Value } from '../../domain/value.ts';
import { writeBack } from '../assignments.ts';
import { elementOf, readIndex } from '../members.ts';
import type { Method, Run } from '../run.ts';
import { callback, element } from './callback-methods.ts';
import { append, extend, get, insert, items, keys, removeFirst, set } from './collection-methods.ts';

/** Methods of the collection classes of Java, Kotlin and C#, by the names of Java. */

/** An item of a list of which the items are known, left where it is. */
export function item(fromEnd: boolean): Method {
  return (run, event, receiver) => {
    const { shape } = receiver;
    if (shape?.kind !== 'list' || !run.abilities.shapes || event.args.length) return undefined;
    if (shape.length === undefined || shape.length === 0) return elementOf(run, receiver);
    return readIndex(run, receiver, constantValue(fromEnd ? shape.length - 1 : 0), event.expr);
  };
}

/** `remove` takes a position, an item or a key. */
const remove: Method = (run, event, receiver) => {
  const { shape } = receiver;
  const wanted = event.args[0]?.constant;
  if (!shape || !event.receiverExpr || !run.abilities.shapes) return undefined;
  if (event.args.length === 0 || (shape.kind === 'list' && typeof wanted === 'number'))
    return removeFirst(false)(run, event, receiver);
  const key =
    shape.kind === 'map'
      ? String(wanted)
      : [...shape.fields].find(([, value]) => wanted !== undefined && value.constant === wanted)?.[0];
  if (wanted === undefined || key === undefined || !shape.fields.has(key)) return literalValue;
  if (shape.kind === 'list')
    return removeFirst(false)(run, { ...event, args: [constantValue(Number(key))] }, receiver);
  const fields = new Map(shape.fields);
  const removed = fields.get(key)!;
  fields.delete(key);
  writeBack(run, event.receiverExpr, { ...receiver, shape: { ...shape, known: undefined, fields } });
  return removed;
};

const clear: Method = (run, event, receiver) => {
  const { shape } = receiver;
  if (!shape || !event.receiverExpr || !run.abilities.shapes) return undefined;
  const empty = { kind: shape.kind, fields: new Map(), rest: undefined };
  writeBack(run, event.receiverExpr, {
    ...receiver,
    taint: undefined,
    shape: { ...empty, length: shape.kind === 'list' ? 0 : undefined },
  });
  return literalValue;
};

const addFirst: Method = (run, event, receiver) =>
  insert(run, { ...event, args: [constantValue(0), ...event.args] }, receiver) ??
  append(run, event, receiver);

/** `add(item)` and `add(position, item)`. */
const add: Method = (run, event, receiver) =>
  event.args.length === 2 && receiver.shape?.kind === 'list'
    ? insert(run, event, receiver)
    : append(run, event, receiver);

/** A stack grows at its end, a deque at its beginning. */
const push: Method = (run, event, receiver) =>
  isStack(receiver) ? append(run, event, receiver) : addFirst(run, event, receiver);
const pop: Method = (run, event, receiver) => removeFirst(isStack(receiver))(run, event, receiver);
const peek: Method = (run, event, receiver) => item(isStack(receiver))(run, event, receiver);

function isStack(receiver: Value): boolean {
  return /^(?:Stack|Vector)\(\)$/.test(String(receiver.name ?? ''));
}

const putIfAbsent: Method = (run, event, receiver) => {
  const key = event.args[0]?.constant;
  return key !== undefined && receiver.shape?.fields.has(String(key))
    ? receiver.shape.fields.get(String(key))
    : set(run, event, receiver);
};

/** `queue.put(x)`, else `map.put(key, x)`. */
const put: Method = (run, event, receiver) =>
  event.args.length === 1 && receiver.shape?.kind === 'list'
    ? append(run, event, receiver)
    : set(run, event, receiver);

/** `queue.take()`; `list.take(2)` is another method. */
const takeNext: Method = (run, event, receiver) =>
  event.args.length === 0 ? removeFirst(false)(run, event, receiver) : undefined;

/** What is there, or what the function makes. */
const computeIfAbsent: Method = (run, event, receiver) => {
  const [key, make] = event.args;
  const known = key?.constant === undefined ? undefined : receiver.shape?.fields.get(String(key.constant));
  if (known) return known;
  if (!key || !make) return undefined;
  const made = callback(() => key, 'value')(run, { ...event, args: [make] }, receiver);
  if (!made || !receiver.shape) return made;
  return set(run, { ...event, args: [key, made] }, receiver) && made;
};

/** An iterator goes over what the collection holds. */
const same: Method = (_run, event, receiver) =>
  receiver.shape && event.args.length === 0 ? receiver : undefined;
const next: Method = (run, _event, receiver) =>
  receiver.shape?.kind === 'list' ? elementOf(run, receiver) : undefined;

/** A key or a value of an entry that `entrySet` gave. */
function entryPart(index: string): Method {
  return (_run, event, receiver) =>
    receiver.shape?.kind === 'list' && receiver.shape.length === 2 && event.args.length === 0
      ? receiver.shape.fields.get(index)
      : undefined;
}

/** `addAll(x)`: of a list of which nothing is known its taint. `Collections.addAll(list, x)` is left to the rules. */
const addAll: Method = (run, event, receiver) => {
  const [place, added] = event.args;
  if (!added) return extend(run, event, receiver) ?? absorb(run, event, receiver);
  if (!place || !isObject(receiver)) return undefined;
  return insert(run, { ...event, args: [unknownValue, elementOf(run, added)] }, receiver);
};

/** Not a class whose functions are called. */
function isObject({ shape, name }: Value): boolean {
  return shape !== undefined || name?.segment === '()';
}

function absorb(run: Run, event: CallEvent, receiver: Value): Value | undefined {
  const value = event.args[0];
  if (!value || !event.receiverExpr) return undefined;
  writeBack(run, event.receiverExpr, {
    ...receiver,
    taint: joinTaints(receiver.taint, deepTaint(value)),
  });
  return literalValue;
}

export const collectionClassMethods: ReadonlyArray<readonly [string, Method]> = [
  ['add', add],
  ['addAll', addAll],
  ['addElement', append],
  ['addFirst', addFirst],
  ['addLast', append],
  ['clear', clear],
  ['computeIfAbsent', computeIfAbsent],
  ['elementAt', get],
  ['elements', same],
  ['element', item(false)],
  ['entrySet', items],
  ['firstElement', item(false)],
  ['forEach', callback(element, 'none', 0, 'pairs')],
  ['getFirst', item(false)],
  ['getKey', entryPart('0')],
  ['getLast', item(true)],
  ['getOrDefault', get],
  ['getValue', entryPart('1')],
  ['iterator', same],
  ['keySet', keys],
  ['lastElement', item(true)],
  ['listIterator', same],
  ['next', next],
  ['nextElement', next],
  ['offer', append],
  ['offerFirst', addFirst],
  ['offerLast', append],
  ['peek', peek],
  ['peekFirst', item(false)],
  ['peekLast', item(true)],
  ['poll', removeFirst(false)],
  ['pollFirst', removeFirst(false)],
  ['pollLast', removeFirst(true)],
  ['pop', pop],
  ['push', push],
  ['put', put],
  ['putAll', addAll],
  ['putIfAbsent', putIfAbsent],
  ['remove', remove],
  ['removeFirst', removeFirst(false)],
  ['removeLast', removeFirst(true)],
  ['take', takeNext],
];

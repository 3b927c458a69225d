import type { CallEvent } from '../../domain/call-event.ts';
import { constantValue, type Value } from '../../domain/value.ts';
import { keptElements } from '../guards/elements/kept-elements.ts';
import type { Method, Run } from '../run.ts';
import { awaited, callback, element } from './callback-methods.ts';
import {
  append,
  extend,
  get,
  insert,
  items,
  keys,
  removeFirst,
  set,
  setDefault,
  values,
} from './collection-methods.ts';
import {
  concat,
  format,
  getvalue,
  join,
  joinItems,
  replace,
  split,
  textMethod,
  trim,
  write,
} from './text-methods.ts';

/** Methods of lists, maps, texts and promises that every language has under some name. Undefined: not one of them. */
export function callIntrinsic(run: Run, event: CallEvent): Value | undefined {
  const { receiver, expr } = event;
  const { callee } = expr;
  if (callee.k !== 'member' || !receiver) return undefined;
  const method = run.traits.methods?.get(callee.property) ?? methods.get(callee.property);
  return method?.(run, event, receiver);
}

/** What is put in front moves all others. */
const prepend: Method = (run, event, receiver) =>
  event.args.length === 1
    ? (insert(run, { ...event, args: [constantValue(0), ...event.args] }, receiver) ??
      append(run, event, receiver))
    : undefined;

const methods = new Map<string, Method>([
  ['append', append],
  ['push', append],
  ['add', append],
  ['unshift', prepend],
  ['appendleft', prepend],
  ['prepend', prepend],
  ['insert', insert],
  ['extend', extend],
  ['update', extend],
  ['put', set],
  ['pop', removeFirst(true)],
  ['setdefault', setDefault],
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
  ['joinItems', joinItems],
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
  ['strip', trim],
  ['trim', trim],
  ['concat', concat],
  ['toString', textMethod((text) => text)],
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
  ['forEachRemaining', callback(element, 'none')],
  ['each', callback(element, 'none')],
  ['filter', keptElements(callback(element, 'receiver'))],
  ['find', callback(element, 'receiver')],
  ['some', callback(element, 'none')],
  ['every', callback(element, 'none')],
  ['reduce', callback(element, 'value', 1)],
]);

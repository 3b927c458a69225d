import { deepTaint, isDynamic, literalValue, unknownValue, type Value } from '../../../domain/value.ts';
import { elementOf } from '../../members.ts';
import type { Method } from '../../run.ts';
import { callback, element } from '../callback-methods.ts';

/** Streams of Java: elements of which something is known, such as numbers and fixed texts, are still known behind them. */

/** `ids.stream()`, `names.stream().sorted()`: the same elements. */
const same: Method = (_run, { args }, receiver) =>
  args.length === 0 && (isFixed(receiver) || receiver.shape?.kind === 'list') ? receiver : undefined;

/** `ids.stream().map(String::valueOf)`: what is a number is one as a text. */
const map: Method = (run, event, receiver) => {
  const [given] = event.args;
  const isText = !given?.closures && asText.test(given?.name?.segment ?? '');
  return isText && isFixed(receiver) ? literalValue : callback(element, 'list')(run, event, receiver);
};

/** `collect(Collectors.joining(","))`: a text of all elements. */
const collect: Method = (run, { args }, receiver) => {
  const [collector] = args;
  const how = String(collector?.name ?? '');
  if (receiver.shape?.kind !== 'list' && !isFixed(receiver)) return undefined;
  if (gathered.test(how)) return receiver;
  if (!joined.test(how)) return undefined;
  const isKnown = !isDynamic(elementOf(run, receiver));
  return { ...(isKnown ? literalValue : unknownValue), taint: deepTaint(receiver) };
};

/** Numbers, fixed texts and what else holds no text of the sender's choice. */
function isFixed(value: Value): boolean {
  return !isDynamic(value) && !deepTaint(value);
}

const asText = /^(?:valueOf|toString|name)$/;
const joined = /(?:^|\.)joining\(\)$/;
const gathered = /(?:^|\.)to(?:Unmodifiable)?(?:List|Set)\(\)$/;

export const streamMethods: ReadonlyArray<readonly [string, Method]> = [
  ['stream', same],
  ['parallelStream', same],
  ['boxed', same],
  ['sorted', same],
  ['distinct', same],
  ['toList', same],
  ['map', map],
  ['collect', collect],
];

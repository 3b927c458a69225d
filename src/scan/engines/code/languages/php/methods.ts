import { concatenated } from '../../core/constants.ts';
import type { Method } from '../../core/intrinsics.ts';
import { joinTaints } from '../../core/taint.ts';
import { constantValue, deepTaint, unknownValue, withTaint } from '../../core/value.ts';

/** `implode`, lowered to a method of the list. */
const joinItems: Method = (_run, event, receiver) => {
  const [separator = constantValue('')] = event.args;
  const { shape } = receiver;
  if (shape?.kind !== 'list' || shape.rest || shape.length === undefined)
    return { ...unknownValue, taint: joinTaints(deepTaint(receiver), deepTaint(separator)) };
  const parts = [...shape.fields.values()].flatMap((item, i) => (i ? [separator, item] : [item]));
  const joined = concatenated(parts.length ? parts : [constantValue('')]);
  return withTaint(joined, joinTaints(joined.taint, receiver.taint));
};

export const phpMethods: ReadonlyMap<string, Method> = new Map([['joinItems', joinItems]]);

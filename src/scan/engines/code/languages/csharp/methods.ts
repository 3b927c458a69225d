import type { Method } from '../../core/intrinsics.ts';
import { elementOf, readIndex } from '../../core/members.ts';
import { constantValue } from '../../core/value.ts';

/** `list.First()` and its like: an item of a list of which the items are known. */
function item(fromEnd: boolean): Method {
  return (run, event, receiver) => {
    const { shape } = receiver;
    if (shape?.kind !== 'list' || !run.abilities.shapes || event.args.length) return undefined;
    if (shape.length === undefined || shape.length === 0) return elementOf(run, receiver);
    return readIndex(run, receiver, constantValue(fromEnd ? shape.length - 1 : 0), event.expr);
  };
}

export const csharpMethods: ReadonlyMap<string, Method> = new Map([
  ['First', item(false)],
  ['FirstOrDefault', item(false)],
  ['Single', item(false)],
  ['Last', item(true)],
  ['LastOrDefault', item(true)],
]);

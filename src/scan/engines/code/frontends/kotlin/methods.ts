import { callback, element } from '../../analysis/calls/callback-methods.ts';
import { item } from '../../analysis/calls/collection-classes.ts';
import { elementOf } from '../../analysis/members.ts';
import type { Method } from '../../analysis/run.ts';

/** `list.first()` is its first item, `list.first { … }` one that the block chooses. */
function chosen(fromEnd: boolean): Method {
  return (run, event, receiver) => {
    if (receiver.shape?.kind !== 'list') return undefined;
    if (!event.args[0]?.closures) return item(fromEnd)(run, event, receiver);
    callback(element, 'none')(run, event, receiver);
    return elementOf(run, receiver);
  };
}

export const kotlinMethods: ReadonlyArray<readonly [string, Method]> = [
  ['first', chosen(false)],
  ['firstOrNull', chosen(false)],
  ['single', chosen(false)],
  ['singleOrNull', chosen(false)],
  ['find', chosen(false)],
  ['last', chosen(true)],
  ['lastOrNull', chosen(true)],
];

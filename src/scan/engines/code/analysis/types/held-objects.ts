import type { CallEvent } from '../../domain/call-event.ts';
import { givesAll, givesOne } from '../../domain/types/held-words.ts';
import { joinValues, namedValue, type Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import type { Run } from '../run.ts';
import { asHeld } from './object-types.ts';

/** What a method of a collection, or of what stands around an object, gives: one of the objects, or all of them in another form. */
export function heldObject(run: Run, { expr, receiver, args }: CallEvent, result: Value): Value {
  const { callee } = expr;
  const holds = receiver?.holds;
  if (!holds || callee.k !== 'member') return result;
  // What is found is in an optional in some languages: asked again, it gives the same.
  if (givesOne(callee.property)) return asHeld(run, result, { ...holds, holds: holds.holds ?? holds });
  if (!givesAll(callee.property) || result.instance) return result;
  // `optional.or(() => other)`: what is given is one more.
  const other = callee.property === 'or' || callee.property === 'concat' ? args[0]?.holds : undefined;
  return { ...result, holds: other ? joinValues(holds, other) : holds };
}

/** An element of a collection, for a function that is handed each: of what another file gives, that file knows the class. */
export function elementType(run: Run, collection: Value | undefined): Value | undefined {
  if (!collection || collection.holds) return collection?.holds;
  const { name } = collection;
  const isAsked = name?.segment === callSegment && mayBeLocal(run, name.root) && !/^[~?@]/.test(name.root);
  return isAsked && !run.rules.match(name) ? namedValue(name.child('[]')) : undefined;
}

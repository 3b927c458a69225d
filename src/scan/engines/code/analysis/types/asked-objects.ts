import type { CallEvent } from '../../domain/call-event.ts';
import { asksForObject } from '../../domain/types/asked-type.ts';
import type { Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import type { Run } from '../run.ts';
import { asHeld, objectOfClass } from './object-types.ts';

/** `container.get(Share)`, `mapper.readValue(text, Share.class)`, `cast(Share, x)`: an object of the class that is asked for. */
export function askedObject(run: Run, event: CallEvent, result: Value): Value {
  const { expr, args } = event;
  if (result.instance || expr.isNew || args.length === 0 || args.length > maxArguments) return result;
  const { callee } = expr;
  const word = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (!asksForObject(word)) return result;
  const classes = args.filter((value) => isClass(run, value));
  const object = classes.length === 1 ? objectOfClass(run, classes[0]!) : undefined;
  return asHeld(run, result, object);
}

/** A class of the program, and not an object of one. */
function isClass(run: Run, { instance, name, taint, constant, closures }: Value): boolean {
  if (taint || constant !== undefined || closures) return false;
  if (instance) return instance.isClass;
  if (!name || !/^_*[A-Z]\w*[a-z]/.test(name.segment) || name.segments().includes(callSegment)) return false;
  return !/^[~?@]/.test(name.root) && mayBeLocal(run, name.root) && !run.rules.knows(name.root);
}

const maxArguments = 3;

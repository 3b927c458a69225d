import { type WrittenType, writtenType } from '../../domain/types/written-type.ts';
import { namedValue, unknownValue, type Value } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import { aliasOf } from '../conditions/alias-of.ts';
import type { Run } from '../run.ts';

/** A value of a type that is written where it is made known: what is known of the value itself goes before what the type says. */
export function asDeclared(run: Run, value: Value, written: string | undefined): Value {
  if (written === undefined || value.instance || value.closures || value.schema) return value;
  if (value.constant !== undefined && value.constant !== null) return value;
  const object = objectOf(run, written);
  return object ? asHeld(run, value, object) : value;
}

/** An element, or what a container gives, as the type of the collection says. */
export function asHeld(run: Run, value: Value, object: Value | undefined): Value {
  if (!object || value.instance || value.closures) return value;
  if (value.constant !== undefined && value.constant !== null) return value;
  const holds = value.holds ?? object.holds;
  if (isKnown(run, value.name, object) || !(object.name || object.instance))
    return holds === value.holds ? value : { ...value, holds };
  return { ...value, name: object.name, instance: object.instance, holds };
}

/** What a cast says goes before all but what a library is known to give. */
export function asSaid(run: Run, value: Value, written: string): Value {
  const { instance, name } = value;
  if (!instance || instance.isClass) return asDeclared(run, value, written);
  const object = objectOf(run, written);
  if (!object?.instance || object.instance.definition === instance.definition) return value;
  return { ...value, instance: object.instance, name: object.name ?? name };
}

/** An object of a type, of which nothing else is known. */
export function objectOf(run: Run, written: string): Value | undefined {
  const type = writtenType(written);
  return type && objectOfType(run, type);
}

function objectOfType(run: Run, { name, holds }: WrittenType): Value | undefined {
  const held = holds && objectOfType(run, holds);
  const object = name.length > 0 ? objectOfName(run, name) : undefined;
  if (!held) return object;
  return { ...(object ?? unknownValue), holds: held };
}

function objectOfName(run: Run, [first = '', ...rest]: readonly string[]): Value | undefined {
  const found = run.lookup(first);
  if (found.instance && rest.length === 0) return objectOfClass(run, found);
  let { name } = found;
  if (!name || /^[~?]/.test(name.root)) {
    if (run.traits.ownPackage === undefined || rest.length > 0) return undefined;
    name = run.rules.name([run.traits.ownPackage, first]);
  }
  for (const part of rest) name = name.child(part);
  return objectOfClass(run, namedValue(name));
}

/** An object of a class that a value is. */
export function objectOfClass(run: Run, { instance, name }: Value): Value | undefined {
  if (instance)
    return instance.isClass && !instance.definition.isClosed ? run.classes.objectOf(instance) : undefined;
  if (!name || name.segment === callSegment || name.segments().includes(callSegment)) return undefined;
  const called = name.called();
  const alias = aliasOf(run.file, run.rules.match(called));
  if (alias) return namedValue(run.rules.name(alias));
  // A class of a library that no rule knows says nothing.
  return mayBeLocal(run, name.root) || run.rules.knows(name.root) ? namedValue(called) : undefined;
}

/** Whether a value goes by a name that says what it is: one that rules know, or the class that made it. */
function isKnown(run: Run, name: Name | undefined, object: Value): boolean {
  if (!name || name.root.startsWith('~')) return false;
  if (name.root.startsWith('@') || (run.rules.match(name) && !isOfProgram(run, object))) return true;
  const maker = name.segment === callSegment ? name.parent : undefined;
  return maker !== undefined && isClassName(maker) && mayBeLocal(run, name.root);
}

/** Whether an object is of a class that this file or another one of the program may have. */
function isOfProgram(run: Run, { instance, name }: Value): boolean {
  if (instance) return true;
  const root = name?.root ?? '@';
  return !root.startsWith('@') && mayBeLocal(run, root) && !run.rules.knows(root);
}

/** `store.Share`, and not `Store().find`. */
function isClassName(name: Name): boolean {
  return /^_*[A-Z]/.test(name.segment) && !name.segments().includes(callSegment);
}

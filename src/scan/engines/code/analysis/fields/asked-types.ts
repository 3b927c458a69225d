import { checkersOf, typeAwaited, validAwaited, wayFurther, wayOfAll } from '../../domain/awaited-check.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import { checkedTaint, type Taint } from '../../domain/taint.ts';
import { declaredType, givenToo, listOf } from '../../domain/types/declared-type.ts';
import { deepTaint, type Instance, type Value, withTaint } from '../../domain/value.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Name } from '../../knowledge/rule-set.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import type { Run } from '../run.ts';

/**
 * Data that is read through an object of a class: whether the members on the way hold texts is known where the class is declared, which may be another
 * file. The data carries the way along, and the linker finds out what the types on it say.
 */
export function askedOfType(run: Run, value: Value, written: string | undefined): Value {
  if (!value.taint || written === undefined || value.instance || !asks(run)) return value;
  const type = declaredType(written);
  // What the value is called says whose type it is, unless that is the type around it: `Query<Order>`.
  const { name } = value;
  const whose = name?.segment === type || name?.parent?.segment === type ? name : undefined;
  if (type === '' || (whose && !mayBeLocal(run, whose.root))) return value;
  return withTaint(value, checkedTaint(value.taint, undefined, typeAwaited([type, callSegment])));
}

/** What a part of an object is tainted by, with the way to it. */
export function partAsked(
  run: Run,
  object: Value,
  taint: Taint | undefined,
  part: string,
): Taint | undefined {
  if (!taint || !asks(run)) return taint;
  const way = object.instance ? wayInside(run, object.instance, part) : wayTo(run, object);
  return way ? further(taint, way, [...way, part]) : taint;
}

/** The way to an object of a class of this file: where the class says all that there is to say about the part, none. */
function wayInside(run: Run, { definition }: Instance, part: string): readonly string[] | undefined {
  const field = definition.fields.find(({ name }) => name === part);
  const isOpen = field
    ? field.decorators?.length || (field.written !== undefined && declaredType(field.written) !== '')
    : run.traits.declaredTypes && definition.bases.length > 0;
  return isOpen ? [definition.name, callSegment] : undefined;
}

/** What was handed to those who hold an object against what its class declares. */
export function checkedBy(value: Value, by: string): Value {
  return value.taint ? withTaint(value, checkedTaint(value.taint, undefined, validAwaited(by))) : value;
}

/** What a function of another file gives, with the way to it. */
export function resultAsked(run: Run, { name, receiver, args, named }: CallEvent, taint: Taint): Taint {
  if (!asks(run)) return taint;
  const way = (receiver && wayTo(run, receiver)) ?? ownerOf(run, name);
  if (!way) return taint;
  const isGiven = [...args, ...named.values()].some((value) => deepTaint(value));
  const asked = further(taint, way, [...way, name.segment, isGiven ? givenToo : callSegment]);
  if (!receiver?.taint || isGiven) return asked;
  // What an object was held against holds for what it gives.
  return checkersOf(receiver.taint[0]?.awaits ?? [])
    .filter((by) => receiver.taint!.every(({ awaits }) => awaits?.includes(validAwaited(by))))
    .reduce((known, by) => checkedTaint(known, undefined, validAwaited(by)) ?? known, asked);
}

function asks({ traits, abilities }: Run): boolean {
  return traits.toldTypes !== undefined && abilities.crossFile;
}

/** The way to an object: that of all that it is tainted by, or where there is none the type that it is declared with. */
function wayTo(run: Run, { taint, name }: Value): readonly string[] | undefined {
  if (!taint) return undefined;
  const way = wayOfAll(taint);
  if (way?.[0]?.startsWith(listOf)) return way;
  return (run.traits.declaredTypes ? typeOf(run, name) : undefined) ?? way;
}

/** A name that says no more than the type. */
function typeOf(run: Run, name: Name | undefined): string[] | undefined {
  const type = name?.segment === callSegment ? name.parent : undefined;
  if (!type || type.depth > 2 || !mayBeLocal(run, type.root) || !/^[A-Z]/.test(type.segment))
    return undefined;
  return [type.segment, callSegment];
}

/** The class whose method is called, of which nothing else is known. */
function ownerOf(run: Run, name: Name): string[] | undefined {
  const owner = name.parent;
  if (!owner || owner === run.rules.root || !mayBeLocal(run, name.root)) return undefined;
  const segments = owner.segments();
  const made = segments.indexOf(callSegment);
  if (made < 0) return segments.slice(-1);
  return made === segments.length - 1 ? segments.slice(-2) : undefined;
}

function further(taint: Taint, from: readonly string[], to: readonly string[]): Taint {
  const goneOn = wayFurther(from, to);
  return taint.map(({ origin, mask, step, check, awaits }) => ({
    origin,
    mask,
    step,
    check,
    awaits: goneOn(awaits),
  }));
}

import { goneOn, typeAwaited, wayOf } from '../../domain/awaited-check.ts';
import type { CallEvent } from '../../domain/call-event.ts';
import { declaredType, givenToo, listOf } from '../../domain/declared-type.ts';
import { checkedTaint, type Taint } from '../../domain/taint.ts';
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
  if (type === '' || (value.name && !type.startsWith(listOf) && !mayBeLocal(run, value.name.root)))
    return value;
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
  const type = object.instance ? ownType(object.instance, part) : undefined;
  if (type !== undefined)
    return type === '' ? taint : checkedTaint(taint, undefined, typeAwaited([type, callSegment]));
  const way = wayTo(run, object);
  return way ? further(taint, way, [...way, part]) : taint;
}

/** What a class of this file declares a field to be; undefined where it does not have it. */
function ownType({ definition }: Instance, field: string): string | undefined {
  const written = definition.fields.find(({ name }) => name === field)?.written;
  return written === undefined ? undefined : declaredType(written);
}

/** What a function of another file gives, with the way to it. */
export function resultAsked(run: Run, { name, receiver, args, named }: CallEvent, taint: Taint): Taint {
  if (!asks(run)) return taint;
  const way = (receiver && wayTo(run, receiver)) ?? ownerOf(run, name);
  if (!way) return taint;
  const isGiven = [...args, ...named.values()].some((value) => deepTaint(value));
  return further(taint, way, [...way, name.segment, isGiven ? givenToo : callSegment]);
}

function asks({ traits, abilities }: Run): boolean {
  return traits.toldTypes !== undefined && abilities.crossFile;
}

/** The way to an object: that of all that it is tainted by, or where there is none the type that it is declared with. */
function wayTo(run: Run, { taint, name }: Value): readonly string[] | undefined {
  if (!taint) return undefined;
  const way = wayOf(taint[0]?.awaits);
  const text = way?.join();
  const isOne = taint.every(({ awaits }) => wayOf(awaits)?.join() === text);
  if (isOne && way?.[0]?.startsWith(listOf)) return way;
  return (run.traits.declaredTypes ? typeOf(run, name) : undefined) ?? (isOne ? way : undefined);
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
  return taint.map((entry) => ({ ...entry, awaits: goneOn(entry.awaits, from, to) }));
}

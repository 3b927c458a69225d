import { fieldKey } from '../../domain/facts.ts';
import type { Value } from '../../domain/value.ts';
import type { Span } from '../../ir/ir.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import { mayBeLocal } from '../calls/may-be-local.ts';
import type { Run } from '../run.ts';

/** A plain name that nothing here declares, in a class whose base is in another file: it may be a field of the base, of which the linker knows more. */
export function inheritedField(run: Run, name: string, value: Value): Value {
  const base = run.abilities.crossFile ? run.self()?.name : undefined;
  const type = base?.segment === callSegment ? base.parent : undefined;
  if (!type || type.parent !== run.rules.root || !mayBeLocal(run, type.segment)) return value;
  if (!run.frame.fn || !plainName.test(name)) return value;
  return run.taintBoth(
    value,
    run.origins.callResult(run.facts.readField([type.segment, fieldKey(name)], undefined)),
  );
}

/** `this.path`, which nothing in this file sets, in a class whose base is in another file: the linker knows what the base puts into it. */
export function fieldOfBase(run: Run, { name, instance }: Value, property: string, value: Value): Value {
  if (!instance || instance.isClass || !run.abilities.crossFile || !run.frame.fn) return value;
  const type = name?.segment === callSegment ? name.parent : undefined;
  const segments = type?.segments();
  if (!segments || segments.length > maxTypeLength || !mayBeLocal(run, segments[0]!)) return value;
  if (!run.classes.extendsElsewhere(instance) || run.rules.knows(segments[0]!)) return value;
  return run.taintBoth(
    value,
    run.origins.callResult(run.facts.readField([...segments, fieldKey(property)], undefined)),
  );
}

/** A field of a record whose type another file declares: the linker knows whether the database fills it. Only fields that are named like what it is asked for. */
export function recordField(
  run: Run,
  { name, instance }: Value,
  property: string,
  span: Span,
  value: Value,
): Value {
  const { recordFields } = run.traits;
  if (!recordFields?.test(property) || !run.abilities.crossFile || !run.frame.fn) return value;
  const type = name?.segment === callSegment ? name.parent : undefined;
  if (!type || (instance && run.classes.field(instance, property))) return value;
  const segments = type.segments();
  if (segments.length > 2 || !mayBeLocal(run, segments[0]!)) return value;
  return run.taintBoth(
    value,
    run.origins.callResult(run.facts.readField([...segments, fieldKey(property)], span)),
  );
}

/** A part of a request that an object of another file's type holds, such as `ctx.Req.URL`: the linker knows what the type has there. */
export function requestField(run: Run, { name }: Value, property: string, span: Span, value: Value): Value {
  if (!name || !run.traits.requestFields?.test(property) || !run.abilities.crossFile || !run.frame.fn)
    return value;
  const segments = name.segments();
  const made = segments.indexOf(callSegment);
  const isReached =
    made > 0 && made <= 2 && segments.length <= made + 3 && !segments.includes(callSegment, made + 1);
  if (!isReached || !mayBeLocal(run, segments[0]!)) return value;
  return run.taintBoth(
    value,
    run.origins.callResult(run.facts.readField([...segments, fieldKey(property)], span)),
  );
}

/** `./base.Base`, or a name of the file. */
const maxTypeLength = 2;
const plainName = /^[a-z_]\w*$/;

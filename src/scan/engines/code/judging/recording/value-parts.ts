import { isOfFilled, joinTaints, type Taint } from '../../domain/taint.ts';
import { deepTaint, isDynamic, type Value } from '../../domain/value.ts';

/** What a value carries: as a whole, and in each of the few fields that are known of it. */
export function partsOf(
  value: Value,
  byPlace: boolean,
): Array<[field: string | undefined, taint: Taint | undefined]> {
  const fields = knownFields(value) ?? (byPlace ? itemsOf(value) : undefined);
  if (!fields) return [[undefined, deepTaint(value)]];
  return [
    [undefined, besideFields(value)],
    ...[...fields].map(([field, part]) => [field, deepTaint(part)] as [string, Taint | undefined]),
  ];
}

/** The fields of an object that has few of them. */
export function knownFields({ shape }: Value): ReadonlyMap<string, Value> | undefined {
  return shape?.kind === 'map' && shape.fields.size <= maxFields ? shape.fields : undefined;
}

/** The items of a list that is written down, such as a pair that a function gives. */
function itemsOf({ shape, taint }: Value): ReadonlyMap<string, Value> | undefined {
  if (shape?.kind !== 'list' || shape.length === undefined || shape.rest || taint) return undefined;
  return shape.fields.size > 1 && shape.fields.size <= maxItems ? shape.fields : undefined;
}

/** What an object carries in addition to its known fields. */
export function besideFields({ taint, shape }: Value): Taint | undefined {
  return joinTaints(taint, shape?.kind === 'map' && shape.rest ? deepTaint(shape.rest) : undefined);
}

/** Nothing but literals took part in it, or it was cleaned; what a taint can still do is followed on its own. */
export function isFixed(value: Value): boolean {
  return !isDynamic(value);
}

/** A text of which some parts are known and others are not. */
export function isBuilt({ shape, text }: Value): boolean {
  if (shape?.kind === 'map') return false;
  return text?.includes('\0') === true && text.replaceAll('\0', '').trim() !== '';
}

/** It is nothing but what a function of another file gave: the linker finds out what that is. */
export function isAwaited({ taint, text, shape, name }: Value): boolean {
  if (text || shape || name?.segment !== '()') return false;
  const given = taint?.filter((entry) => !isOfFilled(entry));
  return given?.length === 1 && given[0]!.origin.k === 'call';
}

const maxFields = 16;
const maxItems = 6;

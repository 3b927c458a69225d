import type { Value } from '../domain/value.ts';
import { labelMask } from '../knowledge/labels.ts';
import type { Sink } from '../knowledge/rule-types.ts';

/** The text that is run: the value itself, or of a list the command that a shell is handed. */
export function builtText({ text, shape }: Value): string | undefined {
  if (shape?.kind !== 'list') return text;
  const items = [...shape.fields.values()];
  const flag = items.findIndex(({ constant }) => constant === '-c' || constant === '/c' || constant === '/C');
  return flag < 0 ? undefined : items[flag + 1]?.text;
}

/** What is under these keys; an object of which nothing is known stands for all that it holds. A place in a list is none of a map, whatever its keys are called. */
export function within(value: Value, keys: readonly string[]): Value | undefined {
  let at: Value | undefined = value;
  for (const key of keys) {
    if (!at) return undefined;
    if (!at.shape) return at;
    const isPlace: boolean = at.shape.kind === 'map' && /^\d+$/.test(key);
    at = at.shape.fields.get(key) ?? (isPlace ? undefined : at.shape.rest);
  }
  return at;
}

/** Where the fields of a record are set, those that the program names are chosen by it, whatever their values are: what is left is what came in whole. */
export function asAssigned({ label }: Sink, value: Value | undefined): Value | undefined {
  if (label !== assigned || value?.shape?.kind !== 'map' || value.shape.fields.size === 0) return value;
  return { ...value, shape: { ...value.shape, fields: new Map(), known: undefined } };
}

const assigned = labelMask(['assign']);

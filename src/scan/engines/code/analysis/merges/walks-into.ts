import type { Expr } from '../../ir/ir.ts';

/** `object = object[key]`: one step deeper into an object by a key. */
export function walksInto(name: string, value: Expr): boolean {
  if (value.k === 'logic') return walksInto(name, value.left);
  return (
    value.k === 'index' &&
    value.object.k === 'name' &&
    value.object.name === name &&
    value.index.k !== 'const' &&
    !(value.index.k === 'name' && counters.has(value.index.name))
  );
}

/** Names that by custom hold a position and not a key. */
const counters = new Set(['i', 'j', 'idx', 'index']);

import type { Expr, Stmt } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** `object = object[key]`, `object = object[key] = {}`: one step deeper into an object by a key. */
export function walksInto(name: string, value: Expr): boolean {
  if (value.k === 'assign') return value.target.k === 'index' && walksInto(name, value.target);
  if (value.k === 'logic') return walksInto(name, value.left);
  return (
    value.k === 'index' &&
    value.object.k === 'name' &&
    value.object.name === name &&
    value.index.k !== 'const' &&
    !(value.index.k === 'name' && counters.has(value.index.name))
  );
}

/** `keys.reduce((object, key) => (object[key] = object[key] || {}), start)`: the step that is given to the next round, where the function also writes by the key. */
export function foldsInto(callback: Expr | undefined): Expr | undefined {
  if (callback?.k !== 'function') return undefined;
  const [object, key] = callback.fn.parameters;
  if (!object || !key || counters.has(key.name)) return undefined;
  const isPlace = (part: Part): boolean =>
    part.k === 'index' &&
    part.object.k === 'name' &&
    part.object.name === object.name &&
    part.index.k === 'name' &&
    part.index.name === key.name;
  let writes = false;
  let step: Expr | undefined;
  const look = (part: Part): void => {
    if (part.k === 'assign' && isPlace(part.target)) writes = true;
    if (part.k === 'return' && part.value) {
      const given = part.value;
      const place = given.k === 'assign' ? given.target : given.k === 'logic' ? given.left : given;
      if (isPlace(place)) step ??= { ...given };
    }
    eachPart(part, look);
  };
  for (const statement of callback.fn.body as Stmt[]) look(statement);
  return writes ? step : undefined;
}

/** Names that by custom hold a position and not a key. */
export const counters = new Set(['i', 'j', 'idx', 'index']);

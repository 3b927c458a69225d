import type { JsonObject, JsonValue } from '../json.ts';

/** How many keys a value has in all its objects. */
export function countKeys(value: JsonValue): number {
  return typeof value === 'object' && value !== null ? countKeysWithin(value as JsonValue[] | JsonObject) : 0;
}

function countKeysWithin(value: JsonValue[] | JsonObject): number {
  let keys = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item = value[i]!;
      if (typeof item === 'object' && item !== null) keys += countKeysWithin(item as JsonObject);
    }
    return keys;
  }
  for (const key in value) {
    keys++;
    const item = value[key]!;
    if (typeof item === 'object' && item !== null) keys += countKeysWithin(item as JsonObject);
  }
  return keys;
}

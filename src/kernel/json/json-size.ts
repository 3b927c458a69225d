import type { JsonObject, JsonValue } from '../json.ts';
import { ExactNumber } from './exact-number.ts';

/**
 * No less than the bytes of a value as compact JSON in UTF-8: a character has six at most, as an escape, and a double 24. Infinite where the value has
 * more levels of arrays and objects than this, and it looks no deeper, so that no nesting can exhaust the stack.
 */
export function longestJson(value: JsonValue, levels: number): number {
  if (typeof value === 'string') return 6 * value.length + 2;
  if (typeof value !== 'object' || value === null) return 24;
  if (value instanceof ExactNumber) return value.source.length;
  if (levels === 0) return Number.POSITIVE_INFINITY;
  let longest = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) longest += longestJson(value[i]!, levels - 1) + 1;
  } else {
    for (const key in value as JsonObject) {
      longest += 6 * key.length + 4 + longestJson((value as JsonObject)[key]!, levels - 1);
    }
  }
  return longest;
}

/** The bytes of a value as compact JSON in UTF-8. */
export function sizeOfJson(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}

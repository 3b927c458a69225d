import type { JsonObject, JsonValue } from '../json.ts';
import { ExactNumber } from './exact-number.ts';

/**
 * No less than the bytes of a value as compact JSON in UTF-8: a character has six at most, as an escape, and a double 24. Infinite where the value has
 * more levels of arrays and objects than this, and it looks no deeper, so that no nesting can exhaust the stack.
 */
export function longestJson(value: JsonValue, levels: number): number {
  return typeof value === 'string' ? longestText + maxCharacter * value.length : longestOther(value, levels);
}

function longestOther(value: Exclude<JsonValue, string>, levels: number): number {
  if (typeof value !== 'object' || value === null) return longestDouble;
  return value instanceof ExactNumber ? value.source.length : longestWithin(value, levels);
}

/** Texts, which are most of what there is, without a call for each. */
function longestWithin(value: JsonValue[] | JsonObject, levels: number): number {
  if (levels === 0) return Number.POSITIVE_INFINITY;
  let characters = 0;
  let longest = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item = value[i]!;
      if (typeof item === 'string') {
        characters += item.length;
        longest += longestText + 1;
      } else longest += longestOther(item, levels - 1) + 1;
    }
  } else {
    for (const key in value) {
      const item = value[key]!;
      characters += key.length;
      if (typeof item === 'string') {
        characters += item.length;
        longest += longestText + 4;
      } else longest += longestOther(item, levels - 1) + 4;
    }
  }
  return longest + maxCharacter * characters;
}

const maxCharacter = 6;
const longestText = 2;
const longestDouble = 24;

/** The bytes of a value as compact JSON in UTF-8. */
export function sizeOfJson(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value));
}

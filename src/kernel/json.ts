import { compareNumbers, ExactNumber } from './json/exact-number.ts';

export type JsonValue = null | boolean | JsonNumber | string | JsonValue[] | JsonObject;

/** Exact where a double would change it. */
export type JsonNumber = number | ExactNumber;

/** A parsed JSON object. Its keys are data: read them with `Object.hasOwn`, for `__proto__` is as good a key as any. */
export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

export function isJsonNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Equality of JSON values as JSON means it: types must agree, arrays keep their order, the order of keys does not count. */
export function jsonEquals(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (isJsonNumber(a)) return isJsonNumber(b) && compareNumbers(a, b) === 0;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => jsonEquals(item, b[i]!));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key]!, b[key]!))
  );
}

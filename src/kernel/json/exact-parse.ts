import type { JsonObject, JsonValue } from '../json.ts';
import { ExactNumber, readNumber } from './exact-number.ts';
import { outlineJson } from './json-outline.ts';

/** Numbers of a text that are not what a double makes of them. */
export interface InexactNumbers {
  /** Start and end of each, alternating. */
  places: number[];
  /** One of them is beyond the range of a double. */
  isOutOfRange: boolean;
}

/** Which of these numbers (start and end in bytes, alternating) would not come out of a double as they are written. */
export function inexactNumbers(bytes: Buffer, longNumbers: Uint32Array): InexactNumbers {
  const places: number[] = [];
  let isOutOfRange = false;
  for (let i = 0; i < longNumbers.length; i += 2) {
    const [start, end] = [longNumbers[i]!, longNumbers[i + 1]!];
    const source = bytes.toString('latin1', start, end);
    // Anything else is left to the parser, which refuses it.
    if (!isNumber.test(source)) continue;
    const number = readNumber(source);
    if (number instanceof ExactNumber) places.push(start, end);
    else if (!Number.isFinite(number)) {
      isOutOfRange = true;
      // Kept as it is written, because the parser would take one that is too small for 0.
      places.push(start, end);
    }
  }
  return { places, isOutOfRange };
}

const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses a text of valid JSON, none of whose strings holds NUL, keeping these numbers as they are written: each is handed to the
 * parser as a string that begins with NUL, and taken for a number again afterwards. A reviver would do, and take ten times as long.
 */
export function parseExact(bytes: Buffer, places: readonly number[]): JsonValue {
  const marked = Buffer.allocUnsafe(bytes.length + (places.length / 2) * (opening.length + 1));
  let read = 0;
  let written = 0;
  for (let i = 0; i < places.length; i += 2) {
    const [start, end] = [places[i]!, places[i + 1]!];
    written += bytes.copy(marked, written, read, start);
    written += opening.copy(marked, written);
    written += bytes.copy(marked, written, start, end);
    marked[written++] = quote;
    read = end;
  }
  bytes.copy(marked, written, read);
  const restoring = new Restoring(places.length / 2);
  const value = restoring.restore(JSON.parse(marked.toString()) as JsonValue);
  if (restoring.left > 0) throw new Error('A number stands where JSON has none.');
  return value;
}

const opening = Buffer.from('"\\u0000');
const quote = 0x22;

class Restoring {
  left: number;

  constructor(count: number) {
    this.left = count;
  }

  restore(value: JsonValue): JsonValue {
    if (typeof value === 'string') {
      if (value.charCodeAt(0) !== 0) return value;
      this.left--;
      return new ExactNumber(value.slice(1));
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length && this.left > 0; i++) value[i] = this.restore(value[i]!);
      return value;
    }
    const object = value as JsonObject;
    for (const key of Object.keys(object)) {
      if (this.left === 0) break;
      object[key] = this.restore(object[key]!);
    }
    return value;
  }
}

/** Parses metadata that the service stored itself, as `JSON.stringify` writes it. */
export function parseStoredJson(text: string): JsonValue {
  if (!mayHoldExactNumber.test(text)) return JSON.parse(text) as JsonValue;
  const bytes = Buffer.from(text);
  const { places } = inexactNumbers(bytes, outlineJson(bytes).longNumbers);
  return places.length === 0 ? (JSON.parse(text) as JsonValue) : parseExact(bytes, places);
}

// A number of many digits or with an exponent, where a number may stand; in a string it costs a second look.
const mayHoldExactNumber = /(?:^|[:[,])-?(?:[\d.]{16}|[\d.]+[eE])/;

/**
 * Parses JSON of any size and origin, keeping numbers as they are written and refusing those that are out of range. It takes several times as long as
 * `JSON.parse`.
 */
export function parseJsonExactly(text: string): JsonValue {
  return JSON.parse(text, (_key, value, { source }) => {
    if (typeof value !== 'number' || source === undefined) return value;
    const number = readNumber(source);
    if (!Number.isFinite(Number(number))) throw new SyntaxError('A number is beyond the range of a double.');
    return number;
  }) as JsonValue;
}

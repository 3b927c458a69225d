import type { JsonObject, JsonValue } from '../json.ts';
import { ExactNumber, readNumber } from './exact-number.ts';
import { type JsonOutline, markNumbers, outlineJson } from './json-outline.ts';

/** Numbers of a text that are not what a double makes of them. */
export interface InexactNumbers {
  /** Start and end of each, alternating. */
  places: Uint32Array;
  /** One of them is beyond the range of a double. */
  isOutOfRange: boolean;
}

/** Which of the long numbers of a text would not come out of a double as they are written. */
export function inexactNumbers(bytes: Buffer, { longNumbers, areLongIntegers }: JsonOutline): InexactNumbers {
  if (areLongIntegers) return { places: longNumbers, isOutOfRange: false };
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
  return { places: Uint32Array.from(places), isOutOfRange };
}

const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A value with its numbers as they are written, and how many keys its objects have. */
export interface ExactValue {
  value: JsonValue;
  keys: number;
}

/**
 * Parses a text with so many marked numbers: strings that begin with NUL, as no other string of the text does. A reviver would do, and take ten times
 * as long.
 */
export function parseMarked(text: string, numbers: number): ExactValue {
  const parsed = JSON.parse(text) as JsonValue;
  const restoring = new Restoring();
  const keys = typeof parsed === 'object' && parsed !== null ? restoring.within(parsed as JsonObject) : 0;
  const value = typeof parsed === 'string' && isMarked(parsed) ? restoring.exact(parsed) : parsed;
  if (restoring.restored < numbers) throw new Error('A number stands where JSON has none.');
  return { value, keys };
}

/** Most texts are shorter than a marked number can be, which is quicker to see than what they begin with. */
function isMarked(text: string): boolean {
  return text.length >= shortestMarked && text.charCodeAt(0) === 0;
}

const shortestMarked = '\x001e999'.length;

class Restoring {
  restored = 0;

  /** Puts numbers where their marks are, and returns how many keys there are. */
  within(value: JsonValue[] | JsonObject): number {
    let keys = 0;
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        const item = value[i]!;
        if (typeof item === 'string') {
          if (isMarked(item)) value[i] = this.exact(item);
        } else if (typeof item === 'object' && item !== null) keys += this.within(item as JsonObject);
      }
      return keys;
    }
    for (const key in value) {
      keys++;
      const item = value[key]!;
      if (typeof item === 'string') {
        if (isMarked(item)) value[key] = this.exact(item);
      } else if (typeof item === 'object' && item !== null) keys += this.within(item as JsonObject);
    }
    return keys;
  }

  exact(marked: string): ExactNumber {
    this.restored++;
    return new ExactNumber(marked.slice(1));
  }
}

/** Parses metadata that the service stored itself, as `JSON.stringify` writes it. */
export function parseStoredJson(text: string): JsonValue {
  if (!mayHoldExactNumber.test(text)) return JSON.parse(text) as JsonValue;
  const bytes = Buffer.from(text);
  const { places } = inexactNumbers(bytes, outlineJson(bytes));
  return places.length === 0
    ? (JSON.parse(text) as JsonValue)
    : parseMarked(markNumbers(bytes, places), places.length / 2).value;
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

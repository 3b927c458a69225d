import { isUtf8 } from 'node:buffer';
import { type ErrorDetail, ServiceError } from './errors.ts';
import { formatPath } from './issue-path.ts';
import { readNumber } from './json/exact-number.ts';
import { inexactNumbers, parseExact } from './json/exact-parse.ts';
import { outlineJson } from './json/json-outline.ts';
import { isJsonNumber, type JsonNumber, type JsonObject, type JsonValue } from './json.ts';

/**
 * Reads a request body as JSON and refuses what other parsers let through in different ways: duplicate keys, numbers beyond
 * the range of a double, lone surrogates, NUL, deep nesting. What is accepted means one thing only, and numbers stay as they are written.
 */
export function parseStrictJson(input: Uint8Array): JsonValue {
  const bytes = Buffer.isBuffer(input)
    ? input
    : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const outline = outlineJson(bytes);
  const text = bytes.toString();
  // What is not UTF-8 is decoded as this character, which is rare enough to look only where it stands.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    throw new ServiceError('invalid_json', 'The request body is not valid UTF-8.');
  }
  const { places, isOutOfRange } = inexactNumbers(bytes, outline.longNumbers);
  // Few texts have anything that calls for a look at every value.
  const isDoubtful = outline.mayRepeatKeys || outline.hasDoubtfulEscapes || isOutOfRange;
  const value = places.length === 0 || isDoubtful ? parse(text) : undefined;
  if (isDoubtful) inspect(value!, outline.keys);
  if (places.length === 0) return value!;
  const exact = parseMarked(bytes, places, text);
  if (isOutOfRange) inspect(exact, outline.keys);
  return exact;
}

function parseMarked(bytes: Buffer, places: readonly number[], text: string): JsonValue {
  try {
    return parseExact(bytes, places);
  } catch {
    // Says where the mistake is in the text as it was sent.
    parse(text);
    throw new ServiceError('invalid_json');
  }
}

function inspect(value: JsonValue, keysInText: number): void {
  const keys = countKeys(value);
  if (keys < 0) throw describeTrouble(value);
  // JSON.parse keeps the last of equal keys, so that a duplicate shows as a key fewer in the value than in the text.
  if (keys !== keysInText) {
    throw new ServiceError('invalid_json', 'An object in the request body has the same key twice.');
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    // The engine's message may quote the body, which may hold a secret; only the position is worth passing on.
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    throw new ServiceError(
      'invalid_json',
      position ? `The request body is not valid JSON; see position ${position}.` : undefined,
    );
  }
}

/** How many keys a value has in all its objects, or a negative number if something in it is refused. */
function countKeys(value: JsonValue): number {
  if (typeof value === 'string') return isPlainText(value) ? 0 : trouble;
  if (isJsonNumber(value)) return isInRange(value) ? 0 : trouble;
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) {
      const inside = countKeys(item);
      if (inside < 0) return trouble;
      keys += inside;
    }
    return keys;
  }
  const object = value as JsonObject;
  for (const key of Object.keys(object)) {
    if (!isPlainText(key)) return trouble;
    const inside = countKeys(object[key]!);
    if (inside < 0) return trouble;
    keys += inside + 1;
  }
  return keys;
}

const trouble = -1;

/** Not so large that a double becomes infinite, nor so small that nobody could compare it. */
function isInRange(value: JsonNumber): boolean {
  return Number.isFinite(typeof value === 'number' ? value : Number(readNumber(value.source)));
}

function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** A second, slower look at what was refused, to say where and why. */
function describeTrouble(value: JsonValue): ServiceError {
  const inspection = new Inspection();
  inspection.visit(value);
  return new ServiceError('validation_failed', undefined, { details: inspection.wrong });
}

const maxDetails = 20;

class Inspection {
  readonly wrong: ErrorDetail[] = [];
  readonly #path: Array<string | number> = [];

  visit(value: JsonValue): void {
    if (this.wrong.length === maxDetails) return;
    if (typeof value === 'string') this.#visitString(value);
    else if (isJsonNumber(value)) this.#visitNumber(value);
    else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) for (let i = 0; i < value.length; i++) this.#visitAt(i, value[i]!);
      else for (const [key, inner] of Object.entries(value as JsonObject)) this.#visitAt(key, inner);
    }
  }

  #visitAt(place: string | number, value: JsonValue): void {
    this.#path.push(place);
    if (typeof place === 'string') this.#visitString(place);
    this.visit(value);
    this.#path.pop();
  }

  #visitString(text: string): void {
    if (!text.isWellFormed()) {
      this.#refuse('lone_surrogate', 'Contains half of a surrogate pair, which is not text.');
    } else if (text.includes('\0')) this.#refuse('nul_character', 'Contains the character NUL.');
  }

  #visitNumber(value: JsonNumber): void {
    if (!isInRange(value)) this.#refuse('number_out_of_range', 'Is beyond the range of a number.');
  }

  #refuse(code: string, message: string): void {
    if (this.wrong.length < maxDetails) this.wrong.push({ path: formatPath(this.#path), code, message });
  }
}

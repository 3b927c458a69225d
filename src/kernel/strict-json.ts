import { isUtf8 } from 'node:buffer';
import { ServiceError } from './errors.ts';
import { countKeys } from './json/count-keys.ts';
import { type ExactValue, inexactNumbers, parseMarked } from './json/exact-parse.ts';
import { markNumbers, outlineJson } from './json/json-outline.ts';
import { refuseTrouble } from './json/refuse-trouble.ts';
import type { JsonValue } from './json.ts';

/**
 * Reads a request body as JSON and refuses what other parsers let through in different ways: duplicate keys, numbers beyond
 * the range of a double, lone surrogates, NUL, deep nesting. What is accepted means one thing only, and numbers stay as they are written.
 */
export function parseStrictJson(input: Uint8Array): JsonValue {
  const bytes = Buffer.isBuffer(input)
    ? input
    : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const outline = outlineJson(bytes);
  const { places, isOutOfRange } = inexactNumbers(bytes, outline);
  const isExact = places.length > 0;
  const text = isExact ? markNumbers(bytes, places) : bytes.toString();
  // What is not UTF-8 is decoded as this character, which is rare enough to look only where it is.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    throw new ServiceError('invalid_json', 'The request body is not valid UTF-8.');
  }
  // Few texts have anything that calls for a look at every value; it comes before marks, which look like NUL, are taken for numbers.
  if (outline.hasDoubtfulEscapes || isOutOfRange) refuseTrouble(parse(isExact ? bytes.toString() : text));
  const { value, keys } = isExact ? restore(text, places.length / 2, bytes) : counted(parse(text));
  if (isOutOfRange) refuseTrouble(value);
  // JSON.parse keeps the last of equal keys, so that a duplicate shows as a key fewer in the value than in the text.
  if (keys !== outline.keys) throw keyTwice();
  return value;
}

function keyTwice(): ServiceError {
  return new ServiceError('invalid_json', 'An object in the request body has the same key twice.');
}

function counted(value: JsonValue): ExactValue {
  return { value, keys: countKeys(value) };
}

function restore(text: string, numbers: number, bytes: Buffer): ExactValue {
  try {
    return parseMarked(text, numbers);
  } catch {
    // Says where the mistake is in the text as it was sent. If there is none, a number is lost to a later value of its key.
    parse(bytes.toString());
    throw keyTwice();
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

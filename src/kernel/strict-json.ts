import { isUtf8 } from 'node:buffer';
import { type ErrorDetail, ServiceError } from './errors.ts';
import { formatPath } from './issue-path.ts';
import type { JsonValue } from './json.ts';

const maxDepth = 64;

/**
 * Reads a request body as JSON and refuses what other parsers let through in different ways: duplicate keys, numbers beyond
 * the range of a double, lone surrogates, NUL, deep nesting. What is accepted means one thing only.
 */
export function parseStrictJson(bytes: Uint8Array): JsonValue {
  const text = decode(bytes);
  const value = parse(text);
  // Only an escape can bring a lone surrogate or NUL into a string: bare ones are no UTF-8 and no JSON.
  const keys = countKeysOf(value, text.includes('\\'), 0);
  if (keys < 0) throw describeTrouble(value);
  // JSON.parse keeps the last of equal keys, so that a duplicate shows as a key fewer in the value than in the text.
  if (countKeys(text) !== keys) {
    throw new ServiceError('invalid_json', 'An object in the request body has the same key twice.');
  }
  return value;
}

function decode(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new ServiceError('invalid_json', 'The request body is not valid UTF-8.');
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('utf8');
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
function countKeysOf(value: JsonValue, hasEscapes: boolean, depth: number): number {
  if (typeof value === 'string') return hasEscapes && !isPlainText(value) ? trouble : 0;
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : trouble;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === maxDepth) return trouble;
  let keys = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const inside = countKeysOf(value[i]!, hasEscapes, depth + 1);
      if (inside < 0) return trouble;
      keys += inside;
    }
    return keys;
  }
  for (const key of Object.keys(value)) {
    if (hasEscapes && !isPlainText(key)) return trouble;
    const inside = countKeysOf(value[key]!, hasEscapes, depth + 1);
    if (inside < 0) return trouble;
    keys += inside + 1;
  }
  return keys;
}

const trouble = -1;

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
    else if (typeof value === 'number') this.#visitNumber(value);
    else if (typeof value === 'object' && value !== null) {
      if (this.#path.length === maxDepth) {
        throw new ServiceError('invalid_json', `The request body nests deeper than ${maxDepth} levels.`);
      }
      if (Array.isArray(value)) for (let i = 0; i < value.length; i++) this.#visitAt(i, value[i]!);
      else for (const key of Object.keys(value)) this.#visitAt(key, value[key]!);
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

  #visitNumber(value: number): void {
    if (!Number.isFinite(value)) this.#refuse('number_out_of_range', 'Is beyond the range of a number.');
  }

  #refuse(code: string, message: string): void {
    if (this.wrong.length < maxDetails) this.wrong.push({ path: formatPath(this.#path), code, message });
  }
}

/** Counts the colons outside strings. Strings are skipped by searching for their end, which runs at memory speed. */
function countKeys(text: string): number {
  let keys = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x3a) keys++;
    else if (unit === 0x22) i = endOfString(text, i);
  }
  return keys;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, position: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(position - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

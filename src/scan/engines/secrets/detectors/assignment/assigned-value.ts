import type { Assignment } from './assignment.ts';
import {
  endsBareValue,
  isNameByte,
  isQuote,
  isTrailing,
  isWordByte,
  skipBlanks,
} from './assignment-characters.ts';

const maxName = 80;
const maxValue = 1200;
const maxGap = 48;

/** What is assigned, without the name. */
export type Value = Omit<Assignment, 'nameStart' | 'nameEnd'>;

export function readValue(
  bytes: Uint8Array,
  from: number,
  operator: Assignment['operator'],
): Value | undefined {
  let at = skipBlanks(bytes, from, maxGap);
  const prefix = stringPrefix(bytes, at);
  if (bytes[at + prefix] === 0x5c && isQuote(bytes[at + prefix + 1]))
    return escapedQuotes(bytes, at + prefix + 1, operator);
  if (isQuote(bytes[at + prefix])) return quotedText(bytes, at + prefix, operator);
  const start = at;
  // `>` begins a folded text in YAML; elsewhere it ends what is before it.
  if (bytes[at] === 0x3e) at += bytes[at + 1] === 0x2d || bytes[at + 1] === 0x2b ? 2 : 1;
  while (at < start + maxValue && !endsBareValue(bytes[at]) && !isEscapedLineEnd(bytes, at)) at++;
  // A bare value that is longer than any credential is data.
  if (at === start + maxValue) return undefined;
  let end = at;
  while (end > start && isTrailing(bytes[end - 1]!)) end--;
  const next = skipBlanks(bytes, at, maxGap);
  const continues = next > at && isWordByte(bytes[next]) && !beginsPair(bytes, next);
  return { valueStart: start, valueEnd: end, quoted: false, operator, continues };
}

/** `user:x`, `host=y`: the next of several fields on a line. */
function beginsPair(bytes: Uint8Array, from: number): boolean {
  const at = nameEndFrom(bytes, from, false);
  const value = bytes[at + 1];
  return (bytes[at] === 0x3a || bytes[at] === 0x3d) && (isWordByte(value) || isQuote(value));
}

/** `\n` in a text that holds a whole file. */
function isEscapedLineEnd(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x5c && (bytes[at + 1] === 0x6e || bytes[at + 1] === 0x72);
}

function quotedText(bytes: Uint8Array, quoteAt: number, operator: Assignment['operator']): Value | undefined {
  const quote = bytes[quoteAt]!;
  let start = quoteAt + 1;
  if (bytes[start] === quote && bytes[start + 1] === quote) start += 2;
  for (let at = start; at < start + maxValue; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte === 0x0a) return undefined;
    if (byte === 0x5c) at++;
    else if (byte === quote)
      return { valueStart: start, valueEnd: at, quoted: true, operator, continues: false };
  }
  return undefined;
}

/** `\"value\"`: a document inside a string. */
function escapedQuotes(
  bytes: Uint8Array,
  quoteAt: number,
  operator: Assignment['operator'],
): Value | undefined {
  const start = quoteAt + 1;
  for (let at = start; at < start + maxValue; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte === 0x0a || byte === bytes[quoteAt]) return undefined;
    if (byte === 0x5c) {
      if (bytes[at + 1] !== bytes[quoteAt]) return undefined;
      return { valueStart: start, valueEnd: at, quoted: true, operator, continues: false };
    }
  }
  return undefined;
}

/** The letters before a quote in Python, C, C#, Rust and their like, and what JVM and Go code may put there: up to two. */
function stringPrefix(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === undefined || prefixBytes[first] !== 1) return 0;
  if (isQuote(bytes[at + 1])) return 1;
  return isQuote(bytes[at + 2]) && isWordByte(bytes[at + 1]) ? 2 : 0;
}

const prefixBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[@$rbufLR]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

export function nameEndFrom(bytes: Uint8Array, from: number, spaced: boolean): number {
  let at = from;
  const limit = from + maxName;
  while (at < limit && isNameByte(bytes[at])) at++;
  for (let words = 0; spaced && words < 3 && bytes[at] === 0x20 && isWordByte(bytes[at + 1]); words++) {
    at++;
    while (at < limit && isNameByte(bytes[at])) at++;
  }
  return at;
}

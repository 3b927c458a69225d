import { nibbles } from '../values/encoding-digits.ts';

/** The beginnings of escapes that hide ASCII: `%3A`, `\u0070`, `\x41`. */
export const escapeKeywords: readonly string[] = [
  ...['%2', '%3', '%4', '%5', '%6', '%7'],
  ...['\\u002', '\\u003', '\\u004', '\\u005', '\\u006', '\\u007'],
  ...['\\x2', '\\x3', '\\x4', '\\x5', '\\x6', '\\x7'],
];

export interface DecodedPart {
  /** The stretch of the outer text that was decoded. */
  start: number;
  end: number;
  encoding: string;
  bytes: Buffer;
}

const maxStretch = 4096;

/** Decodes the words that the given escapes stand in. A word with a single escape is text with an odd character, not hidden text. */
export function decodeEscapes(bytes: Buffer, escapes: readonly number[]): DecodedPart[] {
  const parts: DecodedPart[] = [];
  let done = 0;
  for (let i = 0; i < escapes.length; i++) {
    const at = escapes[i]!;
    if (at < done) continue;
    let start = at;
    while (start > done && start > at - maxStretch && !endsWord(bytes[start - 1]!)) start--;
    let end = at;
    while (end < bytes.length && end < at + maxStretch && !endsWord(bytes[end]!)) end++;
    done = end;
    if (escapes[i + 1] === undefined || escapes[i + 1]! >= end) continue;
    const percent = bytes[at] === 0x25;
    const decoded = decode(bytes, start, end, percent ? percentLength : backslashLength);
    if (decoded)
      parts.push({ start, end, encoding: percent ? 'percent encoding' : 'escapes', bytes: decoded });
  }
  return parts;
}

/** The bytes with those in place of escapes that their last two digits say; undefined where there is none. By hand: some files hold little else. */
function decode(
  bytes: Buffer,
  start: number,
  end: number,
  lengthAt: (bytes: Buffer, at: number) => number,
): Buffer | undefined {
  const decoded = Buffer.allocUnsafe(end - start);
  let size = 0;
  for (let at = start; at < end; ) {
    const length = lengthAt(bytes, at);
    const value = length > 0 && at + length <= end ? hexadecimal(bytes, at + length - 2) : undefined;
    decoded[size++] = value ?? bytes[at]!;
    at += value === undefined ? 1 : length;
  }
  return size === end - start ? undefined : decoded.subarray(0, size);
}

function percentLength(bytes: Buffer, at: number): number {
  return bytes[at] === 0x25 ? 3 : 0;
}

/** Of `\x41` and `\u0041`. */
function backslashLength(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0x5c) return 0;
  if (bytes[at + 1] === 0x78) return 4;
  return bytes[at + 1] === 0x75 && bytes[at + 2] === 0x30 && bytes[at + 3] === 0x30 ? 6 : 0;
}

function hexadecimal(bytes: Buffer, at: number): number | undefined {
  const high = nibbles[bytes[at]!]!;
  const low = nibbles[bytes[at + 1]!]!;
  return high > 15 || low > 15 ? undefined : (high << 4) | low;
}

function endsWord(byte: number): boolean {
  return byte <= 0x20 || byte === 0x22 || byte === 0x27 || byte === 0x60 || byte === 0x3c || byte === 0x3e;
}

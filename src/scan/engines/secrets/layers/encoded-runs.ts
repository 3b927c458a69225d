import type { EncodedRun } from '../matching/keyword-finder.ts';
import { nibbles, sextets } from '../values/encoding-digits.ts';
import type { DecodedPart } from './escapes.ts';

const probe = 32;

/** Decodes those of the runs that turn out to be text. */
export function decodeRuns(bytes: Buffer, runs: readonly EncodedRun[]): DecodedPart[] {
  return runs.flatMap(({ start, end }) => decodeRun(bytes, start, end) ?? []);
}

function decodeRun(bytes: Buffer, start: number, end: number): DecodedPart | undefined {
  let stop = Math.min(end, start + probe);
  // Characters that only fill up the last group say nothing.
  while (stop > start && bytes[stop - 1] === 0x3d) stop--;
  if (stop - start < 20) return undefined;
  const kind = kindOf(bytes, start, stop);
  if (kind === undefined) return undefined;
  const written = bytes.toString('latin1', start, end);
  if (kind === 'hexadecimal') {
    if (written.length < probe || written.length % 2 === 1 || !/^[0-9a-fA-F]+$/.test(written))
      return undefined;
    return { start, end, encoding: kind, bytes: Buffer.from(written, 'hex') };
  }
  const decoded = Buffer.from(written, 'base64');
  if (kind === 'base64') return { start, end, encoding: kind, bytes: decoded };
  return isWideText(decoded.subarray(0, 64))
    ? { start, end, encoding: kind, bytes: narrow(decoded) }
    : undefined;
}

/** Decodes the first characters; the finder of runs has asked the same, but does not tell the kind. */
function kindOf(
  bytes: Buffer,
  start: number,
  end: number,
): 'base64' | 'base64 of UTF-16' | 'hexadecimal' | undefined {
  let base64 = true;
  let wide = true;
  for (let at = start, index = 0; at + 4 <= end && (base64 || wide); at += 4) {
    const bits =
      (sextets[bytes[at]!]! << 18) |
      (sextets[bytes[at + 1]!]! << 12) |
      (sextets[bytes[at + 2]!]! << 6) |
      sextets[bytes[at + 3]!]!;
    for (let shift = 16; shift >= 0; shift -= 8, index++) {
      const byte = (bits >> shift) & 0xff;
      if (!isTextByte(byte)) base64 = false;
      if (index % 2 === 1 ? byte !== 0 : !isTextByte(byte)) wide = false;
    }
  }
  if (base64) return 'base64';
  if (wide) return 'base64 of UTF-16';
  for (let at = start; at + 2 <= end; at += 2) {
    const byte = (nibbles[bytes[at]!]! << 4) | nibbles[bytes[at + 1]!]!;
    if (!isTextByte(byte)) return undefined;
  }
  return 'hexadecimal';
}

function isTextByte(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** UTF-16 text of mostly ASCII: every second byte is zero. */
export function isWideText(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  let zeros = 0;
  let others = 0;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at + 1] === 0 && bytes[at] !== 0) zeros++;
    else others++;
  }
  return zeros > others * 9;
}

export function narrow(wide: Buffer): Buffer {
  return Buffer.from(wide.subarray(0, wide.length & ~1).toString('utf16le'), 'latin1');
}

import type { DecodedPart } from './escapes.ts';

const minRun = 24;
const maxRun = 1 << 20;
const probe = 32;

/**
 * Finds runs of base64 or hexadecimal and decodes those that turn out to be text. To find every run of at least `minRun` signs it
 * is enough to look at every `minRun`-th byte and to grow from there, which passes over ordinary source at a fraction of its size.
 */
export function decodeRuns(bytes: Buffer): DecodedPart[] {
  const parts: DecodedPart[] = [];
  let floor = 0;
  for (let at = minRun - 1; at < bytes.length; ) {
    if (alphabet[bytes[at]!] === 0) {
      floor = at + 1;
      at += minRun;
      continue;
    }
    let start = at;
    while (start > floor && alphabet[bytes[start - 1]!] === 1) start--;
    let end = at + 1;
    // A short stretch before this byte says how far a run must still reach; most words end long before.
    while (end < bytes.length && end - start < maxRun && alphabet[bytes[end]!] === 1) end++;
    if (end - start >= minRun) {
      const part = decodeRun(bytes, start, end);
      if (part) parts.push(part);
    }
    floor = end;
    at = end + minRun;
  }
  return parts;
}

function decodeRun(bytes: Buffer, start: number, end: number): DecodedPart | undefined {
  const kind = kindOf(bytes, start, Math.min(end, start + probe));
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

/** Decodes the first signs in place and gives up at the first byte that is no text: nearly every run ends within three bytes. */
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

const alphabet = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** The value of a sign of base64 in either alphabet; 0 for others, which do not occur in a run but for `=`. */
const sextets = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (char === '-') return 62;
  if (char === '_') return 63;
  return Math.max(0, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(char));
});

/** The value of a hexadecimal digit; others make a byte that is no text. */
const nibbles = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? 0xff : value;
});

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
  const head = bytes.toString('latin1', start, start + probe);
  const isHex = /^[0-9a-fA-F]+$/.test(head);
  if (isHex && end - start >= probe) {
    if ((end - start) % 2 === 0 && isText(Buffer.from(head, 'hex'))) {
      const text = bytes.toString('latin1', start, end);
      if (/^[0-9a-fA-F]+$/.test(text))
        return { start, end, encoding: 'hexadecimal', bytes: Buffer.from(text, 'hex') };
    }
    return undefined;
  }
  const opening = Buffer.from(head.slice(0, probe & ~3), 'base64');
  if (isWideText(opening)) {
    const wide = Buffer.from(bytes.toString('latin1', start, end), 'base64');
    return { start, end, encoding: 'base64 of UTF-16', bytes: narrow(wide) };
  }
  if (!isText(opening)) return undefined;
  return {
    start,
    end,
    encoding: 'base64',
    bytes: Buffer.from(bytes.toString('latin1', start, end), 'base64'),
  };
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

function isText(bytes: Uint8Array): boolean {
  for (const byte of bytes)
    if (!(byte >= 0x20 && byte < 0x7f) && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  return bytes.length >= 12;
}

const alphabet = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9+/=_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

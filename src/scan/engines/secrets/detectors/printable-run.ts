/** Compressed bytes have runs of a dozen printable bytes by chance, and hardly ever of twice as many. */
const minRun = 24;

/** Whether a stretch of a binary file is part of a text in it, as programs hold them: printable from end to end, and long enough not to be chance. */
export function isInPrintableRun(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isPrintable(bytes[at])) return false;
  let length = end - start;
  for (let at = start - 1; length < minRun && isPrintable(bytes[at]); at--) length++;
  for (let at = end; length < minRun && isPrintable(bytes[at]); at++) length++;
  return length >= minRun;
}

/** How far a text in a program is read to both sides of a place. */
const maxReach = 400;

/**
 * Whether the text around a place of a program is the name of a function or type as compilers of C++ write it, such as `_ZN3app5writeERKNSt3__1…`: letters and digits
 * without end, in which a value of any form may stand by chance.
 */
export function isInMangledName(bytes: Uint8Array, start: number, end: number): boolean {
  let from = start;
  while (from > 0 && start - from < maxReach && isNameByte(bytes[from - 1])) from--;
  let to = end;
  while (to - end < maxReach && isNameByte(bytes[to])) to++;
  const text = Buffer.from(bytes.subarray(from, to)).toString('latin1');
  return (text.match(/_Z[A-Z]|NSt|NS\d?_|St3__1|IS\d?_|E{3,}/g)?.length ?? 0) >= 2;
}

function isNameByte(byte: number | undefined): boolean {
  return byte !== undefined && /[\w$.]/.test(String.fromCharCode(byte));
}

function isPrintable(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

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

function isPrintable(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

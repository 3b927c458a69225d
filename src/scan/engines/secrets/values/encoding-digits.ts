/** The value of a character of base64 in either alphabet; 0 for others, which do not occur in a run but for `=`. */
export const sextets = Uint8Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (char === '-') return 62;
  if (char === '_') return 63;
  return Math.max(0, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(char));
});

/** The value of a hexadecimal digit; others make a byte that is no text. */
export const nibbles = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? 0xff : value;
});

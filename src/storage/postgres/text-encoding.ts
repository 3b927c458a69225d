/**
 * Postgres cannot store U+0000 in text, and callers may send it. So U+0000 becomes U+0001 U+0001 and U+0001 becomes
 * U+0001 U+0002; everything else stays. The order of texts is kept, and whatever was written is read back exactly.
 */
export function encodeText(text: string): string {
  if (!text.includes('\u0000') && !text.includes('\u0001')) return text;
  return text.replace(/[\u0000\u0001]/g, (character) =>
    character === '\u0000' ? '\u0001\u0001' : '\u0001\u0002',
  );
}

export function decodeText(text: string): string {
  if (!text.includes('\u0001')) return text;
  return text.replace(/\u0001([\u0001\u0002])/g, (_, second) => (second === '\u0001' ? '\u0000' : '\u0001'));
}

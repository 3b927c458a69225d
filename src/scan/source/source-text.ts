const utf8 = new TextDecoder('utf-8');
const utf16le = new TextDecoder('utf-16le');
const utf16be = new TextDecoder('utf-16be');

/** The text of a file as every part of a scan sees it: offsets and columns mean the same in engines and in snippets. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16le.decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16be.decode(bytes);
  return utf8.decode(bytes);
}

/** Git's own test: a zero byte near the beginning, unless the file says that it is UTF-16. */
export function isBinary(bytes: Uint8Array): boolean {
  const hasUtf16Mark = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !hasUtf16Mark && bytes.subarray(0, 8000).includes(0);
}

const lfsPrefix = Buffer.from('version https://git-lfs.github.com/spec/v1\n');

/** The stand-in that git-lfs commits; the content itself lies on a server that a scan does not contact. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1024 && lfsPrefix.equals(bytes.subarray(0, lfsPrefix.length));
}

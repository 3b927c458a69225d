import { decodeAs, encodingOf } from './text-encoding.ts';

/** The bytes of a file as text; what is not text is read as UTF-8 with marks for what that does not have. */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeAs(encodingOf(bytes) ?? 'utf-8', bytes);
  // Interpreters pass over a zero in a comment, where a parser sees the end of the file.
  return text.includes('\0') ? text.replaceAll('\0', ' ') : text;
}

/** Git's own test, a zero byte near the beginning, but for text in wide characters and text with a few zeros. */
export function isBinary(bytes: Uint8Array): boolean {
  return encodingOf(bytes) === undefined;
}

/** Nothing but these lines: a program that begins like a pointer is a program. */
const lfsPointer =
  /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v1\n(?:ext-\d-[\w.-]+ sha256:[0-9a-f]{64}\n)*oid sha256:[0-9a-f]{64}\nsize \d+\n?$/;

/** The stand-in that git-lfs commits; the content itself is on a server that a scan does not contact. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1024 && bytes[0] === 0x76 && lfsPointer.test(Buffer.from(bytes).toString('latin1'));
}

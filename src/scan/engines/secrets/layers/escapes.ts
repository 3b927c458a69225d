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
    const text = bytes.toString('latin1', start, end);
    const percent = bytes[at] === 0x25;
    const decoded = percent ? decodePercent(text) : decodeBackslash(text);
    if (decoded !== text) {
      parts.push({
        start,
        end,
        encoding: percent ? 'percent encoding' : 'escapes',
        bytes: Buffer.from(decoded, 'latin1'),
      });
    }
  }
  return parts;
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function decodeBackslash(text: string): string {
  return text.replace(/\\(?:u00|x)([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function endsWord(byte: number): boolean {
  return byte <= 0x20 || byte === 0x22 || byte === 0x27 || byte === 0x60 || byte === 0x3c || byte === 0x3e;
}

/** Whether a text is here, in any case. */
export function matches(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++)
    if ((bytes[at + i]! | 0x20) !== (text.charCodeAt(i) | 0x20)) return false;
  return true;
}

export function skipBlanks(bytes: Uint8Array, from: number, most: number): number {
  let at = from;
  while (at < from + most && isBlank(bytes[at])) at++;
  return at;
}

export function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09;
}

export function isQuote(byte: number | undefined): boolean {
  return byte === 0x22 || byte === 0x27 || byte === 0x60;
}

export function isCloser(byte: number | undefined): boolean {
  return byte === 0x22 || byte === 0x27 || byte === 0x60 || byte === 0x5d || byte === 0x5c;
}

export function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && wordBytes[byte] === 1;
}

export function isNameByte(byte: number | undefined): boolean {
  return byte !== undefined && nameBytes[byte] === 1;
}

export function endsBareValue(byte: number | undefined): boolean {
  return (
    byte === undefined ||
    byte <= 0x20 ||
    byte === 0x22 ||
    byte === 0x27 ||
    byte === 0x60 ||
    byte === 0x3c ||
    byte === 0x3e
  );
}

/** What closes a statement, an argument list or a query parameter rather than belonging to the value. */
export function isTrailing(byte: number): boolean {
  return byte === 0x3b || byte === 0x2c || byte === 0x29 || byte === 0x5c || byte === 0x7d || byte === 0x5d;
}

const wordBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? 1 : 0,
);
const nameBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\w.$-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** What letters behind a backslash stand for in most languages. */
export const controlEscapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** The character with this number in hexadecimal digits; nothing where there is none. */
export function characterOf(digits: string): string {
  const code = Number.parseInt(digits, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** The text that is written with the backslashes of C and Rust. NUL is left out: it marks the unknown parts of a text. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u\{([\da-fA-F_]{1,8})\}|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (_, hex?: string, braced?: string, short?: string, long?: string, octal?: string, letter = '') => {
      const digits = hex ?? braced?.replaceAll('_', '') ?? short ?? long;
      if (digits !== undefined) return characterOf(digits).replace('\0', '');
      if (octal !== undefined) return characterOf(Number.parseInt(octal, 8).toString(16)).replace('\0', '');
      return controlEscapes.get(letter) ?? letter;
    },
  );
}

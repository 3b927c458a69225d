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

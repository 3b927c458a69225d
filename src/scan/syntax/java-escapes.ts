/**
 * Java reads `\u000a` as the end of a line and `\u0022` as a quote before it looks for comments and texts. Each becomes the character that it means, in a text
 * of the same length: what is left over follows the word that it is in, as blanks.
 */
export function decodeJavaEscapes(text: string): string {
  return text.includes('\\u') ? text.replace(wordWithEscapes, decodeWord) : text;
}

const escaped = /\\u+(00(?:09|0[aAdD]|[2-7][0-9a-fA-F]))/g;
/** A word that has escapes, and escapes behind pairs of backslashes: an escaped one begins nothing. */
const wordWithEscapes =
  /(?:(?<![\\\w$])[\w$]*|(?<!\\)(?:\\\\)*)(?:\\u+00(?:09|0[aAdD]|[2-7][0-9a-fA-F])[\w$]*)+/g;

function decodeWord(word: string): string {
  return word
    .replace(escaped, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .padEnd(word.length);
}

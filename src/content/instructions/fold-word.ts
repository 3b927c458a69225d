import { lookalikes } from '../hidden/lookalikes.ts';

/** Letters with accents of the alphabets that have them; a syllable of Korean is not to be taken apart. */
const accented = /[\u00c0-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff]/;
const latin = /[a-z]/;
const digits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' };

/** A word as the lexicon has it: lower case, without accents, full-width and disguised letters as the letters that they look like. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  if (isAscii(lower)) return lower;
  let folded = '';
  for (const character of lower) {
    const code = character.charCodeAt(0);
    if (code >= 0xff01 && code <= 0xff5e) folded += String.fromCharCode(code - 0xfee0).toLowerCase();
    else if (accented.test(character)) folded += character.normalize('NFD')[0];
    else folded += character === '\u2019' ? "'" : character;
  }
  // A word of one script is that language's word.
  if (!latin.test(folded)) return folded;
  return Array.from(folded, (character) => lookalikes.get(character)?.toLowerCase() ?? character).join('');
}

/** A word with digits in place of letters, such as `1gn0r3`; undefined where it is none. */
export function withoutDigits(word: string): string | undefined {
  if (word.length > 20 || !hasDigit(word) || !latin.test(word)) return undefined;
  return word.replace(/[0-9]/g, (digit) => digits[digit] ?? digit);
}

function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

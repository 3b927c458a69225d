import { isDateWord } from './date-words.ts';
import { isFunctionWord } from './function-words.ts';

/** Words like "what" and "the" carry little of a question's meaning, but something where two entries are otherwise alike. */
const functionWordWeight = 0.2;
/** A date counts by the words that it is written with as well. */
const dateWordWeight = 0.4;
/** A number or code is shared by intent, not by chance. */
export const codeWeight = 2;

/** What a word counts against one that is neither of these; `rows` is how many hold it. */
export function importanceOf(word: string, rows: number): number {
  if (isFunctionWord(word)) return functionWordWeight;
  if (isDateWord(word)) return dateWordWeight;
  // One that nobody holds says nothing about the others.
  return rows > 0 && isCode(word) ? codeWeight : 1;
}

// Begins with a digit, has four in a row, or digits among letters: not "base64" or "python3", which are words.
const codePattern = /^\d\S{2}|\d{4}|\d\D+\d/;

/** A ticket, a date, a version, a hash: what it stands for is known to those who gave it, and to no model. */
export function isCode(word: string): boolean {
  return !isDateWord(word) && codePattern.test(word);
}

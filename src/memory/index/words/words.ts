import { dateWords } from './date-words.ts';
import { foldLetters } from './fold-letters.ts';
import { lightStem } from './light-stems.ts';
import { readPlainRuns } from './plain-words.ts';
import { stemEnglish } from './stem.ts';

/**
 * The words of a text as the lexical index counts them: in one case, without accents, identifiers also in their parts, Chinese, Japanese
 * and other scripts that write without spaces cut into words, words stemmed lightly.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const isPlain = readPlainRuns(
    text,
    (word, isLetters) => {
      const plain = word.toLowerCase().slice(0, maxWordLength);
      words.push(isLetters ? stemEnglish(plain) : lightStem(plain));
    },
    (run) => addIdentifier(run, words),
  );
  if (!isPlain) addRuns(text, words);
  if (hasDigit.test(text)) addNumbers(text, words);
  return words;
}

/** As any text is read. */
export function addRuns(text: string, words: string[]): void {
  for (const run of text.normalize('NFKC').match(runPattern) ?? []) {
    if (ascii.test(run)) addIdentifier(run, words);
    else if (unspaced.test(run)) addSegments(run, words);
    else addIdentifier(foldLetters(run), words);
  }
}

/** What a text with digits says as a whole: dates, versions, addresses. */
export function addNumbers(text: string, words: string[]): void {
  for (const [joined] of text.matchAll(joinedNumbers)) words.push(joined.slice(0, maxWordLength));
  words.push(...dateWords(text));
}

/** The pieces of a text that words are made of, each with the place where it begins. */
export function* runsOf(text: string): Generator<{ run: string; start: number }> {
  for (const { 0: run, index } of text.matchAll(runPattern)) {
    if (!unspaced.test(run)) yield { run, start: index };
    else for (const part of segmenter.segment(run)) yield { run: part.segment, start: index + part.index };
  }
}

const hasDigit = /\d/;
/** Dates, versions, addresses: as a whole they say more than their numbers, which many others share. */
// Only from the first digit of a number: from each digit of a long one again would take the square of its length.
const joinedNumbers = /(?<!\d)\d+(?:[-./:]\d+)+/g;

// A pictograph is a word of its own: people search for the entry with the rocket.
const runPattern = /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}]+)*|\p{Extended_Pictographic}/gu;
const ascii = /^[\w']+$/;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
export const maxWordLength = 64;

/** `parseHttpUrl` and `parse_http_url` count as parse, http and url, and also as the whole name, which is the better evidence. */
export function addIdentifier(run: string, words: string[]): void {
  const parts = run.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}_]+|\p{Lu}/gu);
  if (!parts) return;
  for (const part of parts) addWord(part, words);
  if (parts.length > 1) addWord(run.replaceAll('_', ''), words);
}

function addWord(word: string, words: string[]): void {
  const plain = word.toLowerCase().replace(/['’](s|t|re|ve|ll|d|m)?$|['’]/g, '');
  if (plain.length > 0) words.push(lightStem(plain.slice(0, maxWordLength)));
}

/** Where a word ends is a matter of opinion in Chinese and Japanese, and of context: the characters of a longer word count as well, so that two opinions still meet. */
function addSegments(run: string, words: string[]): void {
  for (const { segment, isWordLike } of segmenter.segment(run)) {
    if (!isWordLike) continue;
    const word = segment.toLowerCase().slice(0, maxWordLength);
    words.push(word);
    if (hanOnly.test(word)) words.push(...word);
  }
}

// The dictionaries of ICU cover these scripts in any locale.
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const hanOnly = /^\p{Script=Han}{2,}$/u;

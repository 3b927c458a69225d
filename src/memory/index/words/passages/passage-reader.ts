import { hash53, hashOf, hashStart, mixA, mixB } from '../../hash.ts';
import { isFunctionWord } from '../function-words.ts';
import { isOtherFunctionWord, mostWords } from '../language-likeness.ts';
import { lightStem } from '../light-stems.ts';
import { endOfRun, kind, kinds } from '../plain-words.ts';
import { stemEnglish } from '../stem.ts';
import { mayTellOfChange } from '../time-words.ts';
import { addIdentifier, addNumbers, maxWordLength, wordsOf } from '../words.ts';
import type { PassageWords } from './passage-words.ts';

/** What is known of a word, in bits. */
const trait = { english: 1, other: 2, change: 4 };
const noWord = -1;
const leastCells = 1_024;
const mostCells = 65_536;
const cellBytes = 17;

/**
 * Reads passages as `wordsOf` does, for whoever needs the hashes of the words and not the words. Most words of a text were read before: what a word is stemmed to is found by the hash of its letters, so that no text
 * is made of it. That takes a fifth of the time.
 *
 * Two words with one hash would be taken for one, as everywhere in an index; that is why every namespace has a reader of its own. It grows with what it does not find, so that a few entries take no memory.
 */
export class PassageReader {
  /** By the hash of a word in lower case as it is written. */
  #keys = new Float64Array();
  #hashes = new Float64Array();
  #traits = new Uint8Array();
  #missed = 0;

  get memoryBytes(): number {
    return this.#keys.length * cellBytes;
  }

  read(text: string): PassageWords {
    const reading = new Reading();
    if (!this.#readPlain(text, reading)) return readAny(text);
    return reading;
  }

  /** False where the text is not ASCII alone. */
  #readPlain(text: string, reading: Reading): boolean {
    const { length } = text;
    const bytes = asciiOf(text);
    if (!bytes) return false;
    let hasDigit = false;
    for (let i = 0; i < length; ) {
      const code = bytes[i]!;
      const first = kinds[code]!;
      if (first === kind.none || first === kind.apostrophe) {
        i++;
        continue;
      }
      const start = i;
      const lower = first === kind.upper ? code + 32 : code;
      let a = mixA(hashStart.a, lower);
      let b = mixB(hashStart.b, lower);
      let isWord = first !== kind.underscore;
      let isLetters = first !== kind.digit;
      let next = kinds[bytes[++i]!]!;
      // A capital that no small letter follows.
      if (first === kind.upper && isInside(next) && next !== kind.lower) isWord = false;
      for (; isInside(next); next = kinds[bytes[++i]!]!) {
        if (next === kind.digit) isLetters = false;
        else if (next !== kind.lower) isWord = false;
        const inner = bytes[i]!;
        a = mixA(a, inner);
        b = mixB(b, inner);
      }
      if (!isLetters) hasDigit = true;
      if (next === kind.apostrophe) {
        const end = endOfRun(text, start);
        if (end > i) isWord = false;
        i = end;
      }
      if (!isWord) reading.addOther(text.slice(start, i));
      else if (i - start > maxWordLength) reading.addWord(stemOf(text.slice(start, i), isLetters));
      else this.#addKnown(text, start, i, isLetters, hashOf(a, b), reading);
    }
    if (hasDigit) reading.addNumbers(text);
    return true;
  }

  #addKnown(
    text: string,
    start: number,
    end: number,
    isLetters: boolean,
    key: number,
    reading: Reading,
  ): void {
    const cell = key & (this.#keys.length - 1);
    if (this.#keys[cell] === key) {
      reading.add(this.#hashes[cell]!, this.#traits[cell]!);
      return;
    }
    const written = text.slice(start, end).toLowerCase();
    const word = stemOf(written, isLetters);
    const hash = hash53(word);
    const traits = traitsOf(word) | (mayTellOfChange(written) ? trait.change : 0);
    reading.add(hash, traits);
    this.#remember(key, hash, traits);
  }

  #remember(key: number, hash: number, traits: number): void {
    if (++this.#missed > 2 * (this.#keys.length + leastCells) && this.#keys.length < mostCells) {
      const cells = Math.max(leastCells, this.#keys.length * 4);
      this.#keys = new Float64Array(cells).fill(noWord);
      this.#hashes = new Float64Array(cells);
      this.#traits = new Uint8Array(cells);
      this.#missed = 0;
    }
    if (this.#keys.length === 0) return;
    const cell = key & (this.#keys.length - 1);
    this.#keys[cell] = key;
    this.#hashes[cell] = hash;
    this.#traits[cell] = traits;
  }
}

/** What was read of a passage so far. */
class Reading implements PassageWords {
  readonly hashes: number[] = [];
  readonly functionWords = { words: 0, english: 0, other: 0 };
  mayTellOfChange = false;

  add(hash: number, traits: number): void {
    this.hashes.push(hash);
    if (traits >= trait.change) this.mayTellOfChange = true;
    const { functionWords } = this;
    if (functionWords.words === mostWords) return;
    functionWords.words++;
    functionWords.english += traits & trait.english;
    functionWords.other += (traits & trait.other) >> 1;
  }

  addWord(word: string): void {
    this.add(hash53(word), traitsOf(word));
  }

  /** A run that may be several words. */
  addOther(run: string): void {
    const words: string[] = [];
    addIdentifier(run, words);
    for (const word of words) this.addWord(word);
    this.mayTellOfChange = true;
  }

  addNumbers(text: string): void {
    const words: string[] = [];
    addNumbers(text, words);
    for (const word of words) this.addWord(word);
  }
}

function readAny(text: string): PassageWords {
  const reading = new Reading();
  for (const word of wordsOf(text)) reading.addWord(word);
  reading.mayTellOfChange = true;
  return reading;
}

function stemOf(word: string, isLetters: boolean): string {
  const plain = word.toLowerCase().slice(0, maxWordLength);
  return isLetters ? stemEnglish(plain) : lightStem(plain);
}

function traitsOf(word: string): number {
  if (isFunctionWord(word)) return trait.english;
  return isOtherFunctionWord(word) ? trait.other : 0;
}

/** Used again for each text; only that of a long one is let go of. */
let scratch = Buffer.alloc(4_096);
const longestKept = 65_536;
/** A character that is not ASCII takes at least a byte more than it has units, and at most four in all: with so much room more is written than the text has units. */
const spareBytes = 8;

/** The characters of a text, a byte each, and a zero behind them; undefined where they are not ASCII alone. Bytes are read in half of the time of characters of a text. */
function asciiOf(text: string): Buffer | undefined {
  const room = text.length + spareBytes;
  const bytes = room <= scratch.length ? scratch : Buffer.allocUnsafe(2 * room);
  if (room <= longestKept) scratch = bytes;
  if (bytes.write(text, 'utf8') !== text.length) return undefined;
  bytes[text.length] = 0;
  return bytes;
}

function isInside(one: number): boolean {
  return one !== kind.none && one !== kind.apostrophe;
}

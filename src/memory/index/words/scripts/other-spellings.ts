import { hash53 } from '../../hash.ts';
import { isFunctionWord } from '../function-words.ts';
import { lightStem } from '../light-stems.ts';
import { letterTables, type OtherScript } from './letters.ts';
import type { Spellings } from './spellings.ts';

/** A way to write a letter costs its place among the ways, letters of a group one by one cost 1 more, and so does an ending. */
const mostCost = 4;
/** Spellings of a word that are tried: each costs about as much as a look-up. */
const mostTried = 200;
/** Letters and groups that are looked at for them. */
const mostSteps = 8000;
const leastLength = 3;
const mostLength = 30;
const longestGroup = 5;

/** The script of a word in the form in which it is indexed: undefined where it is not one of those whose spellings are known. */
export function scriptOf(word: string): OtherScript | 'Latin' | undefined {
  if (/^[a-z]+$/.test(word)) return 'Latin';
  if (/^[\u0400-\u04ff]+$/.test(word)) return 'Cyrillic';
  if (/^[\u0370-\u03ff]+$/.test(word)) return 'Greek';
  if (/^[\u0900-\u0963\u0970-\u097f]+$/.test(word)) return 'Devanagari';
  if (/^[\u0621-\u064a]+$/.test(word)) return 'Arabic';
  return undefined;
}

/**
 * The word in another script: a name, or one of the many words that languages share, is written there by its sound. Of the spellings that somebody has the likeliest one is taken, among equals the
 * commonest. The scripts are those that a Latin word is sought in; one of another script is sought in the Latin one.
 */
export function otherSpelling(
  word: string,
  scripts: readonly OtherScript[],
  countOf: (hash: number) => number,
): string | undefined {
  const own = scriptOf(word);
  if (own === undefined || word.length < leastLength || word.length > mostLength) return undefined;
  let cost = mostCost;
  let found: string | undefined;
  for (const script of own === 'Latin' ? scripts : [own]) {
    const { toLatin, fromLatin, latinEndings, read, write } = letterTables[script];
    const search =
      own === 'Latin'
        ? new SpellingSearch(word, { spellings: fromLatin, endings: [''], write }, countOf)
        : new SpellingSearch(read?.(word) ?? word, { spellings: toLatin, endings: latinEndings }, countOf);
    const cheapest = search.cheapest(cost);
    if (cheapest === undefined) continue;
    found = cheapest.word;
    cost = cheapest.cost - 1;
  }
  return found;
}

/** How the sounds of a word are spelt. */
interface Rules {
  spellings: Spellings;
  endings: readonly string[];
  write?: ((sounds: string) => string) | undefined;
}

class SpellingSearch {
  readonly #sounds: string;
  readonly #rules: Rules;
  readonly #countOf: (hash: number) => number;
  #steps = 0;
  #tried = 0;
  #most = 0;
  #best: string | undefined;

  constructor(sounds: string, rules: Rules, countOf: (hash: number) => number) {
    this.#sounds = sounds;
    this.#rules = rules;
    this.#countOf = countOf;
  }

  /** All spellings of one cost before any that is dearer. */
  cheapest(below: number): { word: string; cost: number } | undefined {
    const mostCost = Math.min(below, this.#sounds.length >> 1);
    for (const letter of this.#sounds) if (!this.#rules.spellings.has(letter)) return undefined;
    for (let cost = 0; cost <= mostCost && !this.#isSpent(); cost++) {
      this.#spell(0, '', cost);
      if (this.#best !== undefined) return { word: this.#best, cost };
    }
    return undefined;
  }

  /** Goes on from a place with what is spelt so far; exactly `left` is to be spent on the rest. */
  #spell(at: number, spelt: string, left: number): void {
    if (left < 0 || this.#isSpent()) return;
    this.#steps++;
    if (at === this.#sounds.length) {
      this.#rules.endings.forEach((ending, i) => {
        if (Math.min(i, 1) === left) this.#try(spelt + ending);
      });
      return;
    }
    let rest = left;
    for (let length = Math.min(longestGroup, this.#sounds.length - at); length > 0; length--) {
      const ways = this.#rules.spellings.get(this.#sounds.slice(at, at + length));
      if (ways === undefined) continue;
      const [next, most] = [at + length, rest--];
      ways.forEach((way, i) => {
        this.#spell(next, spelt + way, most - i);
      });
    }
  }

  #isSpent(): boolean {
    return this.#tried >= mostTried || this.#steps >= mostSteps;
  }

  #try(spelt: string): void {
    this.#tried++;
    const stem = lightStem(this.#rules.write?.(spelt) ?? spelt);
    if (stem.length < leastLength || isFunctionWord(stem)) return;
    const count = this.#countOf(hash53(stem));
    if (count <= this.#most) return;
    this.#most = count;
    this.#best = stem;
  }
}

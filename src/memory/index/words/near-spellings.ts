import { hashOf, hashStart, mixA, mixB } from '../hash.ts';

const leastLength = 5;
const [firstLetter, lastLetter] = [97, 122];

/**
 * What a word may have been meant to be: the commonest of all that is one slip away from it, a letter too many, too few or wrong, or two that changed places; undefined where none is known. The first
 * letter is left as it is; people seldom slip there, and other words begin there. Short words have too many neighbours that are words themselves.
 *
 * There are hundreds of slips, and words are known by their hashes: what comes before a slip is hashed once, and no text is made of those that nobody has.
 */
export function commonestNear(word: string, countOf: (hash: number) => number): string | undefined {
  if (word.length < leastLength || !/^[a-z]+$/.test(word)) return undefined;
  const slips = new Slips(word, countOf);
  for (let i = 1; i <= word.length; i++) {
    slips.before(i);
    if (i < word.length) slips.without(i);
    if (i + 1 < word.length) slips.swapped(i);
    for (let letter = firstLetter; letter <= lastLetter; letter++) {
      if (i < word.length && letter !== word.charCodeAt(i)) slips.replaced(i, letter);
      slips.added(i, letter);
    }
  }
  return slips.best;
}

/** Looks up one slip after the other, and keeps the commonest; among equals the first. */
class Slips {
  readonly #word: string;
  readonly #countOf: (hash: number) => number;
  /** The state of the hash before the slip. */
  #a = hashStart.a;
  #b = hashStart.b;
  #most = 0;
  best: string | undefined;

  constructor(word: string, countOf: (hash: number) => number) {
    this.#word = word;
    this.#countOf = countOf;
  }

  /** The next slips are at `at`, one further than those before. */
  before(at: number): void {
    const code = this.#word.charCodeAt(at - 1);
    this.#a = mixA(this.#a, code);
    this.#b = mixB(this.#b, code);
  }

  without(at: number): void {
    const count = this.#count(this.#a, this.#b, at + 1);
    if (count > this.#most) this.#keep(count, this.#word.slice(0, at) + this.#word.slice(at + 1));
  }

  swapped(at: number): void {
    const word = this.#word;
    const first = word.charCodeAt(at);
    const second = word.charCodeAt(at + 1);
    const count = this.#count(mixA(mixA(this.#a, second), first), mixB(mixB(this.#b, second), first), at + 2);
    if (count > this.#most)
      this.#keep(count, word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2));
  }

  replaced(at: number, letter: number): void {
    const count = this.#count(mixA(this.#a, letter), mixB(this.#b, letter), at + 1);
    if (count > this.#most) this.#keep(count, this.#with(at, letter, at + 1));
  }

  added(at: number, letter: number): void {
    const count = this.#count(mixA(this.#a, letter), mixB(this.#b, letter), at);
    if (count > this.#most) this.#keep(count, this.#with(at, letter, at));
  }

  #with(at: number, letter: number, rest: number): string {
    return this.#word.slice(0, at) + String.fromCharCode(letter) + this.#word.slice(rest);
  }

  /** How often the word is there that continues with the rest of this one. */
  #count(a: number, b: number, rest: number): number {
    const word = this.#word;
    for (let i = rest; i < word.length; i++) {
      const code = word.charCodeAt(i);
      a = mixA(a, code);
      b = mixB(b, code);
    }
    return this.#countOf(hashOf(a, b));
  }

  #keep(count: number, word: string): void {
    this.#most = count;
    this.best = word;
  }
}

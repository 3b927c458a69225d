import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** The words that the names in a function are made of, in small letters: `newSessionId` has `new`, `session` and `id`. The functions inside of it count. */
export class WordsOfFunction {
  /** Of its own name and of its parameters. */
  readonly #head = new Set<string>();
  readonly #all = new Set<string>();
  /** Where the other names are, in order, and the words of each. */
  readonly #places: Array<{ readonly at: number; readonly words: ReadonlySet<string> }> = [];
  readonly #isLong: boolean;

  constructor(fn: FunctionIr) {
    this.#isLong = fn.end - fn.start > maxShort;
    addFunction(fn, this.#head);
    const open: Part[] = [...fn.body];
    for (let part = open.pop(); part; part = open.pop()) {
      const words = new Set<string>();
      if (part.k === 'function') {
        addFunction(part.fn, words);
        open.push(...part.fn.body);
      } else if (part.k === 'name') addWords(part.name, words);
      else if (part.k === 'member') addWords(part.property, words);
      else if (part.k === 'call') for (const { name } of part.args) if (name) addWords(name, words);
      // A member begins where its object does; its name is at the end.
      if (words.size > 0) this.#places.push({ at: part.k === 'member' ? part.end : part.start, words });
      eachPart(part, (inner) => open.push(inner));
    }
    for (const word of this.#head) this.#all.add(word);
    for (const { words } of this.#places) for (const word of words) this.#all.add(word);
    this.#places.sort((one, other) => one.at - other.at);
  }

  /** Any of these, or the plural of one. */
  has(wanted: readonly string[]): boolean {
    return hasOne(this.#all, wanted);
  }

  /**
   * Likewise, but of a long function, which is about many things, only what it is called, what it is given and what is next to a place: that a session is
   * opened a page further down says nothing about a hash.
   */
  hasNear(wanted: readonly string[], from: number, to: number): boolean {
    if (!this.has(wanted)) return false;
    if (!this.#isLong || hasOne(this.#head, wanted)) return true;
    for (let index = this.#firstFrom(from); index < this.#places.length; index++) {
      const { at, words } = this.#places[index]!;
      if (at > to) return false;
      if (hasOne(words, wanted)) return true;
    }
    return false;
  }

  #firstFrom(at: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#places[middle]!.at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function hasOne(words: ReadonlySet<string>, wanted: readonly string[]): boolean {
  return wanted.some((word) => words.has(word) || words.has(`${word}s`));
}

function addFunction({ name, parameters }: FunctionIr, words: Set<string>): void {
  addWords(name, words);
  for (const parameter of parameters) addWords(parameter.name, words);
}

function addWords(name: string, words: Set<string>): void {
  for (const [word] of name.slice(0, maxName).matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g))
    words.add(word.toLowerCase());
}

const maxName = 200;
/** Some twenty lines: a function of that length is about one thing. */
const maxShort = 800;

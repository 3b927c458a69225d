import type { FunctionIr, Span } from '../../ir/ir.ts';
import type { Forgotten } from '../../knowledge/rule-types.ts';
import { askedTexts } from './asked-texts.ts';
import { callsOfFunction } from './calls-of-function.ts';
import { classHeads } from './class-heads.ts';
import { FilterLiterals } from './filter-literals.ts';
import { forgetsCharacters } from './forgotten-characters.ts';
import { forgetsNetworks } from './forgotten-networks.ts';
import { refusesMembers } from './refused-members.ts';
import { WordsOfFunction } from './words-of-function.ts';

/**
 * What expressions find in a whole file, in a function or at a place. Of the first two rules ask it of every call that is there, so each is looked up once, and what
 * is very long is looked at by its beginning: an expression that reads to the end from every place would otherwise take as long as its square.
 */
export class Passages {
  readonly #text: string;
  readonly #answers = new Map<RegExp, Map<number, boolean>>();
  readonly #heads = new Map<string, string>();
  readonly #called = new Map<FunctionIr, ReadonlySet<string>>();
  readonly #words = new Map<FunctionIr, WordsOfFunction>();
  readonly #asked = new Map<FunctionIr, ReadonlySet<string>>();
  readonly #filters: FilterLiterals;

  constructor(text: string) {
    this.#text = text;
    this.#filters = new FilterLiterals(text);
  }

  /** Whether a function calls one of these. */
  functionCalls(fn: FunctionIr | undefined, names: readonly string[]): boolean {
    if (!fn) return false;
    let called = this.#called.get(fn);
    if (!called) {
      called = callsOfFunction(fn);
      this.#called.set(fn, called);
    }
    return names.some((name) => called.has(name));
  }

  /** Whether a name in a function has one of these words, or the plural of one. */
  functionNames(fn: FunctionIr | undefined, wanted: readonly string[]): boolean {
    return fn !== undefined && this.#wordsOf(fn).has(wanted);
  }

  /** Likewise; of a long function what it is called and what is on the lines around a place. */
  placeNames(fn: FunctionIr | undefined, wanted: readonly string[], { start, end }: Span): boolean {
    return fn !== undefined && this.#wordsOf(fn).hasNear(wanted, start - maxNear, end + maxNear);
  }

  #wordsOf(fn: FunctionIr): WordsOfFunction {
    let words = this.#words.get(fn);
    if (!words) {
      words = new WordsOfFunction(fn);
      this.#words.set(fn, words);
    }
    return words;
  }

  /** Whether a condition of a function asks for one of these texts. */
  functionAsks(fn: FunctionIr | undefined, wanted: readonly string[]): boolean {
    if (!fn) return false;
    let asked = this.#asked.get(fn);
    if (!asked) {
      asked = askedTexts(fn);
      this.#asked.set(fn, asked);
    }
    return wanted.some((text) => asked.has(text));
  }

  /** Whether a function refuses some networks, or characters of a shell, and forgets others, or refuses no member of an archive. */
  functionForgets(fn: FunctionIr | undefined, what: Forgotten): boolean {
    if (what === 'members') return !fn || !refusesMembers(fn);
    if (!fn || !this.#filters.mayFilter(fn, what)) return false;
    return what === 'networks' ? forgetsNetworks(fn) : forgetsCharacters(fn);
  }

  fileSays(expression: RegExp): boolean {
    return this.#says(expression, 0, maxFileText, wholeFile);
  }

  functionSays(expression: RegExp, { start, end }: Span): boolean {
    return this.#says(expression, start, Math.min(end, start + maxFunctionText), start * maxOffset + end);
  }

  /** What is at the head of a class and of its bases; it is looked for once, however many methods ask. */
  classSays(expression: RegExp, name: string): boolean {
    let heads = this.#heads.get(name);
    if (heads === undefined) {
      heads = classHeads(this.#text, name);
      this.#heads.set(name, heads);
    }
    return expression.test(heads);
  }

  /** What is at a place. Few ask the same of it twice, so that nothing is kept. */
  placeSays(expression: RegExp, { start, end }: Span): boolean {
    return expression.test(this.#text.slice(start, Math.min(end, start + maxPlaceText)));
  }

  #says(expression: RegExp, start: number, end: number, key: number): boolean {
    let answers = this.#answers.get(expression);
    if (!answers) {
      answers = new Map();
      this.#answers.set(expression, answers);
    }
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = expression.test(this.#text.slice(start, end));
      answers.set(key, answer);
    }
    return answer;
  }
}

const wholeFile = -1;
/** More than any file that is parsed is long. */
const maxOffset = 2 ** 27;
const maxFileText = 100_000;
const maxFunctionText = 16_000;
const maxPlaceText = 8_000;
/** Some three lines. */
const maxNear = 160;

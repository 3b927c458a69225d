import type { LinkedFunction } from '../../domain/flow.ts';
import { isTellingName } from '../../domain/telling-name.ts';
import type { LinkedLanguage } from '../linked-language.ts';

/** Methods that are known by their names alone, where languages declare no types: those that one class of the program has, or a few. */
export class TellingMethods {
  readonly #traits: ReadonlyMap<string, LinkedLanguage>;
  readonly #all: () => Iterable<LinkedFunction>;
  #methods: Map<string, LinkedFunction[]> | undefined;
  /** The names of the classes of a file. */
  readonly #classes = new Map<string, Set<string>>();
  readonly #guesses = new WeakSet<readonly LinkedFunction[]>();

  constructor(traits: ReadonlyMap<string, LinkedLanguage>, all: () => Iterable<LinkedFunction>) {
    this.#traits = traits;
    this.#all = all;
  }

  /** The methods that a callee may mean: its object is one of which nothing is known, or a field of the class around it. */
  named(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[] {
    const { language } = fn.unit;
    const [first = ''] = callee;
    const method = callee.at(-1)!;
    if (callee.length < 2 || !this.#traits.get(language)?.tellingMethods || !isTellingName(method))
      return none;
    const methods = this.#known();
    const found = methods.get(`${language} ${method}`) ?? none;
    if (found.length === 0 || found.length > maxMethods) return none;
    if (!/^[~?]/.test(first) && !this.#classes.get(fn.file)?.has(first)) return none;
    this.#guesses.add(found);
    return found;
  }

  isGuessed(found: readonly LinkedFunction[]): boolean {
    return this.#guesses.has(found);
  }

  /** Methods by language and name; what tests have besides is not meant. */
  #known(): ReadonlyMap<string, LinkedFunction[]> {
    if (this.#methods) return this.#methods;
    const methods = new Map<string, LinkedFunction[]>();
    for (const fn of this.#all()) {
      const { key } = fn.facts;
      const dot = key.lastIndexOf('.');
      if (dot <= 0 || key.includes('#')) continue;
      const classes = this.#classes.get(fn.file) ?? new Set();
      this.#classes.set(fn.file, classes.add(key.slice(0, dot)));
      if (!fn.unit.isProduct || !this.#traits.get(fn.unit.language)?.tellingMethods) continue;
      const name = `${fn.unit.language} ${key.slice(dot + 1)}`;
      const those = methods.get(name);
      if (!those) methods.set(name, [fn]);
      else if (those.length <= maxMethods) those.push(fn);
    }
    this.#methods = methods;
    return methods;
  }
}

const none: readonly LinkedFunction[] = [];
/** Of more classes that have it none is meant: following them all would join everything with everything. */
const maxMethods = 2;

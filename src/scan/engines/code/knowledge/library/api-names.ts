import { expandAlternatives } from '../name-pattern.ts';
import { listOf } from '../rule-file.ts';
import type { Dialect } from './dialect.ts';
import type { Library, LibraryType } from './library-schema.ts';

/** What whoever wrote a library file did wrong, in words. */
export class LibraryFault extends Error {}

/** Qualified names of the engine that an API name stands for. */
export interface Patterns {
  readonly exact: string[];
  /** Members of objects that are known by the name of a variable alone. */
  readonly guessed: string[];
}

/** Translates names of an API into the qualified names that the engine meets. Throws a `LibraryFault` that says what is wrong with one. */
export class ApiNames {
  readonly #library: Library;
  readonly #dialect: Dialect;
  readonly #types: ReadonlyMap<string, LibraryType>;
  /** Classes that are used without an object: they are told from others of that name by imports. */
  readonly classes = new Map<string, string>();
  /** What each name that was asked for stands for: an example should meet one of them. */
  readonly asked = new Map<string, string[]>();
  /** How many names the file has, each alternative counted. */
  count = 0;

  constructor(library: Library, dialect: Dialect) {
    this.#library = library;
    this.#dialect = dialect;
    this.#types = new Map(Object.entries(library.types ?? {}));
  }

  patterns(names: unknown): Patterns {
    const exact: string[] = [];
    const guessed: string[] = [];
    for (const written of listOf(names)) {
      if (this.#dialect.names === 'written' && !written.includes('#')) {
        exact.push(written);
        continue;
      }
      for (const name of this.#alternatives(written)) {
        const hash = name.indexOf('#');
        const before = [exact.length, guessed.length] as const;
        if (hash < 0) exact.push(this.static(name));
        else this.#members(name, written, exact, guessed);
        this.asked.set(name, [...exact.slice(before[0]), ...guessed.slice(before[1])]);
      }
    }
    return { exact, guessed };
  }

  #members(name: string, written: string, exact: string[], guessed: string[]): void {
    const hash = name.indexOf('#');
    const member = name.slice(hash + 1);
    if (!memberPattern.test(member))
      throw new LibraryFault(`"${member}" in "${written}" is not a member such as "get" or "result.body"`);
    for (const type of this.#withSubtypes(name.slice(0, hash))) {
      exact.push(`${this.instance(type)}.${member}`);
      if (this.#types.get(type)?.guess?.length) guessed.push(`${this.guessed(type)}.${member}`);
    }
  }

  /** What an object of the type is called. */
  instance(type: string): string {
    this.#known(type);
    return `@${this.#library.library}:${type}`;
  }

  /** What a parameter is called; the packaged files also have names of values that are no types of theirs. */
  parameter(type: string): string {
    return this.#dialect.names === 'written' && !this.#types.has(type) ? type : this.instance(type);
  }

  guessed(type: string): string {
    return `${this.instance(type)}?`;
  }

  /** A function, a class or a member of one. */
  static(name: string): string {
    const { names, separator, moduleName } = this.#dialect;
    if (names === 'written') return name;
    if (!namePattern.test(name.replaceAll('()', '')))
      throw new LibraryFault(`"${name}" is not a name; write "package.function" or "Type#member"`);
    const inPackage = this.#library.packages
      .filter((each) => name === each || separators.some((mark) => name.startsWith(each + mark)))
      .sort((a, b) => b.length - a.length)[0];
    if (names === 'global' && inPackage === undefined) return name.replaceAll(separator, '.');
    if (inPackage === undefined)
      throw new LibraryFault(
        `"${name}" is in none of the packages (${this.#library.packages.join(', ')}); write the package in front, or "Type#member"`,
      );
    const rest = name.slice(inPackage.length).replace(/^(?:::|[.\\])/, '');
    const inside = rest.replaceAll(separator, '.');
    if (names !== 'classes')
      return inside === ''
        ? this.#module(moduleName(inPackage))
        : `${this.#module(moduleName(inPackage))}.${inside}`;
    const [first = '', ...members] = inside.split(/\.|(?=\(\))/);
    if (first === '') throw new LibraryFault(`"${name}" names a package; write a class or a function of it`);
    this.classes.set(first, inPackage);
    return [`@${this.#library.library}:${first}!`, ...members].join('.').replaceAll('.()', '()');
  }

  /** The parts of a dotted module are segments of their own; a path or a scoped package is one. */
  #module(name: string): string {
    const { separator, dottedModules } = this.#dialect;
    return dottedModules ? name.replaceAll(separator, '.') : `\`${name}\``;
  }

  #alternatives(written: string): string[] {
    let product = 1;
    for (const [, choices = ''] of written.matchAll(/\{([^}]*)\}/g)) product *= choices.split(',').length;
    this.count += product;
    if (product > maxAlternatives || this.count > maxNames)
      throw new LibraryFault(`"${written}" stands for too many names: at most ${maxNames} in a file`);
    return expandAlternatives(written);
  }

  #withSubtypes(type: string): string[] {
    this.#known(type);
    const found = new Set([type]);
    for (const each of found)
      for (const [name, { extends: bases }] of this.#types) if (bases?.includes(each)) found.add(name);
    return [...found];
  }

  #known(type: string): void {
    if (!this.#types.has(type))
      throw new LibraryFault(
        `There is no type "${type}" in this file; declare it under "types"${this.#types.size > 0 ? ` (there are ${[...this.#types.keys()].join(', ')})` : ''}`,
      );
  }
}

const separators = ['.', '::', '\\', '/', '('];
/** No name begins with a placeholder: it would be about every object there is. */
const namePattern = /^[A-Za-z_$@][\w$@/\\:.*-]*$/;
const memberPattern = /^(?:[\w$-]+|\*)(?:\.(?:[\w$-]+|\*)|\(\))*$/;
const maxAlternatives = 500;
const maxNames = 5_000;

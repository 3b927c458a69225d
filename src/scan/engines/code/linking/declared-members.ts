import { addToList } from '../../../../kernel/add-to-list.ts';
import { made } from '../domain/callee.ts';
import { addedTo, givenToo as given, harmless, listOf } from '../domain/declared-type.ts';
import type { FileFacts, TypeFact } from '../domain/facts.ts';
import type { LinkedLanguage } from './linked-language.ts';

/** What the types of a repository declare about the members of their objects. Types are known by their simple names: where several have one, all must agree. */
export class DeclaredMembers {
  readonly #types = new Map<string, TypeFact[]>();
  readonly #languages: ReadonlyMap<string, LinkedLanguage>;
  /** How many types a question has led to: who asks more than a little gets no answer. */
  #looks = 0;

  constructor(files: ReadonlyArray<{ facts: FileFacts }>, languages: ReadonlyMap<string, LinkedLanguage>) {
    this.#languages = languages;
    for (const { facts } of files)
      for (const type of facts.types ?? []) addToList(this.#types, keyOf(facts.language, type[0]), type);
  }

  /** Whether what is read through these members of a class, which may itself be what a method gives, holds no text of the sender's choice. */
  isHarmless(language: string, way: readonly string[]): boolean {
    this.#looks = 0;
    return this.#isHarmlessWay(language, way) && this.#looks < maxLooks;
  }

  #isHarmlessWay(language: string, way: readonly string[]): boolean {
    const [type = '', first, ...rest] = way;
    if (first === made) return this.#isHarmlessFrom(language, type, rest, maxSteps);
    // What the class itself gives: of an enumeration that is one of its own.
    const isOne = first !== undefined && givesOne.test(first) && this.#isHarmless(language, type, maxSteps);
    return isOne || this.#isHarmlessBehind(language, type, way.slice(1), maxSteps);
  }

  #isHarmlessFrom(language: string, type: string, way: readonly string[], depth: number): boolean {
    if (depth === 0) return false;
    // What is made of other data as well is not known by its object.
    if (this.#isHarmless(language, type, depth) && !way.includes(given)) return true;
    return way.length > 0 && this.#isHarmlessBehind(language, type, way, depth);
  }

  #isHarmlessBehind(language: string, type: string, way: readonly string[], depth: number): boolean {
    const [member = '', next] = way;
    const isCalled = next === made || next === given;
    const rest = way.slice(isCalled ? 2 : 1);
    if (type.startsWith(listOf))
      return elementReads.test(member) && this.#isHarmlessFrom(language, type.slice(1), rest, depth - 1);
    const types = this.#typesOf(language, type, member, isCalled, depth);
    return types.length > 0 && types.every((of) => this.#isHarmlessFrom(language, of, rest, depth - 1));
  }

  #isHarmless(language: string, type: string, depth: number): boolean {
    if (type === harmless || type === '' || depth === 0) return type === harmless;
    if (type.startsWith(listOf)) return this.#isHarmless(language, type.slice(1), depth - 1);
    const known = this.#named(language, type).filter(([, is]) => is !== addedTo);
    return (
      known.length > 0 && known.every(([, is]) => is !== '' && this.#isHarmless(language, is, depth - 1))
    );
  }

  /** What the classes of a name declare a member to be; a class that has none of that name, nor inherits one, is not the one that is meant. */
  #typesOf(language: string, type: string, member: string, isCalled: boolean, depth: number): string[] {
    const found: string[] = [];
    for (const [, , bases, members] of this.#named(language, type)) {
      if (!this.#isBelieved(language, type, depth)) continue;
      const own = ownType(members, member, isCalled);
      if (own !== undefined) found.push(own);
      else if (depth > 0)
        for (const base of bases.filter((each) => each !== type))
          found.push(...this.#typesOf(language, base, member, isCalled, depth - 1));
    }
    return found;
  }

  #named(language: string, type: string): readonly TypeFact[] {
    const known = this.#types.get(keyOf(language, type)) ?? [];
    this.#looks += known.length;
    return this.#looks < maxLooks ? known : [];
  }

  /** Where a language checks no types, a library does, and the class extends one of it. */
  #isBelieved(language: string, type: string, depth: number): boolean {
    const believed = this.#languages.get(language)?.toldTypes;
    if (!believed || believed.test('')) return believed !== undefined;
    if (believed.test(type)) return true;
    return (
      depth > 0 &&
      this.#named(language, type).some(([, , bases]) =>
        bases.some((base) => base !== type && this.#isBelieved(language, base, depth - 1)),
      )
    );
  }
}

function ownType(members: TypeFact[3], member: string, isCalled: boolean): string | undefined {
  const of = (name: string) => members.find(([key]) => key === name)?.[1];
  if (!isCalled) return of(member) ?? of(`get${capital(member)}()`);
  const [, rest] = /^(?:get|is)([A-Z]\w*)$/.exec(member) ?? [];
  const read =
    rest === undefined ? undefined : (of(rest.charAt(0).toLowerCase() + rest.slice(1)) ?? of(rest));
  return of(`${member}()`) ?? read ?? of(member);
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function keyOf(language: string, type: string): string {
  return `${language} ${type}`;
}

/** What gives one of a list. */
const elementReads =
  /^(?:\[\]|\d+|get|first|last|getFirst|getLast|First|Last|Single|FirstOrDefault|elementAt|next|iterator|orElseThrow|Value)$/;
const givesOne = /^(?:valueOf|parse|Parse|values|entries|of)$/;
const maxSteps = 10;
const maxLooks = 500;

import { addToList } from '../../../../../kernel/add-to-list.ts';
import { made } from '../../domain/callee.ts';
import type { FileFacts, ToldMember, TypeFact } from '../../domain/facts.ts';
import { addedTo, givenToo as given, harmless, listOf } from '../../domain/types/declared-type.ts';
import type { LinkedLanguage } from '../linked-language.ts';

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

  /** The kinds of harm that what is read so can do no more: all, or those that are checked by whom it was handed to. */
  cleared(language: string, way: readonly string[], by: readonly string[]): number {
    if (this.isHarmless(language, way)) return -1;
    const [type = '', first, ...rest] = way;
    if (by.length === 0 || first !== made) return 0;
    this.#looks = 0;
    const clears = this.#checked(language, type, rest, by, true, maxSteps);
    return this.#looks < maxLooks ? clears : 0;
  }

  /** Whether the classes of a name declare a method, or a field that it is named after; a method alone is one that nobody has written there. */
  declares(language: string, type: string, method: string): 'field' | 'method' | undefined {
    this.#looks = 0;
    const found = this.#membersOf(language, type, method, true, maxSteps);
    const isField = this.#membersOf(language, type, method, false, maxSteps).length > 0;
    const isNamed =
      isField || found.some(([key]) => !key.endsWith('()')) || this.#hasFieldOf(language, type, method);
    return found.length === 0 ? undefined : isNamed ? 'field' : 'method';
  }

  #hasFieldOf(language: string, type: string, method: string): boolean {
    const [, rest] = /^(?:get|is)([A-Z]\w*)$/.exec(method) ?? [];
    return (
      rest !== undefined &&
      this.#membersOf(language, type, rest.charAt(0).toLowerCase() + rest.slice(1), false, maxSteps).length >
        0
    );
  }

  #checked(
    language: string,
    type: string,
    way: readonly string[],
    by: readonly string[],
    isFirst: boolean,
    depth: number,
  ): number {
    const [member = '', next] = way;
    if (member === '' || depth === 0) return 0;
    const isCalled = next === made;
    const rest = way.slice(isCalled ? 2 : 1);
    if (type.startsWith(listOf)) return 0;
    const found = this.#membersOf(language, type, member, isCalled, depth);
    return found.reduce(
      (mask, [, of, who = '', clears = 0]) => {
        if (rest.length > 0) return mask & this.#checked(language, of, rest, by, false, depth - 1);
        // Objects inside of others are checked only where their field says so, which nobody asks here.
        return mask & (by.includes(who) && (isFirst || who !== notInside) ? clears : 0);
      },
      found.length > 0 ? -1 : 0,
    );
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
    const types = this.#membersOf(language, type, member, isCalled, depth);
    return types.length > 0 && types.every(([, of]) => this.#isHarmlessFrom(language, of, rest, depth - 1));
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
  #membersOf(language: string, type: string, member: string, isCalled: boolean, depth: number): ToldMember[] {
    const found: ToldMember[] = [];
    for (const [, , bases, members] of this.#named(language, type)) {
      if (!this.#isBelieved(language, type, depth)) continue;
      const own = ownMember(members, member, isCalled);
      if (own !== undefined) found.push(own);
      else if (depth > 0)
        for (const base of bases.filter((each) => each !== type))
          found.push(...this.#membersOf(language, base, member, isCalled, depth - 1));
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

function ownMember(
  members: readonly ToldMember[],
  member: string,
  isCalled: boolean,
): ToldMember | undefined {
  const of = (name: string) => members.find(([key]) => key === name);
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
/** Who looks into objects inside of others only where they are told to. */
const notInside = 'annotations';
const maxSteps = 10;
const maxLooks = 500;

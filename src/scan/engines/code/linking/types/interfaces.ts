import { addToList } from '../../../../../kernel/add-to-list.ts';
import { made } from '../../domain/callee.ts';
import type { FileFacts } from '../../domain/facts.ts';
import type { LinkedFunction } from '../../domain/flow.ts';

/**
 * Interfaces that a type belongs to by having their methods (Go): a call of such a method runs that of the types of the repository that have all of them.
 * What a test puts in their place is not what runs.
 */
export class Interfaces {
  /** By path without the ending, then by name. */
  readonly #asked = new Map<string, Map<string, readonly string[]>>();
  readonly #all: () => Iterable<LinkedFunction>;
  /** By language, then by the name of a method: the method of each type, by the folder and the name of the type. */
  readonly #methods = new Map<string, Map<string, Map<string, LinkedFunction>>>();

  constructor(files: ReadonlyArray<{ path: string; facts: FileFacts }>, all: () => Iterable<LinkedFunction>) {
    this.#all = all;
    for (const { path, facts } of files)
      for (const [name, , , , asks] of facts.classes ?? []) {
        if (!asks) continue;
        const plain = path.replace(/\.[^./]+$/, '');
        const types = this.#asked.get(plain) ?? new Map<string, readonly string[]>();
        types.set(name, asks);
        this.#asked.set(plain, types);
      }
  }

  /** The methods that a call of one of an interface may run; none where that is not such a call, or where there are too many to mean one. */
  implementing(
    language: string,
    places: ReadonlyArray<{ path: string; rest: readonly string[] }>,
    most: number,
  ): readonly LinkedFunction[] {
    if (this.#asked.size === 0) return [];
    for (const { path, rest } of places) {
      const [type = '', call, method, ...further] = rest;
      const isMethod = call === made && method !== undefined && further.length === 0;
      const asks = isMethod ? this.#asked.get(path)?.get(type) : undefined;
      if (asks?.includes(method!)) return this.#having(language, asks, method!, most);
    }
    return [];
  }

  #having(
    language: string,
    asks: readonly string[],
    method: string,
    most: number,
  ): readonly LinkedFunction[] {
    const known = this.#methodsIn(language);
    const each = asks.map((name) => known.get(name));
    const found = [...(known.get(method) ?? [])]
      .filter(([type]) => each.every((types) => types?.has(type)))
      .map(([, fn]) => fn);
    return found.length <= most ? found : [];
  }

  #methodsIn(language: string): ReadonlyMap<string, ReadonlyMap<string, LinkedFunction>> {
    let known = this.#methods.get(language);
    if (!known) {
      known = new Map();
      const found = new Map<string, Array<[type: string, fn: LinkedFunction]>>();
      for (const fn of this.#all()) {
        const { unit, file, facts } = fn;
        const dot = facts.key.indexOf('.');
        if (unit.language !== language || !unit.isProduct || dot <= 0) continue;
        const folder = file.slice(0, file.lastIndexOf('/') + 1);
        addToList(found, facts.key.slice(dot + 1), [`${folder}${facts.key.slice(0, dot)}`, fn]);
      }
      for (const [name, types] of found) known.set(name, new Map(types));
      this.#methods.set(language, known);
    }
    return known;
  }
}

import { addToList } from '../../../../../kernel/add-to-list.ts';
import { lastName, namesOf } from '../../domain/callee.ts';
import type { FunctionFacts } from '../../domain/facts.ts';
import type { LinkedFunction } from '../../domain/flow.ts';

/** Functions that are called like methods of their first parameter, by their names. */
export class ExtensionMethods {
  readonly #all: () => Iterable<LinkedFunction>;
  #byName: Map<string, LinkedFunction[]> | undefined;

  constructor(all: () => Iterable<LinkedFunction>) {
    this.#all = all;
  }

  /** Those that a call of a method may mean that no type is known to have; none where there are too many. */
  named(language: string, callee: readonly string[]): readonly LinkedFunction[] {
    if (callee.length < 2) return [];
    this.#byName ??= this.#find();
    const found = this.#byName.get(`${language} ${lastName(callee)}`) ?? [];
    return found.length <= maxOfOneName ? found : [];
  }

  #find(): Map<string, LinkedFunction[]> {
    const found = new Map<string, LinkedFunction[]>();
    for (const fn of this.#all()) {
      const { extends: isExtension, key } = fn.facts;
      if (isExtension && fn.unit.isProduct)
        addToList(found, `${fn.unit.language} ${key.slice(key.lastIndexOf('.') + 1)}`, fn);
    }
    return found;
  }
}

/** `request.Arg("u")` gives the object for the first parameter, `RequestExtensions.Arg(request, "u")` does not. */
export function isCalledOnObject(
  { callee }: FunctionFacts['calls'][number],
  { facts }: LinkedFunction,
): boolean {
  if (!facts.extends) return false;
  const type = facts.key.slice(0, facts.key.lastIndexOf('.'));
  return namesOf(callee).at(-2) !== type && !callee[0]!.startsWith('#');
}

/** Overloads hand on to one another; more than these are methods of types that have nothing to do with each other. */
const maxOfOneName = 4;

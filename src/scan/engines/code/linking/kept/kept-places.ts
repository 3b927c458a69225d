import { addToList } from '../../../../../kernel/add-to-list.ts';
import type { KeptFact } from '../../domain/facts.ts';
import type { LinkedFunction } from '../../domain/flow.ts';
import type { FunctionIndex } from '../function-index.ts';

interface Keeper {
  readonly fn: LinkedFunction;
  readonly fact: KeptFact;
}

interface Caller {
  readonly fn: LinkedFunction;
  readonly at: number;
}

/** Who puts what into the places of the whole program, such as its session, and who calls those that do. */
export class KeptPlaces {
  readonly #index: FunctionIndex;
  readonly #keepers = new Map<string, Keeper[]>();
  #callers: Map<LinkedFunction, Caller[]> | undefined;

  constructor(index: FunctionIndex) {
    this.#index = index;
    // What tests keep says nothing.
    for (const fn of index.all())
      for (const fact of fn.unit.isProduct ? (fn.facts.keeps ?? []) : []) {
        const key = `${fn.unit.language} ${fact.key}`;
        if ((this.#keepers.get(key)?.length ?? 0) < maxKeepers) addToList(this.#keepers, key, { fn, fact });
      }
  }

  keepersOf(language: string, key: string): readonly Keeper[] {
    return this.#keepers.get(`${language} ${key}`) ?? [];
  }

  /** The calls of a function that keeps what it is given. */
  callersOf(keeper: LinkedFunction): readonly Caller[] {
    this.#callers ??= this.#findCallers();
    return this.#callers.get(keeper) ?? [];
  }

  #findCallers(): Map<LinkedFunction, Caller[]> {
    const keepers = new Set([...this.#keepers.values()].flatMap((all) => all.map(({ fn }) => fn)));
    const callers = new Map<LinkedFunction, Caller[]>();
    for (const fn of this.#index.all())
      for (const [at, { callee }] of fn.facts.calls.entries())
        for (const called of this.#index.resolve(fn, callee))
          if (keepers.has(called) && (callers.get(called)?.length ?? 0) < maxKeepers)
            addToList(callers, called, { fn, at });
    return callers;
  }
}

/** Of how many places what is kept under one key may come. */
const maxKeepers = 16;

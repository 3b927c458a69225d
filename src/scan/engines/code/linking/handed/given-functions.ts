import { addToList } from '../../../../../kernel/add-to-list.ts';
import { type FunctionFacts, isGiven } from '../../domain/facts.ts';
import type { LinkedFunction } from '../../domain/flow.ts';

/** What has to be known of the functions of a program. */
interface KnownFunctions {
  all(): Iterable<LinkedFunction>;
  resolve(fn: LinkedFunction, callee: readonly string[]): readonly LinkedFunction[];
  positionOf(call: FunctionFacts['calls'][number], callee: LinkedFunction, parameter: number): number;
}

/** Which functions the program hands to functions that call their parameters, such as what wraps the handlers of its routes. */
export class GivenFunctions {
  readonly #index: KnownFunctions;
  /** By the function that calls it, then by the position of the parameter. */
  #given: Map<LinkedFunction, Map<number, LinkedFunction[]>> | undefined;

  constructor(index: KnownFunctions) {
    this.#index = index;
  }

  /** What runs where a function calls one of its parameters. */
  of(fn: LinkedFunction, parameter: number): readonly LinkedFunction[] {
    this.#given ??= this.#find();
    return this.#given.get(fn)?.get(parameter) ?? [];
  }

  #find(): Map<LinkedFunction, Map<number, LinkedFunction[]>> {
    const found = new Map<LinkedFunction, Map<number, LinkedFunction[]>>();
    const calling = new Map<LinkedFunction, Set<number>>();
    for (const fn of this.#index.all()) {
      const called = fn.facts.calls.flatMap(({ callee }) => (isGiven(callee) ? Number(callee[1]) : []));
      if (called.length > 0) calling.set(fn, new Set(called));
    }
    if (calling.size === 0) return found;
    for (const fn of this.#index.all())
      for (const call of fn.facts.calls)
        if (call.hands)
          for (const callee of this.#index.resolve(fn, call.callee))
            for (const parameter of calling.get(callee) ?? []) this.#add(found, fn, call, callee, parameter);
    return found;
  }

  #add(
    found: Map<LinkedFunction, Map<number, LinkedFunction[]>>,
    fn: LinkedFunction,
    call: FunctionFacts['calls'][number],
    callee: LinkedFunction,
    parameter: number,
  ): void {
    const position = this.#index.positionOf(call, callee, parameter);
    const byParameter = found.get(callee) ?? new Map<number, LinkedFunction[]>();
    found.set(callee, byParameter);
    for (const [arg, name] of call.hands ?? []) {
      if (arg !== position) continue;
      const known = byParameter.get(parameter) ?? [];
      for (const given of this.#index.resolve(fn, name))
        if (known.length < maxGiven && !known.includes(given) && given !== callee)
          addToList(byParameter, parameter, given);
    }
  }
}

/** How many functions one wrapper is followed into. */
const maxGiven = 48;

import type { FileFacts, From, FunctionFacts, SinkFact } from '../../domain/facts.ts';
import type { LinkedFunction, Via } from '../../domain/flow.ts';
import type { Callers } from './callers.ts';

type Reaching = FunctionFacts['sinks'][number];

/**
 * The way to a sink that no source is seen to reach: from the callers that hand something on, through what is made of it, to the place. Whoever looks at the place
 * has to know who fills it.
 */
export class WaysOfCallers {
  readonly #callers: Callers;
  /** By file: the longest way of its functions to each sink. */
  readonly #longest = new WeakMap<FileFacts, Map<string, { facts: FunctionFacts; reaching: Reaching }>>();

  constructor(callers: Callers) {
    this.#callers = callers;
  }

  to(fn: LinkedFunction, sink: SinkFact, from: From, via: readonly Via[]): Via[] {
    // Functions of the same file that call this one know more of the way than it does.
    const outer = this.#longestTo(fn.unit, sink);
    if (!outer || outer.reaching.steps.length <= via.length) return this.#from(fn, from, via);
    const { facts, reaching } = outer;
    const steps = reaching.steps.map(([place, text]) => ({ file: fn.file, place, text }));
    return this.#from({ ...fn, facts }, reaching.from, steps);
  }

  #from(fn: LinkedFunction, from: From, via: readonly Via[]): Via[] {
    const begin = beginOf(fn, from);
    const steps = begin ? [begin, ...via] : [...via];
    return from[0] === 'p' && from[1] >= 0 ? [...this.#above(fn, from[1]), ...steps] : steps;
  }

  /** The calls that lead here from other functions, as far as parameters are handed on. */
  #above(fn: LinkedFunction, parameter: number, below: readonly LinkedFunction[] = []): Via[] {
    const found = this.#callers.openCallerOf(fn, parameter);
    // Functions that call one another lead nowhere.
    if (!found || below.includes(found.caller)) return [];
    const { caller, at, from } = found;
    const call = caller.facts.calls[at]!;
    const here: Via = { file: caller.file, place: call.at, passedTo: call.callee };
    const isHandedOn = from[0] === 'p' && from[1] >= 0 && below.length + 1 < maxCallers;
    return isHandedOn ? [...this.#above(caller, from[1], [...below, fn]), here] : [here];
  }

  #longestTo(unit: FileFacts, sink: SinkFact) {
    let known = this.#longest.get(unit);
    if (!known) {
      known = new Map();
      this.#longest.set(unit, known);
      for (const facts of unit.functions)
        for (const reaching of facts.sinks) {
          const key = keyOf(reaching.sink);
          const before = known.get(key);
          if (!before || before.reaching.steps.length < reaching.steps.length)
            known.set(key, { facts, reaching });
        }
    }
    return known.get(keyOf(sink));
  }
}

/** Where the data begins in the function: an argument of it, or what a call gives. */
function beginOf({ file, facts }: LinkedFunction, from: From): Via | undefined {
  if (from[0] === 'p') {
    const name = facts.parameters[from[1]];
    return facts.at && name !== undefined
      ? { file, place: facts.at, text: `passed in as \`${name}\`` }
      : undefined;
  }
  const call = from[0] === 'c' ? facts.calls[from[1]] : undefined;
  return call && { file, place: call.at, returnedBy: call.callee };
}

function keyOf({ rule, at }: SinkFact): string {
  return `${rule}:${at.join(':')}`;
}

/** How far up callers are asked. */
const maxCallers = 2;

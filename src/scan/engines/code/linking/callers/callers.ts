import { addToList } from '../../../../../kernel/add-to-list.ts';
import type { From, FunctionFacts } from '../../domain/facts.ts';
import type { LinkedFunction } from '../../domain/flow.ts';
import type { FlowTracer } from '../flow-tracer.ts';
import type { FunctionIndex } from '../function-index.ts';

/** What the product itself gives to its functions. What a test gives says nothing. */
export class Callers {
  readonly #index: FunctionIndex;
  readonly #flows: FlowTracer;
  /** Of each function the parameters that get something else than literals. */
  readonly #open = new Map<LinkedFunction, Set<number>>();
  readonly #calls = new Map<LinkedFunction, Array<{ caller: LinkedFunction; at: number }>>();
  readonly #fed = new Map<LinkedFunction, Map<number, boolean>>();

  constructor(index: FunctionIndex, flows: FlowTracer) {
    this.#index = index;
    this.#flows = flows;
  }

  /** Notes the calls that a function makes. */
  count(fn: LinkedFunction): void {
    if (!fn.unit.isProduct) return;
    for (const [at, call] of fn.facts.calls.entries()) {
      for (const callee of this.#index.resolve(fn, call.callee)) this.#countCall(fn, at, call, callee);
    }
  }

  #countCall(
    fn: LinkedFunction,
    at: number,
    call: FunctionFacts['calls'][number],
    callee: LinkedFunction,
  ): void {
    let open = this.#open.get(callee);
    if (!open) {
      open = new Set();
      this.#open.set(callee, open);
    }
    addToList(this.#calls, callee, { caller: fn, at });
    for (const index of callee.facts.parameters.keys()) {
      const first = this.#index.positionOf(call, callee, index);
      const last = index === callee.facts.rest ? Math.max(first, call.args - 1) : first;
      for (let position = first; position <= last; position++) {
        const isGiven = position < call.args + call.names.length && !call.fixed?.includes(position);
        if (isGiven && !this.#givesNothing(fn, at, position)) open.add(index);
      }
    }
  }

  /** What is given is made of results of functions of the repository, and nothing from outside comes out of these. */
  #givesNothing(fn: LinkedFunction, call: number, position: number): boolean {
    const passes = this.#flows.passesTo(fn, call).filter(({ arg }) => arg === position);
    return passes.length > 0 && passes.every(({ from }) => this.comesFromNowhere(fn, from, -1));
  }

  /** Nothing that can do harm of a kind comes out of a call. */
  comesFromNowhere(fn: LinkedFunction, from: From, label: number): boolean {
    return (
      from[0] === 'c' &&
      fn.facts.calls[from[1]] !== undefined &&
      !this.isForeign(fn, from[1]) &&
      !this.#flows.expand(fn, from, 0).some(({ mask }) => mask & label)
    );
  }

  /** A call that leads to no function of the repository. */
  isForeign(fn: LinkedFunction, index: number): boolean {
    const call = fn.facts.calls[index];
    return call !== undefined && this.#index.resolve(fn, call.callee).length === 0;
  }

  /** The first caller in another function that hands something of its own on for a parameter, with the call that it does so in. */
  openCallerOf(
    fn: LinkedFunction,
    parameter: number,
  ): { caller: LinkedFunction; at: number; from: From } | undefined {
    for (const { caller, at } of this.#calls.get(fn) ?? []) {
      const call = caller.facts.calls[at]!;
      const pass =
        caller === fn
          ? undefined
          : this.#flows
              .passesTo(caller, at)
              .find(({ arg }) => this.#index.isGivenAt(call, fn, parameter, arg));
      if (pass) return { caller, at, from: pass.from };
    }
    return undefined;
  }

  /** A parameter to which all callers that are seen give nothing but literals. */
  isFixed(fn: LinkedFunction, parameter: number): boolean {
    // What an object holds is not what its methods are called with.
    if (parameter < 0) return false;
    const elsewhere = this.#open.get(fn);
    const here = calledIn(fn)?.[1];
    if (!elsewhere && !here) return false;
    return !elsewhere?.has(parameter) && !here?.includes(parameter);
  }

  /**
   * The callers are seen, and what each of them gives is a literal or made by the program: neither what a function gives of which nothing is known, nor an
   * argument of a function whose callers are not seen.
   */
  isFedByProgram(fn: LinkedFunction, parameter: number, depth = 0): boolean {
    let known = this.#fed.get(fn);
    if (!known) {
      known = new Map();
      this.#fed.set(fn, known);
    }
    const before = known.get(parameter);
    if (before !== undefined) return before;
    // Functions that call one another prove nothing.
    known.set(parameter, false);
    const isFed = parameter >= 0 && depth <= maxCallers && this.#allGiveOwn(fn, parameter, depth);
    known.set(parameter, isFed);
    return isFed;
  }

  #allGiveOwn(fn: LinkedFunction, parameter: number, depth: number): boolean {
    const elsewhere = this.#calls.get(fn) ?? [];
    const here = calledIn(fn);
    if ((elsewhere.length === 0 && !here) || here?.[2].includes(parameter)) return false;
    return elsewhere.every(({ caller, at }) => {
      const call = caller.facts.calls[at]!;
      return this.#flows
        .passesTo(caller, at)
        .every(
          ({ arg, from }) =>
            !this.#index.isGivenAt(call, fn, parameter, arg) ||
            this.comesFromNowhere(caller, from, -1) ||
            (from[0] === 'p' && this.isFedByProgram(caller, from[1], depth + 1)),
        );
    });
  }
}

/** Calls of a function in its own file. */
function calledIn({ unit, facts }: LinkedFunction): LinkedFunction['unit']['called'][number] | undefined {
  return unit.isProduct ? unit.called.find(([key]) => key === facts.key) : undefined;
}

/** How far up callers are asked. */
const maxCallers = 3;

import {
  areSameFilled,
  fieldOfFilled,
  filledPart,
  isFilled,
  lastName,
  ownObject,
  partOfFilled,
} from '../domain/callee.ts';
import { type From, type FunctionFacts, isKept, type StepFact } from '../domain/facts.ts';
import {
  distinct,
  type Flow,
  type LinkedFunction,
  maxFlows,
  maxVia,
  narrowed,
  type Via,
} from '../domain/flow.ts';
import { isKeyOfRow } from '../domain/row-keys.ts';
import { effectOf, unknownEffect } from '../domain/unknown-effect.ts';
import type { FunctionIndex } from './function-index.ts';
import { KeptPlaces } from './kept/kept-places.ts';
import type { ToldSchemas } from './schemas/told-schemas.ts';

/** Follows data backwards: what a function's values are in terms of sources and of its own parameters, through the calls that it makes. */
export class FlowTracer {
  readonly #index: FunctionIndex;
  readonly #returns = new Map<LinkedFunction, Flow[] | 'running'>();
  /** What comes out of the calls of a function, by the index of the call and the field. */
  readonly #results = new Map<LinkedFunction, Map<string, Flow[]>>();
  /** What is given to the calls of a function, by the index of the call. */
  readonly #passes = new Map<LinkedFunction, ReadonlyArray<FunctionFacts['passes'] | undefined>>();

  readonly #schemas: ToldSchemas | undefined;
  readonly #kept: KeptPlaces;

  constructor(index: FunctionIndex, schemas?: ToldSchemas) {
    this.#index = index;
    this.#schemas = schemas;
    this.#kept = new KeptPlaces(index);
  }

  /** What a placeholder stands for: sources and parameters of the function. */
  expand(fn: LinkedFunction, from: From, depth: number): Flow[] {
    if (from[0] === 's') {
      const source = fn.unit.sources[from[1]];
      if (source?.awaits !== undefined && !this.#index.classes.isFilled(source.awaits, fn.file)) return [];
      return source ? [{ k: 'source', file: fn.file, ...source, mask: -1, via: [] }] : [];
    }
    if (from[0] === 'p') return [{ k: 'parameter', index: from[1], field: from[2], mask: -1, via: [] }];
    const call = fn.facts.calls[from[1]];
    if (!call || depth > maxDepth) return [];
    let known = this.#results.get(fn);
    if (!known) {
      known = new Map();
      this.#results.set(fn, known);
    }
    const key = `${from[1]}.${from[2] ?? ''}`;
    let flows = known.get(key);
    if (!flows) {
      // Calls that feed one another are cut here.
      known.set(key, []);
      flows = distinct(this.#result(fn, from, call, depth));
      known.set(key, flows);
    }
    return flows;
  }

  /** What comes out of a call. */
  #result(fn: LinkedFunction, from: From, call: FunctionFacts['calls'][number], depth: number): Flow[] {
    if (isKept(call.callee[0]!)) return this.#keptThere(fn, call, depth);
    const callees = this.#index.resolve(fn, call.callee);
    const flows: Flow[] = [];
    if (callees.length === 0 && isFilled(from[2])) return flows;
    const isGuessed = callees.length > 0 && this.#index.isGuessed(fn, call.callee);
    if (callees.length === 0 || call.makes || isGuessed) {
      const source = this.#index.member(fn, call.callee)?.source;
      if (source && typeof from[2] === 'string' && isKeyOfRow(source.kind, from[2])) return flows;
      if (source) return [{ k: 'source', file: fn.file, ...source, at: call.at, via: [] }];
      if (call.news || call.modelled) return flows;
      // Nothing is known about it, or it makes an object: what goes in may come out.
      for (const pass of this.passesTo(fn, from[1]))
        if (!isSame(pass.from, from))
          for (const flow of this.expand(fn, pass.from, depth + 1))
            flows.push(narrowed(flow, pass.mask, pass.check ?? this.#effect(fn, call, from[2])));
      if (callees.length === 0) return flows;
    }
    for (const callee of callees)
      for (const returned of this.#returned(callee, depth + 1)) {
        if (!mayCarry(returned.given, from[2] as string | undefined)) continue;
        if (isRowKey(returned, from[2])) continue;
        const given = isFilled(returned.given) ? fieldOfFilled(returned.given!) : returned.given;
        if (returned.k === 'source')
          flows.push({
            ...returned,
            given,
            check:
              returned.check ??
              partOfWhole(returned, from[2], call) ??
              (isGuessed ? effectOf(lastName(call.callee)) : undefined),
            via: [
              ...returned.via,
              {
                file: fn.file,
                place: call.at,
                returnedBy: call.callee,
                winds: !callee.facts.straight,
                asks: callee.facts.asks,
              },
            ],
          });
        else
          for (const flow of this.argument(fn, from[1], call, callee, returned, depth + 1)) {
            // Where a function goes by the name of a known one, it does the same as long as something in it is not understood.
            if (call.modelled && returned.check !== undefined) continue;
            const handed = narrowed(through(flow, callee, returned, call), returned.mask, returned.check);
            // What gives its own object gives it with the fields that were filled before; or something that is made of them.
            const isFilledBefore = isOwnObject(returned) && flow.given !== undefined;
            if (isFilledBefore) flows.push(handed);
            const made = isFilledBefore ? unknownEffect(lastName(call.callee)) : undefined;
            flows.push({ ...handed, given, check: handed.check ?? made });
          }
      }
    return flows;
  }

  /** What functions of the program put where this one reads: what they got themselves, or what their callers gave them. */
  #keptThere(fn: LinkedFunction, { callee, at }: FunctionFacts['calls'][number], depth: number): Flow[] {
    const flows: Flow[] = [];
    for (const keeper of this.#kept.keepersOf(fn.unit.language, callee[0]!)) {
      const { from, mask, check } = keeper.fact;
      for (const flow of this.expand(keeper.fn, from, depth + 1))
        for (const given of flow.k === 'source' ? [flow] : this.#givenTo(keeper.fn, flow, depth + 1))
          flows.push({
            ...narrowed(given, mask, check),
            via: [...given.via, { file: fn.file, place: at, returnedBy: callee }],
          });
    }
    return flows;
  }

  /** What the callers of a function give for a parameter, as far as it comes from outside. */
  #givenTo(fn: LinkedFunction, parameter: Flow & { k: 'parameter' }, depth: number): Flow[] {
    return this.#kept.callersOf(fn).flatMap((caller) => {
      const call = caller.fn.facts.calls[caller.at]!;
      return this.argument(caller.fn, caller.at, call, fn, parameter, depth).filter(
        ({ k }) => k === 'source',
      );
    });
  }

  /** What a schema lets pass is what was sent. */
  #effect(
    fn: LinkedFunction,
    { callee }: FunctionFacts['calls'][number],
    field: string | number | undefined,
  ): string | undefined {
    return this.#schemas?.has(fn, callee.slice(0, -1)) || this.#schemas?.has(fn, callee)
      ? undefined
      : effectFor(callee, field);
  }

  /** What the caller passes for a parameter of the callee. */
  argument(
    fn: LinkedFunction,
    callIndex: number,
    call: FunctionFacts['calls'][number],
    callee: LinkedFunction,
    parameter: { index: number; field: string | undefined },
    depth: number,
  ): Flow[] {
    const flows: Flow[] = [];
    if (depth > maxDepth) return flows;
    const isMade = parameter.index === -1 && this.#index.makesObject(call, callee);
    // Whether it is that method is not known.
    const guessed = this.#index.isGuessed(fn, call.callee) ? effectOf(lastName(call.callee)) : undefined;
    for (const pass of this.passesTo(fn, callIndex)) {
      if (!isMade && !this.#index.isGivenAt(call, callee, parameter.index, pass.arg)) continue;
      const put = this.#putThere(fn, pass, parameter.field, depth + 1);
      for (const flow of put ?? []) flows.push(narrowed(flow, pass.mask, pass.check ?? guessed));
      if (!put && mayCarry(pass.field, parameter.field))
        for (const flow of this.#partOf(fn, pass, parameter.field, depth + 1)) {
          if (isRowKey(flow, parameter.field) || !mayCarry(flow.given, parameter.field)) continue;
          flows.push(
            handedOn(
              narrowed(flow, pass.mask, pass.check ?? guessed ?? throughObject(pass, parameter, flow, call)),
              pass,
              parameter.field,
            ),
          );
        }
    }
    return flows.slice(0, maxFlows);
  }

  /** What the constructors of an object that is made here put into the field that is wanted; undefined where that is not known. */
  #putThere(
    fn: LinkedFunction,
    { from, field }: FunctionFacts['passes'][number],
    wanted: string | undefined,
    depth: number,
  ): Flow[] | undefined {
    if (from[0] !== 'c' || from[2] !== undefined || wanted === undefined || field !== undefined)
      return undefined;
    const call = fn.facts.calls[from[1]];
    if (!call || isKept(call.callee[0]!)) return undefined;
    const makers = this.#index.makersOf(fn, call);
    if (makers.length === 0 || !makers.every(({ facts }) => facts.sets?.includes(wanted))) return undefined;
    const part = partOfFilled(filledPart(ownObject), wanted);
    return makers.flatMap((maker) =>
      this.#returned(maker, depth + 1)
        .filter(({ given }) => given === part)
        .flatMap((returned) =>
          returned.k === 'source'
            ? [{ ...returned, given: undefined }]
            : this.argument(fn, from[1], call, maker, returned, depth + 1).map((flow) => ({
                ...narrowed(flow, returned.mask, returned.check),
                given: undefined,
              })),
        ),
    );
  }

  /** What is handed over; where one field of an object is asked for that is made here, what its class puts there as well. */
  #partOf(
    fn: LinkedFunction,
    { from, field }: FunctionFacts['passes'][number],
    wanted: string | undefined,
    depth: number,
  ): Flow[] {
    const flows = this.expand(fn, fieldWanted(from, field === undefined ? wanted : undefined), depth);
    if (from[0] !== 'c' || from[2] !== undefined || wanted === undefined || field !== undefined) return flows;
    const call = fn.facts.calls[from[1]];
    const filled = call?.makes ? this.#index.fieldOf(fn, call.callee, wanted) : undefined;
    if (!filled) return flows;
    const given = this.#returned(filled, depth + 1).filter(({ k }) => k === 'source');
    return [...given, ...flows];
  }

  passesTo(fn: LinkedFunction, call: number): FunctionFacts['passes'] {
    let byCall = this.#passes.get(fn);
    if (!byCall) {
      const { calls, passes } = fn.facts;
      const lists: Array<FunctionFacts['passes'] | undefined> = new Array(calls.length);
      for (const pass of passes) {
        lists[pass.call] ??= [];
        lists[pass.call]!.push(pass);
      }
      byCall = lists;
      this.#passes.set(fn, byCall);
    }
    return byCall[call] ?? [];
  }

  #returned(fn: LinkedFunction, depth: number): Flow[] {
    const known = this.#returns.get(fn);
    if (known) return known === 'running' ? [] : known;
    this.#returns.set(fn, 'running');
    const flows: Flow[] = [];
    for (const returned of fn.facts.returns)
      for (const flow of this.expand(fn, returned.from, depth))
        flows.push({
          ...narrowed(flow, returned.mask, returned.check),
          given: partReturned(returned.field, flow.given),
          ...(returned.step && { via: [...flow.via, stepAt(fn, returned.step)] }),
        });
    const kept = distinct(flows);
    this.#returns.set(fn, kept);
    return kept;
  }
}

/** The way through a function that hands its argument on, and through those that it calls for that. */
function through(
  flow: Flow,
  { file, facts }: LinkedFunction,
  returned: Flow,
  { callee }: FunctionFacts['calls'][number],
): Flow {
  if (!facts.at || flow.via.length >= maxVia) return flow;
  const step = { file, place: facts.at, returnedBy: callee, winds: !facts.straight, asks: facts.asks };
  return { ...flow, via: [...flow.via, step, ...returned.via] };
}

function stepAt({ file }: LinkedFunction, [place, text]: StepFact): Via {
  return { file, place, text };
}

/** The object of a method was made elsewhere: something from outside went into one of its fields, and nobody knows whether that is the one that is used. */
function throughObject(
  { from, field }: FunctionFacts['passes'][number],
  parameter: { index: number; field: string | undefined },
  { given, k }: Flow,
  { callee }: FunctionFacts['calls'][number],
): string | undefined {
  if (parameter.index !== ownObject || field !== undefined) return undefined;
  // Whoever calls this function is asked for that field of the object.
  if (k === 'parameter' && from[0] === 'p' && parameter.field !== undefined) return undefined;
  // It is known to be in the field that is used.
  if (given !== undefined && given === parameter.field) return undefined;
  // The method gives its own object: `builder.order(x).limit(5)`.
  if (parameter.field === undefined && given !== undefined) return undefined;
  return from[0] === 'c' || isMadeHere(callee) ? unknownEffect(lastName(callee)) : undefined;
}

function isOwnObject(flow: Flow): boolean {
  return flow.k === 'parameter' && flow.index === ownObject && flow.field === undefined && !flow.given;
}

/** `Search.new(query: q).results`, `Search(q).results()`: what went in is in one of the fields. */
function isMadeHere(callee: readonly string[]): boolean {
  const maker = callee.at(-2) === '()' ? callee.at(-3) : undefined;
  return maker !== undefined && /^(?:new$|#?[A-Z])/.test(maker);
}

/** A field of what a function gave, where only something of it is known to come from outside: nobody knows whether that is the field. */
function partOfWhole(
  { given }: Flow,
  field: number | string | undefined,
  { callee }: FunctionFacts['calls'][number],
): string | undefined {
  return field !== undefined && !isPlace(field) && given === undefined
    ? effectOf(lastName(callee))
    : undefined;
}

/** A part of what an unknown function gave is no text that it handed on. */
function effectFor(callee: readonly string[], field: number | string | undefined): string | undefined {
  return field === undefined || isPlace(field) ? unknownEffect(lastName(callee)) : effectOf(lastName(callee));
}

/** One of several results by its place. */
function isPlace(field: number | string): boolean {
  return /^\d$/.test(String(field));
}

/** Of a row that another function read, the field that numbers it. */
function isRowKey(flow: Flow, field: number | string | undefined): boolean {
  return flow.k === 'source' && typeof field === 'string' && isKeyOfRow(flow.kind, field);
}

/** Of an object that another function filled, the field that is wanted. */
function fieldWanted(from: From, wanted: string | undefined): From {
  const [k, call, part] = from;
  return k === 'c' && wanted !== undefined && part !== undefined && isFilled(part)
    ? ['c', call, partOfFilled(part, wanted)]
    : from;
}

/** What a part of a result holds in one of its fields, where what is put there is known by its field. */
function partReturned(part: string | undefined, given: string | undefined): string | undefined {
  if (part === undefined) return given;
  return isFilled(part) && given !== undefined && !isFilled(given) ? partOfFilled(part, given) : part;
}

/** What one field holds does not come out of another. */
function mayCarry(given: string | undefined, wanted: string | undefined): boolean {
  if (isFilled(given) || isFilled(wanted))
    return given !== undefined && wanted !== undefined && areSameFilled(given, wanted);
  return given === undefined || wanted === undefined || given === wanted;
}

/** Of an object that is handed on as it is, the field that is wanted there is the one that is wanted here. */
function handedOn(flow: Flow, pass: FunctionFacts['passes'][number], wanted: string | undefined): Flow {
  const isWhole = flow.k === 'parameter' && pass.from[0] === 'p' && pass.field === undefined;
  return isWhole && flow.field === undefined ? { ...flow, field: wanted } : flow;
}

function isSame(a: From, b: From): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** How many calls deep data is followed. */
export const maxDepth = 12;

import { atMost, type Severity } from '../../../model/finding.ts';
import { type Attempt, unguarded } from '../../attempt.ts';
import { lastName, namesOf, ownObject } from '../domain/callee.ts';
import { type FileFacts, type From, type FunctionFacts, isKept, type SinkFact } from '../domain/facts.ts';
import {
  type LinkEvents,
  type LinkedFunction,
  maxVia,
  type ParameterSink,
  type Via,
} from '../domain/flow.ts';
import type { KnownMembers } from '../domain/types/known-members.ts';
import { isOwnPart, saysItEscapes } from '../domain/unknown-effect.ts';
import { Callers } from './callers/callers.ts';
import { WaysOfCallers } from './callers/ways-of-callers.ts';
import { FlowTracer, maxDepth } from './flow-tracer.ts';
import { FunctionIndex } from './function-index.ts';
import type { LinkedLanguage } from './linked-language.ts';
import { PublishedPackages } from './manifests/published-packages.ts';
import { ToldSchemas } from './schemas/told-schemas.ts';

/**
 * Joins the facts of all files: calls are resolved to functions of other files, and data is followed from sources through
 * calls to sinks. Functions are visited once each, callees before callers; recursion is cut.
 */
export class Linker {
  readonly #index: FunctionIndex;
  readonly #packages: PublishedPackages;
  readonly #flows: FlowTracer;
  readonly #events: LinkEvents;
  readonly #sinks = new Map<LinkedFunction, ParameterSink[] | 'running'>();
  readonly #attempt: Attempt;
  readonly #callers: Callers;
  readonly #ways: WaysOfCallers;

  constructor(
    files: ReadonlyArray<{ path: string; facts: FileFacts }>,
    languages: ReadonlyMap<string, LinkedLanguage>,
    events: LinkEvents,
    attempt: Attempt = unguarded,
    known?: KnownMembers,
  ) {
    this.#attempt = attempt;
    this.#packages = new PublishedPackages(
      files.filter(({ facts }) => facts.isPackage).map(({ path }) => path),
      files
        .filter(({ facts }) => languages.get(facts.language)?.mainStartsProgram && beginsHere(facts))
        .map(({ path }) => path),
      files.filter(({ facts }) => facts.isPackage === false).map(({ path }) => path),
    );
    this.#index = new FunctionIndex(files, languages, known);
    this.#flows = new FlowTracer(this.#index, new ToldSchemas(files, this.#index));
    this.#callers = new Callers(this.#index, this.#flows);
    this.#ways = new WaysOfCallers(this.#callers);
    this.#events = events;
  }

  run(): void {
    const functions = [...this.#index.all()];
    for (const fn of functions) this.#attempt({ path: fn.file }, () => this.#callers.count(fn));
    for (const fn of functions) this.#attempt({ path: fn.file }, () => this.#link(fn));
  }

  /** How severe a place is that no source was seen to reach; undefined where none can. */
  #fallbackOf(
    fn: LinkedFunction,
    from: From,
    { label, made }: SinkFact,
    severity: Severity,
  ): Severity | undefined {
    if (from[0] !== 'p') {
      // What it gives besides what its own file knows is asked of others alone.
      if (from[0] === 'c' && fn.facts.calls[from[1]]?.modelled) return undefined;
      if (this.#callers.comesFromNowhere(fn, from, label)) return undefined;
      // What the program keeps for itself is what it put there.
      if (from[0] === 'c' && isKept(fn.facts.calls[from[1]]?.callee[0] ?? '')) return atMost(severity, 'low');
      if (from[0] !== 'c' || !this.#callers.isForeign(fn, from[1])) return severity;
      const isEscaped = saysItEscapes(lastName(fn.facts.calls[from[1]]!.callee), label);
      return isEscaped ? atMost(severity, 'low') : (made ?? severity);
    }
    if (!this.#callers.isFixed(fn, from[1]))
      return !this.#packages.has(fn.file) && this.#callers.isFedByProgram(fn, from[1])
        ? atMost(severity, 'low')
        : severity;
    if (fn.facts.hidden) return undefined;
    // Whoever installs a package calls what it offers with anything; in an application the callers that are seen are likely all there are.
    return this.#packages.has(fn.file) ? severity : atMost(severity, 'low');
  }

  #link(fn: LinkedFunction): void {
    const waiting = new Map<SinkFact, { severity: Severity; from: From; via: Via[] }>();
    for (const { from, sink, steps, check } of this.#sinksOf(fn)) {
      const via = steps.map(([place, text]) => ({ file: fn.file, place, text }));
      for (const flow of this.#flows.expand(fn, from, 0)) {
        if (!(flow.mask & sink.label)) continue;
        const isNews =
          from[0] !== 's' || fn.unit.sources[from[1]]?.awaits !== undefined || sink.unless !== undefined;
        if (flow.k === 'source' && sink.kinds.includes(flow.kind) && isNews)
          this.#events.reached(sink, flow, [...flow.via, ...via], fn.file, flow.check ?? check);
      }
      if (!sink.fallback || waiting.has(sink)) continue;
      const severity = this.#fallbackOf(fn, from, sink, sink.fallback);
      if (severity) waiting.set(sink, { severity, from, via });
    }
    for (const [index, call] of fn.facts.calls.entries()) {
      for (const callee of this.#index.runBy(fn, call)) this.#linkCall(fn, index, call, callee);
    }
    for (const [sink, { severity, from, via }] of waiting)
      this.#events.unreached(fn, sink, severity, this.#ways.to(fn, sink, from, via));
    if (this.#isOffered(fn)) this.#linkOffered(fn);
  }

  /** Without those that turn out to be functions of the repository: what these do with their arguments is seen where they are defined. */
  #sinksOf(fn: LinkedFunction): FunctionFacts['sinks'] {
    const own = fn.facts.sinks.filter(
      ({ sink }) => !sink.unless || this.#index.resolve(fn, sink.unless).length === 0,
    );
    const promoted = this.#promotedSinks(fn);
    return promoted.length > 0 ? [...own, ...promoted] : own;
  }

  /** Calls of a library through an object whose type another file declares. */
  #promotedSinks(fn: LinkedFunction): FunctionFacts['sinks'] {
    return fn.facts.calls.flatMap((call, index) =>
      (this.#index.member(fn, call.callee)?.sinks ?? []).flatMap(({ arg, sink }) =>
        this.#flows
          .passesTo(fn, index)
          .filter((pass) => pass.arg === arg && pass.field === undefined && pass.mask & sink.label)
          .map(({ from, check }) => ({
            from,
            sink: { ...sink, at: call.at, scope: fn.facts.key, tokens: '', code: codeOf(call) },
            steps: [],
            ...(check !== undefined && { check }),
          })),
      ),
    );
  }

  #linkCall(
    fn: LinkedFunction,
    index: number,
    call: FunctionFacts['calls'][number],
    callee: LinkedFunction,
  ): void {
    for (const known of this.#parameterSinks(callee, 0)) {
      const { reached, step } = seenFrom(fn, call, callee, known);
      for (const flow of this.#flows.argument(fn, index, call, callee, reached, 0))
        if (
          flow.k === 'source' &&
          flow.mask & reached.mask & reached.sink.label &&
          reached.sink.kinds.includes(flow.kind)
        )
          this.#events.reached(
            reached.sink,
            flow,
            [...flow.via, ...step, ...reached.via],
            reached.file,
            flow.check ?? reached.check,
            reached.isKept === true || reached.index === ownObject,
          );
    }
  }

  /** Whoever installs the package may call the function with anything. */
  #isOffered(fn: LinkedFunction): boolean {
    const { hidden, at, key } = fn.facts;
    return !hidden && at !== undefined && key !== '' && fn.unit.isProduct && this.#packages.has(fn.file);
  }

  #linkOffered(fn: LinkedFunction): void {
    for (const reached of this.#parameterSinks(fn, 0))
      if (reached.mask & reached.sink.label) {
        if (reached.index >= 0) this.#events.offered(fn, reached);
        else if (reached.index === ownObject) this.#linkFilled(fn, reached);
      }
    for (const pass of fn.facts.passes) {
      const call = fn.facts.calls[pass.call];
      if (!pass.built || !call) continue;
      for (const callee of this.#index.resolve(fn, call.callee))
        for (const reached of callee === fn ? [] : this.#parameterSinks(callee, 0))
          if (
            this.#index.isGivenAt(call, callee, reached.index, pass.arg) &&
            pass.mask & reached.mask & reached.sink.label
          )
            for (const flow of this.#flows.expand(fn, pass.from, 0))
              if (flow.k === 'parameter' && flow.index >= 0)
                this.#events.offered(fn, { ...reached, index: flow.index }, call.at);
    }
  }

  /** The object was made with it, or given it by another method: whoever installs the package calls those as well. */
  #linkFilled(fn: LinkedFunction, reached: ParameterSink): void {
    const { key } = fn.facts;
    const field = `${key.slice(0, key.lastIndexOf('.'))}.${reached.field}`;
    const filled = fn.unit.fills?.find(([name]) => name === field);
    if (!filled) return;
    const [, method, parameter, at] = filled;
    const filler = { ...fn, facts: { ...fn.facts, key: method, parameters: [parameter], at } };
    // All that the caller gives is in the field, whatever its parts are called.
    const check = isOwnPart(reached.check) ? undefined : reached.check;
    this.#events.offered(filler, { ...reached, check, index: 0 });
  }

  /** The sinks that a parameter leads to, here or further down. */
  #parameterSinks(fn: LinkedFunction, depth: number): ParameterSink[] {
    const known = this.#sinks.get(fn);
    if (known) return known === 'running' ? [] : known;
    if (depth > maxDepth) return [];
    this.#sinks.set(fn, 'running');
    const sinks: ParameterSink[] = [];
    for (const { from, sink, steps, check } of this.#sinksOf(fn)) {
      const via = steps.map(([place, text]) => ({ file: fn.file, place, text }));
      for (const flow of this.#flows.expand(fn, from, depth))
        if (flow.k === 'parameter' && flow.mask & sink.label)
          sinks.push({
            file: fn.file,
            index: flow.index,
            field: flow.field,
            mask: flow.mask,
            check: flow.check ?? check,
            sink,
            via: [...flow.via, ...via].slice(0, maxVia),
          });
    }
    for (const [index, call] of fn.facts.calls.entries()) {
      for (const callee of this.#index.runBy(fn, call)) {
        if (callee === fn) continue;
        for (const known of this.#parameterSinks(callee, depth + 1)) {
          const { reached, step } = seenFrom(fn, call, callee, known);
          for (const flow of this.#flows.argument(fn, index, call, callee, reached, depth + 1))
            if (flow.k === 'parameter')
              sinks.push({
                ...reached,
                index: flow.index,
                field: flow.field,
                mask: flow.mask & reached.mask,
                check: flow.check ?? reached.check,
                isKept: reached.isKept === true || reached.index === ownObject,
                via: [...flow.via, ...step, ...reached.via].slice(0, maxVia),
              });
        }
      }
    }
    const kept = sinks.slice(0, maxSinks);
    this.#sinks.set(fn, kept);
    return kept;
  }
}

/** Programs in folders of examples are none of the module. */
function beginsHere({ functions, quiet, isProduct }: FileFacts): boolean {
  return isProduct && (quiet.includes('main') || functions.some(({ key }) => key === 'main'));
}

/** What a library's function under another name does is done where it is called; to what any other function does leads a step. */
function seenFrom(
  fn: LinkedFunction,
  call: FunctionFacts['calls'][number],
  callee: LinkedFunction,
  reached: ParameterSink,
): { reached: ParameterSink; step: Via[] } {
  if (!callee.facts.renames || reached.file !== callee.file)
    return { reached, step: [passedTo(fn, call, callee)] };
  const sink = { ...reached.sink, at: call.at, scope: fn.facts.key, tokens: '', code: codeOf(call) };
  return { reached: { ...reached, file: fn.file, sink, via: [] }, step: [] };
}

function passedTo(
  { file }: LinkedFunction,
  { at, callee, asked }: FunctionFacts['calls'][number],
  { facts }: LinkedFunction,
): Via {
  return { file, place: at, passedTo: callee, winds: !facts.straight, asks: asked };
}

/** What is written there, as far as facts say. */
function codeOf({ callee }: FunctionFacts['calls'][number]): string {
  const names = namesOf(callee);
  const inModule = names.slice(-2).filter((name) => !name.startsWith('file:'));
  // What a module is as a whole goes by the name of its file.
  const written =
    inModule.length > 0 ? inModule.join('.') : names.at(-1)?.replace(/^(?:file:)?(?:.*\/)?/, '');
  return `${written}(…)`;
}

const maxSinks = 100;

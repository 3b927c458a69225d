import type { EngineFinding } from '../../../finding.ts';
import { describeFinding } from '../findings/describe-finding.ts';
import { atMost } from '../findings/file-class.ts';
import { severityFor } from '../findings/finding-log.ts';
import type { LanguageTraits } from '../lowering/language-traits.ts';
import type { RuleMeta } from '../rules/rule-types.ts';
import type { FileFacts, From, FunctionFacts, SinkFact } from './facts.ts';
import { distinct, type Flow, maxFlows, type ParameterSink, type Via } from './flow.ts';
import { FunctionIndex, type LinkedFunction } from './function-index.ts';

/**
 * Joins what files told about their functions: calls are resolved to functions of other files, and data is followed from sources through
 * calls to sinks. Functions are visited once each, callees before callers; recursion is cut.
 */
export class Linker {
  readonly #index: FunctionIndex;
  readonly #rules: (language: string, id: string) => RuleMeta | undefined;
  readonly #returns = new Map<LinkedFunction, Flow[] | 'running'>();
  readonly #sinks = new Map<LinkedFunction, ParameterSink[] | 'running'>();
  /** What comes out of the calls of a function, by the index of the call. */
  readonly #results = new Map<LinkedFunction, Map<number, Flow[]>>();
  /** What is given to the calls of a function, by the index of the call. */
  readonly #passes = new Map<LinkedFunction, ReadonlyArray<FunctionFacts['passes'] | undefined>>();
  readonly #openParameters = new Map<LinkedFunction, Set<number>>();
  readonly #found = new Map<string, EngineFinding>();

  constructor(
    files: ReadonlyArray<{ path: string; facts: FileFacts }>,
    traits: ReadonlyMap<string, LanguageTraits>,
    rules: (language: string, id: string) => RuleMeta | undefined,
  ) {
    this.#index = new FunctionIndex(files, traits);
    this.#rules = rules;
  }

  run(): EngineFinding[] {
    for (const fn of this.#index.functions.values()) this.#countCallers(fn);
    for (const fn of this.#index.functions.values()) this.#link(fn);
    const order = [...this.#found.values()];
    return order.sort((a, b) =>
      a.file < b.file
        ? -1
        : a.file > b.file
          ? 1
          : a.startLine - b.startLine || (a.ruleId < b.ruleId ? -1 : 1),
    );
  }

  /** Notes which parameters of the functions that this one calls get something else than literals. */
  #countCallers(fn: LinkedFunction): void {
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
    let open = this.#openParameters.get(callee);
    if (!open) {
      open = new Set();
      this.#openParameters.set(callee, open);
    }
    for (const index of callee.facts.parameters.keys()) {
      const position = this.#index.positionOf(call, callee, index);
      const isGiven = position < call.args + call.names.length && !call.fixed?.includes(position);
      if (isGiven && !this.#givesNothing(fn, at, position)) open.add(index);
    }
  }

  /** What is given is made of results of functions of the repository, and nothing from outside comes out of these. */
  #givesNothing(fn: LinkedFunction, call: number, position: number): boolean {
    const passes = this.#passesTo(fn, call).filter(({ arg }) => arg === position);
    return passes.length > 0 && passes.every(({ from }) => this.#comesFromNowhere(fn, from));
  }

  #comesFromNowhere(fn: LinkedFunction, from: From): boolean {
    const call = from[0] === 'c' ? fn.facts.calls[from[1]] : undefined;
    return (
      call !== undefined &&
      this.#index.resolve(fn, call.callee).length > 0 &&
      this.#expand(fn, from, 0).length === 0
    );
  }

  /** A parameter of which all callers are seen, and to which they give nothing but literals. */
  #isFixed(fn: LinkedFunction, parameter: number): boolean {
    const elsewhere = this.#openParameters.get(fn);
    const here = fn.unit.called.find(([key]) => key === fn.facts.key)?.[1];
    if (!elsewhere && !here) return false;
    return !elsewhere?.has(parameter) && !here?.includes(parameter);
  }

  #link(fn: LinkedFunction): void {
    const waiting = new Map<SinkFact, boolean>();
    for (const { from, sink, steps } of fn.facts.sinks) {
      const via = steps.map((place) => ({ file: fn.file, place }));
      for (const flow of this.#expand(fn, from, 0)) {
        if (!(flow.mask & sink.label)) continue;
        const isNews = from[0] !== 's' || fn.unit.sources[from[1]]?.awaits !== undefined;
        if (flow.k === 'source' && sink.kinds.includes(flow.kind) && isNews)
          this.#report(fn, sink, flow, [...flow.via, ...via], fn.file);
      }
      const isAnswered = from[0] === 'p' ? this.#isFixed(fn, from[1]) : this.#comesFromNowhere(fn, from);
      if (sink.fallback && !isAnswered && !waiting.has(sink)) waiting.set(sink, true);
    }
    for (const [index, call] of fn.facts.calls.entries()) {
      for (const callee of this.#index.resolve(fn, call.callee)) this.#linkCall(fn, index, call, callee);
    }
    for (const sink of waiting.keys()) this.#fallback(fn, sink);
  }

  #linkCall(
    fn: LinkedFunction,
    index: number,
    call: FunctionFacts['calls'][number],
    callee: LinkedFunction,
  ): void {
    for (const reached of this.#parameterSinks(callee, 0))
      for (const flow of this.#argument(fn, index, call, callee, reached, 0))
        if (
          flow.k === 'source' &&
          flow.mask & reached.mask & reached.sink.label &&
          reached.sink.kinds.includes(flow.kind)
        )
          this.#report(
            fn,
            reached.sink,
            flow,
            [...flow.via, { file: fn.file, place: call.at }, ...reached.via],
            reached.file,
          );
  }

  /** What a placeholder stands for: sources and parameters of the function. */
  #expand(fn: LinkedFunction, from: From, depth: number): Flow[] {
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
    let flows = known.get(from[1]);
    if (!flows) {
      // Calls that feed one another are cut here.
      known.set(from[1], []);
      flows = distinct(this.#result(fn, from, call, depth));
      known.set(from[1], flows);
    }
    return flows;
  }

  /** What comes out of a call. */
  #result(fn: LinkedFunction, from: From, call: FunctionFacts['calls'][number], depth: number): Flow[] {
    const callees = this.#index.resolve(fn, call.callee);
    const flows: Flow[] = [];
    if (callees.length === 0) {
      if (call.news) return flows;
      // Nothing is known about it: what goes in may come out.
      for (const pass of this.#passesTo(fn, from[1]))
        if (!isSame(pass.from, from))
          for (const flow of this.#expand(fn, pass.from, depth + 1))
            flows.push({ ...flow, mask: flow.mask & pass.mask });
      return flows;
    }
    for (const callee of callees)
      for (const returned of this.#returned(callee, depth + 1)) {
        if (returned.k === 'source')
          flows.push({ ...returned, via: [...returned.via, { file: fn.file, place: call.at }] });
        else
          for (const flow of this.#argument(fn, from[1], call, callee, returned, depth + 1))
            flows.push({ ...flow, mask: flow.mask & returned.mask });
      }
    return flows;
  }

  /** What the caller passes for a parameter of the callee. */
  #argument(
    fn: LinkedFunction,
    callIndex: number,
    call: FunctionFacts['calls'][number],
    callee: LinkedFunction,
    parameter: { index: number; field: string | undefined },
    depth: number,
  ): Flow[] {
    const position = this.#index.positionOf(call, callee, parameter.index);
    const flows: Flow[] = [];
    if (depth > maxDepth) return flows;
    for (const pass of this.#passesTo(fn, callIndex))
      if (pass.arg === position && mayCarry(pass.field, parameter.field))
        for (const flow of this.#expand(fn, pass.from, depth + 1))
          flows.push(handedOn({ ...flow, mask: flow.mask & pass.mask }, pass, parameter.field));
    return flows.slice(0, maxFlows);
  }

  #passesTo(fn: LinkedFunction, call: number): FunctionFacts['passes'] {
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
    for (const { from, mask } of fn.facts.returns)
      for (const flow of this.#expand(fn, from, depth)) flows.push({ ...flow, mask: flow.mask & mask });
    const kept = distinct(flows);
    this.#returns.set(fn, kept);
    return kept;
  }

  /** The sinks that a parameter leads to, here or further down. */
  #parameterSinks(fn: LinkedFunction, depth: number): ParameterSink[] {
    const known = this.#sinks.get(fn);
    if (known) return known === 'running' ? [] : known;
    if (depth > maxDepth) return [];
    this.#sinks.set(fn, 'running');
    const sinks: ParameterSink[] = [];
    for (const { from, sink, steps } of fn.facts.sinks) {
      const via = steps.map((place) => ({ file: fn.file, place }));
      for (const flow of this.#expand(fn, from, depth))
        if (flow.k === 'parameter' && flow.mask & sink.label)
          sinks.push({ file: fn.file, index: flow.index, field: flow.field, mask: flow.mask, sink, via });
    }
    for (const [index, call] of fn.facts.calls.entries()) {
      for (const callee of this.#index.resolve(fn, call.callee)) {
        if (callee === fn) continue;
        for (const reached of this.#parameterSinks(callee, depth + 1))
          for (const flow of this.#argument(fn, index, call, callee, reached, depth + 1))
            if (flow.k === 'parameter')
              sinks.push({
                ...reached,
                index: flow.index,
                field: flow.field,
                mask: flow.mask & reached.mask,
                via: [{ file: fn.file, place: call.at }, ...reached.via].slice(0, maxVia),
              });
      }
    }
    const kept = sinks.slice(0, maxSinks);
    this.#sinks.set(fn, kept);
    return kept;
  }

  #report(
    _fn: LinkedFunction,
    sink: SinkFact,
    flow: Flow & { k: 'source' },
    via: readonly Via[],
    file: string,
  ): void {
    const unit = this.#index.files.get(file);
    const rule = unit && this.#rules(unit.language, sink.rule);
    if (!rule) return;
    const [where, at] = sink.atSource ? [flow.file, flow.at] : [file, sink.at];
    const key = `${where}:${sink.rule}:${at[0]}:${at[2]}`;
    const before = this.#found.get(key);
    if (before?.trace) return;
    const source = { file: flow.file, place: flow.at, title: flow.title };
    const rated = severityFor(sink.severity, flow.kind);
    const files = new Set([flow.file, file, ...via.map((step) => step.file)]);
    const likely = files.size > maxFiles ? atMost(rated, 'medium') : rated;
    const isProduct = [...files].every((path) => this.#index.files.get(path)?.isProduct);
    const severity = isProduct ? likely : atMost(rated, 'low');
    this.#found.set(
      key,
      describeFinding(
        rule,
        severity,
        files.size > maxFiles ? 'low' : rule.confidence,
        where,
        at,
        sink.code,
        sink.scope,
        source,
        via.slice(0, maxVia),
      ),
    );
  }

  /** Nobody was seen to pass anything dangerous, yet the place itself is worth a look. */
  #fallback(fn: LinkedFunction, sink: SinkFact): void {
    const rule = this.#rules(fn.unit.language, sink.rule);
    const key = `${fn.file}:${sink.rule}:${sink.at[0]}:${sink.at[2]}`;
    if (!rule || this.#found.has(key)) return;
    this.#found.set(
      key,
      describeFinding(rule, sink.fallback!, 'low', fn.file, sink.at, sink.code, sink.scope, undefined, []),
    );
  }
}

/** What one field holds does not come out of another. */
function mayCarry(given: string | undefined, wanted: string | undefined): boolean {
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

const maxDepth = 12;
/** A way through more files than these follows an object, not the field of it that matters, too often to be called certain. */
const maxFiles = 4;
const maxSinks = 100;
const maxVia = 16;

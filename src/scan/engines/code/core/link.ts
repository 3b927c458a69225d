import type { EngineFinding } from '../../../finding.ts';
import type { RuleMeta } from '../rules/rule-types.ts';
import type { FileFacts, From, FunctionFacts, Place, SinkFact } from './facts.ts';
import { atMost } from './file-class.ts';
import { severityFor } from './finding-log.ts';
import { describeFinding } from './findings.ts';
import type { LanguageTraits } from './language-traits.ts';

/** Where data that reached a place came from, in terms of the function that the place is in. */
type Flow =
  | { k: 'source'; file: string; kind: string; title: string; at: Place; mask: number; via: Via[] }
  | { k: 'parameter'; index: number; mask: number; via: Via[] };

interface Via {
  file: string;
  place: Place;
}

interface LinkedFunction {
  readonly file: string;
  readonly facts: FunctionFacts;
  readonly unit: FileFacts;
}

interface ParameterSink {
  readonly file: string;
  readonly index: number;
  readonly mask: number;
  readonly sink: SinkFact;
  readonly via: Via[];
}

/**
 * Joins what files told about their functions: calls are resolved to functions of other files, and data is followed from sources through
 * calls to sinks. Functions are visited once each, callees before callers; recursion is cut.
 */
export class Linker {
  readonly #files: ReadonlyMap<string, FileFacts>;
  readonly #paths = new Map<string, string>();
  readonly #byName = new Map<string, string[]>();
  readonly #filesNamed = (name: string): readonly string[] => this.#byName.get(name) ?? [];
  readonly #byFolder = new Map<string, string[]>();
  readonly #filesInFolder = (name: string): readonly string[] => this.#byFolder.get(name) ?? [];
  readonly #functions = new Map<string, LinkedFunction>();
  readonly #traits: ReadonlyMap<string, LanguageTraits>;
  readonly #rules: (language: string, id: string) => RuleMeta | undefined;
  readonly #returns = new Map<LinkedFunction, Flow[] | 'running'>();
  readonly #sinks = new Map<LinkedFunction, ParameterSink[] | 'running'>();
  readonly #resolved = new Map<string, LinkedFunction | null>();
  /** What comes out of the calls of a function, by the index of the call. */
  readonly #results = new Map<LinkedFunction, Map<number, Flow[]>>();
  readonly #openParameters = new Map<LinkedFunction, Set<number>>();
  readonly #found = new Map<string, EngineFinding>();

  constructor(
    files: ReadonlyArray<{ path: string; facts: FileFacts }>,
    traits: ReadonlyMap<string, LanguageTraits>,
    rules: (language: string, id: string) => RuleMeta | undefined,
  ) {
    this.#files = new Map(files.map(({ path, facts }) => [path, facts]));
    this.#traits = traits;
    this.#rules = rules;
    for (const { path, facts } of files) {
      const plain = path.replace(/\.[^./]+$/, '');
      if (!this.#paths.has(plain)) {
        this.#paths.set(plain, path);
        const name = plain.slice(plain.lastIndexOf('/') + 1);
        this.#byName.set(name, [...(this.#byName.get(name) ?? []), plain]);
        const folder = plain.slice(0, -name.length - 1);
        const own = this.#byFolder.get(folder.slice(folder.lastIndexOf('/') + 1));
        if (own) own.push(plain);
        else this.#byFolder.set(folder.slice(folder.lastIndexOf('/') + 1), [plain]);
      }
      for (const key of facts.quiet)
        this.#functions.set(`${path}#${key}`, { file: path, facts: { ...quietFunction, key }, unit: facts });
      const named = new Set<string>();
      for (const fn of facts.functions) {
        // Of several functions of one name the first is the one that is called; all are looked at.
        const key = named.has(fn.key) ? `${fn.key}#${named.size}` : fn.key;
        named.add(key);
        this.#functions.set(`${path}#${key}`, { file: path, facts: fn, unit: facts });
      }
    }
  }

  run(): EngineFinding[] {
    for (const fn of this.#functions.values()) this.#countCallers(fn);
    for (const fn of this.#functions.values()) this.#link(fn);
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
      const callee = this.#resolve(fn, call.callee);
      if (!callee) continue;
      let open = this.#openParameters.get(callee);
      if (!open) {
        open = new Set();
        this.#openParameters.set(callee, open);
      }
      for (const index of callee.facts.parameters.keys()) {
        const position = this.#positionOf(call, callee, index);
        const isGiven = position < call.args + call.names.length && !call.fixed?.includes(position);
        if (isGiven && !this.#givesNothing(fn, at, position)) open.add(index);
      }
    }
  }

  /** What is given is made of results of functions of the repository, and nothing from outside comes out of these. */
  #givesNothing(fn: LinkedFunction, call: number, position: number): boolean {
    const passes = fn.facts.passes.filter((pass) => pass.call === call && pass.arg === position);
    return passes.length > 0 && passes.every(({ from }) => this.#comesFromNowhere(fn, from));
  }

  #comesFromNowhere(fn: LinkedFunction, from: From): boolean {
    const call = from[0] === 'c' ? fn.facts.calls[from[1]] : undefined;
    return (
      call !== undefined &&
      this.#resolve(fn, call.callee) !== undefined &&
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

  /** Where a call gives what a parameter of the callee gets. */
  #positionOf(call: FunctionFacts['calls'][number], callee: LinkedFunction, parameter: number): number {
    const offset =
      this.#traits.get(callee.unit.language)?.selfParameter && callee.facts.key.includes('.') ? 1 : 0;
    const name = callee.facts.parameters[parameter];
    const named = name === undefined ? -1 : call.names.indexOf(name);
    return parameter === -1 ? -1 : named >= 0 ? call.args + named : parameter - offset;
  }

  #link(fn: LinkedFunction): void {
    const waiting = new Map<SinkFact, boolean>();
    for (const { from, sink, steps } of fn.facts.sinks) {
      const via = steps.map((place) => ({ file: fn.file, place }));
      for (const flow of this.#expand(fn, from, 0)) {
        if (!(flow.mask & sink.label)) continue;
        if (flow.k === 'source' && sink.kinds.includes(flow.kind) && from[0] !== 's')
          this.#report(fn, sink, flow, [...flow.via, ...via], fn.file);
      }
      const isAnswered = from[0] === 'p' ? this.#isFixed(fn, from[1]) : this.#comesFromNowhere(fn, from);
      if (sink.fallback && !isAnswered && !waiting.has(sink)) waiting.set(sink, true);
    }
    for (const [index, call] of fn.facts.calls.entries()) {
      const callee = this.#resolve(fn, call.callee);
      if (!callee) continue;
      for (const reached of this.#parameterSinks(callee, 0))
        for (const flow of this.#argument(fn, index, call, callee, reached.index, 0))
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
    for (const sink of waiting.keys()) this.#fallback(fn, sink);
  }

  /** What a placeholder stands for: sources and parameters of the function. */
  #expand(fn: LinkedFunction, from: From, depth: number): Flow[] {
    if (from[0] === 's') {
      const source = fn.unit.sources[from[1]];
      return source ? [{ k: 'source', file: fn.file, ...source, mask: -1, via: [] }] : [];
    }
    if (from[0] === 'p') return [{ k: 'parameter', index: from[1], mask: -1, via: [] }];
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
    const callee = this.#resolve(fn, call.callee);
    const flows: Flow[] = [];
    if (!callee) {
      // Nothing is known about it: what goes in may come out.
      for (const pass of fn.facts.passes)
        if (pass.call === from[1] && !isSame(pass.from, from))
          for (const flow of this.#expand(fn, pass.from, depth + 1))
            flows.push({ ...flow, mask: flow.mask & pass.mask });
      return flows;
    }
    for (const returned of this.#returned(callee, depth + 1)) {
      if (returned.k === 'source')
        flows.push({ ...returned, via: [...returned.via, { file: fn.file, place: call.at }] });
      else
        for (const flow of this.#argument(fn, from[1], call, callee, returned.index, depth + 1))
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
    parameter: number,
    depth: number,
  ): Flow[] {
    const position = this.#positionOf(call, callee, parameter);
    const flows: Flow[] = [];
    if (depth > maxDepth) return flows;
    for (const pass of fn.facts.passes)
      if (pass.call === callIndex && pass.arg === position)
        for (const flow of this.#expand(fn, pass.from, depth + 1))
          flows.push({ ...flow, mask: flow.mask & pass.mask });
    return flows.slice(0, maxFlows);
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
          sinks.push({ file: fn.file, index: flow.index, mask: flow.mask, sink, via });
    }
    for (const [index, call] of fn.facts.calls.entries()) {
      const callee = this.#resolve(fn, call.callee);
      if (!callee || callee === fn) continue;
      for (const reached of this.#parameterSinks(callee, depth + 1))
        for (const flow of this.#argument(fn, index, call, callee, reached.index, depth + 1))
          if (flow.k === 'parameter')
            sinks.push({
              ...reached,
              index: flow.index,
              mask: flow.mask & reached.mask,
              via: [{ file: fn.file, place: call.at }, ...reached.via].slice(0, maxVia),
            });
    }
    const kept = sinks.slice(0, maxSinks);
    this.#sinks.set(fn, kept);
    return kept;
  }

  #resolve(fn: LinkedFunction, callee: readonly string[]): LinkedFunction | undefined {
    const key = `${fn.file}|${callee.join('\n')}`;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known ?? undefined;
    const found = this.#find(fn, callee, 0);
    this.#resolved.set(key, found ?? null);
    return found;
  }

  #find(fn: LinkedFunction, callee: readonly string[], depth: number): LinkedFunction | undefined {
    const [first = ''] = callee;
    if (first.startsWith('#')) return this.#functions.get(`${fn.file}${first}`);
    const traits = this.#traits.get(fn.unit.language);
    for (const { path, rest } of traits?.candidates(callee, fn.file, this.#filesNamed, this.#filesInFolder) ??
      []) {
      const file = this.#paths.get(path);
      if (file === undefined || rest.length === 0) continue;
      const unit = this.#files.get(file)!;
      const found = this.#inFile(file, unit, rest, depth);
      if (found) return found;
    }
    return undefined;
  }

  #inFile(file: string, unit: FileFacts, rest: readonly string[], depth: number): LinkedFunction | undefined {
    const named = rest.filter((segment) => segment !== '()' && segment !== 'default');
    const whole = rest.filter((segment) => segment !== '()');
    for (const names of [named, whole]) {
      const local = [...names];
      const exported = unit.exports.find(([name]) => name === (local[0] ?? 'default'));
      if (exported && local.length) local[0] = exported[1];
      else if (exported) local.push(exported[1]);
      const direct = this.#functions.get(`${file}#${local.join('.')}`);
      if (direct) return direct;
      const reexport = unit.reexports.find(([name]) => name === local[0]);
      if (reexport && depth < 4) {
        const traits = this.#traits.get(unit.language);
        for (const candidate of traits?.candidates(
          [...reexport[1], ...local.slice(1)],
          file,
          this.#filesNamed,
          this.#filesInFolder,
        ) ?? []) {
          const next = this.#paths.get(candidate.path);
          if (next === undefined || candidate.rest.length === 0) continue;
          const found = this.#inFile(next, this.#files.get(next)!, candidate.rest, depth + 1);
          if (found) return found;
        }
      }
    }
    return undefined;
  }

  #report(
    _fn: LinkedFunction,
    sink: SinkFact,
    flow: Flow & { k: 'source' },
    via: readonly Via[],
    file: string,
  ): void {
    const unit = this.#files.get(file);
    const rule = unit && this.#rules(unit.language, sink.rule);
    if (!rule) return;
    const [where, at] = sink.atSource ? [flow.file, flow.at] : [file, sink.at];
    const key = `${where}:${sink.rule}:${at[0]}:${at[2]}`;
    const before = this.#found.get(key);
    if (before?.trace) return;
    const source = { file: flow.file, place: flow.at, title: flow.title };
    const rated = severityFor(sink.severity, flow.kind);
    const severity = this.#files.get(flow.file)?.isProduct ? rated : atMost(rated, 'low');
    this.#found.set(
      key,
      describeFinding(
        rule,
        severity,
        rule.confidence,
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

/** Each origin once; what several ways lead to keeps the shortest known one and all that it can still do harm to. */
function distinct(flows: readonly Flow[]): Flow[] {
  const found = new Map<string, Flow>();
  for (const flow of flows) {
    const key = flow.k === 'parameter' ? `p${flow.index}` : `${flow.file}:${flow.at.join()}:${flow.title}`;
    const before = found.get(key);
    if (!before) {
      if (found.size < maxFlows) found.set(key, flow);
    } else if ((before.mask | flow.mask) !== before.mask)
      found.set(key, { ...before, mask: before.mask | flow.mask });
  }
  return [...found.values()];
}

function isSame(a: From, b: From): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

const quietFunction: Omit<FunctionFacts, 'key'> = {
  parameters: [],
  calls: [],
  passes: [],
  returns: [],
  sinks: [],
};
const maxDepth = 12;
const maxFlows = 24;
const maxSinks = 100;
const maxVia = 16;

import { atMost, type Severity, severities } from '../../../model/finding.ts';
import type { FactsRecorder } from '../analysis/run.ts';
import { questionsIn, schemaKey } from '../domain/awaited-check.ts';
import type { CallEvent } from '../domain/call-event.ts';
import {
  type ClassFact,
  type FileFacts,
  type From,
  type FunctionFacts,
  fieldKey,
  type HeldFinding,
  type MemberFact,
  type PipeFact,
  type Place,
  type SchemaFact,
  type SettingFact,
  type SinkFact,
  type StepFact,
  type ToldSchema,
  type TypeFact,
} from '../domain/facts.ts';
import type { Schema } from '../domain/schemas/schema.ts';
import type { Outcomes, Summary, SummarySink } from '../domain/summary.ts';
import {
  clearLabels,
  joinTaints,
  type SourceOrigin,
  stepsOf,
  type Taint,
  type TaintEntry,
} from '../domain/taint.ts';
import { deepTaint, isDynamic, type Value } from '../domain/value.ts';
import type { FunctionIr, Span } from '../ir/ir.ts';
import { labelMask } from '../knowledge/labels.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import type { FileClass } from '../reading/file-class.ts';
import { endsOptions, taintOfArguments } from './certainty/option-start.ts';
import { firstQuestion } from './proof/asks-anything.ts';
import { isUnderstood } from './proof/understood-step.ts';
import { FilledFields } from './recording/filled-fields.ts';
import { KnownPasses } from './recording/known-passes.ts';
import type { WaitingSinks } from './sinks.ts';
import type { SourcePlaces } from './source-places.ts';
import { isJoinedAt, stepText } from './step-text.ts';
import { isStraight } from './straight-function.ts';

interface Context {
  readonly id: number;
  readonly fn: FunctionIr | undefined;
  readonly facts: FunctionFacts;
  readonly sinks: SummarySink[];
  readonly reached: Map<string, { fact: SinkFact; inside?: SummarySink }>;
  readonly passes: KnownPasses;
  readonly reads: Map<string, number>;
  /** What is kept for others, each once: loops run the same place again. */
  readonly kept: Set<string>;
  /** Where the calls are. */
  readonly starts: Array<[call: FunctionFacts['calls'][number], start: number]>;
  /** Where the first condition is that looks at anything. */
  question?: number;
}

/** Gathers what the function being summarised tells its callers and the linker. */
export class FactsBuilder implements FactsRecorder, WaitingSinks {
  readonly #places: SourcePlaces;
  readonly #fileClass: FileClass;
  /** What callers give is told by the product alone: what a test gives says nothing. */
  readonly #isProduct: boolean;
  readonly #isHidden: (fn: FunctionIr) => boolean;
  readonly #contexts: Context[] = [];
  readonly #functions: FunctionFacts[] = [];
  readonly #quiet: string[] = [];
  readonly #sources: FileFacts['sources'] = [];
  readonly #sourceIndex = new Map<SourceOrigin, number>();
  readonly #exports: Array<[string, string]> = [];
  readonly #reexports = new Map<string, string[]>();
  readonly #called = new Map<string, { open: Set<number>; fed: Set<number> }>();
  readonly #classes: ClassFact[] = [];
  readonly #types: TypeFact[] = [];
  readonly #bases: Array<[string, string[]]> = [];
  readonly #schemas = new Map<string, SchemaFact>();
  #schemaParts = 0;
  readonly #pipes = new Set<PipeFact>();
  readonly #filled = new FilledFields();
  readonly #offered = new Set<FunctionIr>();
  #outside: Context | undefined;
  #count = 0;
  /** Every look-up of a variable asks for it. */
  currentId = -1;

  constructor(
    places: SourcePlaces,
    fileClass: FileClass,
    isHidden: (fn: FunctionIr) => boolean = () => false,
  ) {
    this.#places = places;
    this.#fileClass = fileClass;
    this.#isProduct = fileClass.kind === 'product';
    this.#isHidden = isHidden;
  }

  /** What is evaluated before the file is run, such as the type of a field, belongs to no function: nobody is told of it. */
  #current(): Context {
    const context = this.#contexts.at(-1) ?? this.#outside ?? contextOf(-1, '', undefined);
    if (this.#contexts.length === 0) this.#outside = context;
    return context;
  }

  isCurrent(fn: FunctionIr): boolean {
    return this.#contexts.at(-1)?.fn === fn;
  }

  enter(key: string, fn: FunctionIr | undefined, parameters: readonly string[] = []): void {
    this.currentId = this.#count++;
    const isHidden = fn !== undefined && !this.#offered.has(fn) && this.#isHidden(fn);
    const at = fn && this.#places.place(fn.heading);
    this.#contexts.push(contextOf(this.currentId, key, fn, parameters, at, isHidden));
  }

  leave(): Context {
    const context = this.#contexts.pop()!;
    this.currentId = this.#contexts.at(-1)?.id ?? -1;
    const { facts } = context;
    if (facts.passes.length > 0)
      for (const [call, start] of context.starts) if (this.#isAsked(context, start)) call.asked = true;
    if (facts.returns.length > 0 && this.#isAsked(context, Number.POSITIVE_INFINITY)) facts.asks = true;
    // What can reach neither a caller nor a sink is of no use to the linker.
    if (
      facts.sinks.length ||
      facts.returns.length ||
      facts.passes.length ||
      facts.proves ||
      facts.keeps ||
      (this.#isProduct && facts.calls.some(({ fixed }) => fixed !== undefined))
    )
      this.#functions.push(facts);
    else if (facts.key) this.#quiet.push(facts.key);
    return context;
  }

  leaveFunction(
    fn: FunctionIr,
    returned: Value,
    self: Value | undefined,
    outcomes: Outcomes | undefined,
    filled: ReadonlyMap<string, Taint>,
  ): Summary {
    const current = this.#contexts.at(-1)!;
    // Other files know no forms of paths: what cannot climb is there to be joined.
    const isDownward = returned.form === 'downward';
    for (const [field, taint] of [...partsOf(returned), ...filled])
      for (const entry of (isDownward ? clearLabels(taint, pathLabels) : taint) ?? []) {
        const from = this.#from(entry);
        current.facts.returns.push({
          from,
          mask: entry.mask,
          ...this.#lastStep(entry, fn),
          ...checkOf(entry),
          ...(field === undefined ? {} : { field }),
        });
      }
    if (outcomes) current.facts.proves = outcomes;
    this.#filled.note(current.facts, self);
    const { facts, sinks } = this.leave();
    const needsLinking =
      facts.returns.some(({ from }) => from[0] === 'c') ||
      facts.sinks.some(({ from }) => from[0] === 'c') ||
      facts.passes.some(({ from }) => from[0] === 'p') ||
      facts.keeps?.some(({ from }) => from[0] === 'p') === true;
    return { fn, returned, self, sinks, outcomes, needsLinking };
  }

  /** A placeholder reached a sink: callers may know what it stands for. */
  sink(
    entry: TaintEntry,
    sink: Sink,
    span: Span,
    scope: string,
    fallback: Sink['severity'] | undefined,
    made?: Sink['severity'],
  ): void {
    const context = this.#contexts.at(-1);
    if (!context) return;
    const key = `${sink.rule.id}:${span.start}:${entry.origin.id}:${fallback ?? ''}:${entry.awaits?.join() ?? ''}`;
    const before = context.reached.get(key);
    if (before) {
      // Of two models of one call the more severe counts, whichever was looked at first.
      const severity = severityElsewhere(sink);
      if (severities.indexOf(severity) < severities.indexOf(before.fact.severity)) {
        before.fact.severity = this.#fileClass.rate(this.#proved(context, entry, span, severity));
        if (before.inside) before.inside.sink = sink;
      }
      return;
    }
    if (context.sinks.length >= maxSinks) return;
    const inside = entry.origin.k === 'parameter' ? { entry, sink, span, scope } : undefined;
    if (inside) context.sinks.push(inside);
    const severity = this.#proved(context, entry, span, severityElsewhere(sink));
    const fact = this.#sinkFact(sink, span, scope, fallback, made, severity);
    context.reached.set(key, { fact, ...(inside && { inside }) });
    context.facts.sinks.push({
      from: this.#from(entry),
      sink: fact,
      steps: stepsOf(entry)
        .slice(-4)
        .map((step) => [this.#places.place(step.span), stepText(step, this.#places)]),
      ...checkOf(entry),
    });
  }

  /** High and critical are for what is understood, and that nothing in front of it may have looked at; entries of archives are asked what they are called. */
  #proved(context: Context, entry: TaintEntry, { start }: Span, severity: Severity): Severity {
    if (severity !== 'critical' && severity !== 'high') return severity;
    return stepsOf(entry).every(isUnderstood) && !this.#isAsked(context, start) ? severity : 'medium';
  }

  /** Whether a condition in front of a place looks at anything. */
  #isAsked(context: Context, start: number): boolean {
    const { fn, facts } = context;
    if (!fn || facts.straight || !this.#isProduct) return false;
    context.question ??= firstQuestion(fn, (part) => this.#places.code(part));
    return context.question < start;
  }

  #sinkFact(
    sink: Sink,
    span: Span,
    scope: string,
    fallback: Severity | undefined,
    made: Severity | undefined,
    severity: Severity,
  ): SinkFact {
    const fact: SinkFact = {
      rule: sink.rule.id,
      label: sink.label,
      kinds: [...sink.kinds],
      severity: this.#fileClass.rate(severity),
      at: this.#places.place(span),
      scope,
      tokens: '',
      code: this.#places.code(span).slice(0, 120),
    };
    if (sink.atSource) fact.atSource = true;
    if (sink.unless) fact.unless = [...sink.unless];
    if (isJoinedAt(span)) fact.joined = true;
    if (fallback) fact.fallback = this.#fileClass.rate(fallback);
    if (made) fact.made = this.#fileClass.rate(made);
    if (sink.offered) fact.offered = this.#fileClass.rate(sink.offered);
    return fact;
  }

  /** A call into another file; its index in this function. */
  linkedCall(name: Name, event: CallEvent, otherwise?: 'news' | 'modelled'): number {
    return this.#call(name.segments(), event, 0, event.receiver, otherwise);
  }

  /** A field of a class in another file is read. */
  readField(callee: string[], span: Span | undefined): number {
    const context = this.#current();
    const key = `${span?.start ?? ''}${callee.join('.')}`;
    let index = context.reads.get(key);
    if (index === undefined) {
      index = context.facts.calls.length;
      context.reads.set(key, index);
      const at: Place = span ? this.#places.place(span) : [0, 0, 0, 0];
      context.facts.calls.push({ callee, at, args: 0, names: [] });
    }
    return index;
  }

  /** Where a function last changed what it gives back, further down than its head. */
  #lastStep({ step, origin }: TaintEntry, fn: FunctionIr): { step?: StepFact } {
    if (!step || origin.k === 'source' || step.span.start < fn.start || step.span.end > fn.end) return {};
    const place = this.#places.place(step.span);
    return place[0] - this.#places.place(fn.heading)[0] > 3
      ? { step: [place, stepText(step, this.#places)] }
      : {};
  }

  /** What outsiders put into a field: subclasses in other files may read it. */
  field(key: string, taint: Taint | undefined): void {
    if (!taint) return;
    const dot = key.lastIndexOf('.');
    this.enter(`${key.slice(0, dot)}.${fieldKey(key.slice(dot + 1))}`, undefined);
    const { facts } = this.#contexts.at(-1)!;
    for (const entry of taint)
      facts.returns.push({ from: this.#from(entry), mask: entry.mask, ...checkOf(entry) });
    this.leave();
  }

  /** Kept for whoever asks for it in another function, after whatever checks are made there. */
  keep(key: string, taint: Taint, check: string): void {
    const context = this.#contexts.at(-1);
    if (!context) return;
    for (const entry of taint) {
      const id = `${key} ${entry.origin.id} ${entry.mask}`;
      if (context.kept.has(id) || context.kept.size >= maxKept) continue;
      context.kept.add(id);
      context.facts.keeps ??= [];
      context.facts.keeps.push({ key, from: this.#from(entry), mask: entry.mask, check, ...checkOf(entry) });
    }
  }

  class(
    name: string,
    bases: string[],
    isFilled: boolean,
    members: MemberFact[],
    asks?: readonly string[],
  ): void {
    if (asks?.length) this.#classes.push([name, bases, isFilled, members, asks]);
    else this.#classes.push(members.length > 0 ? [name, bases, isFilled, members] : [name, bases, isFilled]);
  }

  type(fact: TypeFact): void {
    if (this.#types.length < maxTypes) this.#types.push(fact);
  }

  base(name: string, path: readonly string[]): void {
    if (name) this.#bases.push([name, [...path]]);
  }

  /** A call to a function of this file that itself depends on others. */
  call(key: string, event: CallEvent, self: Value | undefined): number | undefined {
    return this.#call([`#${key}`], event, 0, self);
  }

  #call(
    callee: string[],
    event: CallEvent,
    offset: number,
    receiver: Value | undefined,
    otherwise?: 'news' | 'modelled',
  ): number {
    const context = this.#current();
    const { start } = event.expr;
    let index = context.passes.call(start, callee);
    if (index === undefined) {
      index = context.facts.calls.length;
      context.passes.addCall(start, callee, index);
      const fixed = this.#isProduct && !event.openList ? fixedArguments(event) : [];
      const call: FunctionFacts['calls'][number] = {
        callee,
        at: this.#places.place(event.expr),
        args: event.args.length,
        names: [...event.named.keys()],
        ...(fixed.length ? { fixed } : {}),
        ...(otherwise && { [otherwise]: true }),
        ...(event.expr.isNew ? { makes: true } : {}),
      };
      context.facts.calls.push(call);
      context.starts.push([call, start]);
    }
    const end = event.args.findIndex(endsOptions);
    for (let i = 0; i < event.args.length; i++)
      this.#passParts(context, index, i + offset, event.args[i]!, end >= 0 && i > end);
    let position = event.args.length;
    if (event.named.size > 0)
      for (const arg of event.named.values()) this.#passParts(context, index, position++, arg);
    if (receiver) this.#passParts(context, index, -1, receiver);
    return index;
  }

  /** A function of this file is called here: a place in it that waits for its callers learns what they give. */
  calledHere(key: string | undefined, fn: FunctionIr, event: CallEvent, offset: number): void {
    // Functions without a name share the empty key; who calls one of them does not call the others.
    if (!key) return;
    let called = this.#called.get(key);
    if (!called) {
      called = { open: new Set(), fed: new Set() };
      if (this.#isProduct) this.#called.set(key, called);
    }
    for (let i = 0; i < fn.parameters.length; i++) {
      const parameter = fn.parameters[i]!;
      const given = event.named.get(parameter.name) ?? event.args[i - offset];
      if (given && parameter.kind === 'plain' && isAwaited(given))
        this.#call([`#${key}`], event, 0, undefined);
      else if (event.openList || event.openMap || parameter.kind !== 'plain') {
        called.open.add(i);
        called.fed.add(i);
      } else if (given && !isFixed(given)) {
        called.open.add(i);
        // A text that is put together here is the program's; of a name or a call of which nothing is known nobody can say.
        if (deepTaint(given) || given.text === undefined) called.fed.add(i);
      }
    }
  }

  /** Of an object with few known fields it is told which of them carries what. */
  #passParts(context: Context, call: number, arg: number, value: Value, isBehind = false): void {
    const { shape } = value;
    if (shape?.kind !== 'map' || shape.fields.size > maxFields) {
      const taint = taintOfArguments(value, isBehind);
      if (taint) this.#pass(context, call, arg, taint, undefined, shape?.kind !== 'map' && isBuilt(value));
      return;
    }
    this.#pass(context, call, arg, joinTaints(value.taint, shape.rest && deepTaint(shape.rest)));
    for (const [field, part] of shape.fields) this.#pass(context, call, arg, deepTaint(part), field);
  }

  #pass(
    context: Context,
    call: number,
    arg: number,
    taint: Taint | undefined,
    field?: string,
    built = false,
  ): void {
    if (!taint) return;
    for (const entry of taint) {
      if (context.facts.passes.length >= maxPasses) return;
      if (!context.passes.isNew(call, arg, field ?? '', entry)) continue;
      const pass = {
        from: this.#from(entry),
        call,
        arg,
        mask: entry.mask,
        ...(built && { built }),
        ...checkOf(entry),
      };
      context.facts.passes.push(field === undefined ? pass : { ...pass, field });
    }
  }

  #from(entry: TaintEntry): From {
    const { origin } = entry;
    if (origin.k === 'source') {
      let index = this.#sourceIndex.get(origin);
      if (index === undefined) {
        index = this.#sources.length;
        this.#sourceIndex.set(origin, index);
        const { kind, title, awaits, isGuess } = origin;
        const source = { kind, title, at: this.#places.place(origin.span) };
        this.#sources.push({
          ...source,
          ...(awaits !== undefined && { awaits }),
          ...(isGuess && { isGuess }),
        });
      }
      return ['s', index];
    }
    if (origin.k === 'call')
      return origin.field === undefined ? ['c', origin.call] : ['c', origin.call, origin.field];
    return origin.field === undefined ? ['p', origin.index] : ['p', origin.index, origin.field];
  }

  offered(fn: FunctionIr): void {
    this.#offered.add(fn);
  }

  exported(name: string, local: string): void {
    this.#exports.push([name, local]);
  }

  reexport(local: string, path: readonly string[]): void {
    if (this.#contexts.length <= 1) this.#reexports.set(local, [...path]);
  }

  /** Collections of constants, by the keys that other files ask for. */
  collections(keys: readonly string[]): void {
    this.#quiet.push(...keys);
  }

  aside(work: () => void): void {
    const { length } = this.#contexts;
    this.enter('', undefined);
    try {
      work();
    } finally {
      this.#contexts.length = length;
      this.currentId = this.#contexts.at(-1)?.id ?? -1;
    }
  }

  pipe(fact: PipeFact): void {
    this.#pipes.add(fact);
  }

  schema(name: string, library: string, schema: Schema): void {
    if (this.#schemas.has(name) || this.#schemaParts + schema.parts > maxSchemaParts) return;
    this.#schemaParts += schema.parts;
    this.#schemas.set(name, [name, library, told(schema)]);
  }

  /** By the names that the file gives them, and by those that others know them by. */
  #toldSchemas(): SchemaFact[] {
    for (const [name, local] of this.#exports) {
      const fact = this.#schemas.get(local);
      if (fact && !this.#schemas.has(name)) this.#schemas.set(name, [name, fact[1], fact[2]]);
    }
    return [...this.#schemas.values()];
  }

  finish(language: string, awaits: SettingFact[], held: HeldFinding[] = []): FileFacts | undefined {
    const schemas = this.#toldSchemas();
    this.#quiet.push(...schemas.map(([name]) => schemaKey(name)));
    const told =
      this.#pipes.size + this.#functions.length + this.#exports.length + this.#quiet.length + held.length;
    const { length } = [...this.#classes, ...this.#types, ...this.#bases];
    if (told + awaits.length + length === 0) return undefined;
    const used = new Set(this.#exports.map(([, local]) => local));
    const fills = this.#filled.told(this.#functions);
    return {
      language,
      isProduct: this.#isProduct,
      sources: this.#sources,
      functions: this.#functions,
      quiet: this.#quiet,
      called: [...this.#called].map(([key, { open, fed }]) => [key, [...open], [...fed]]),
      exports: this.#exports,
      reexports: [...this.#reexports].filter(([local]) => used.has(local)),
      ...(this.#bases.length ? { bases: this.#bases } : {}),
      ...(this.#classes.length ? { classes: this.#classes } : {}),
      ...(this.#types.length ? { types: this.#types } : {}),
      ...(schemas.length ? { schemas } : {}),
      ...(this.#pipes.size ? { pipes: [...this.#pipes] } : {}),
      ...(awaits.length ? { awaits } : {}),
      ...(fills.length ? { fills } : {}),
      ...(held.length ? { held } : {}),
    };
  }
}

function contextOf(
  id: number,
  key: string,
  fn: FunctionIr | undefined,
  parameters: readonly string[] = [],
  at?: Place,
  isHidden = false,
): Context {
  return {
    id,
    fn,
    facts: {
      key,
      parameters: fn?.parameters.map((parameter) => parameter.name) ?? [...parameters],
      ...restOf(fn),
      ...(at && { at }),
      ...(isHidden && { hidden: true }),
      ...(fn && isStraight(fn) && { straight: true }),
      calls: [],
      passes: [],
      returns: [],
      sinks: [],
    },
    sinks: [],
    reached: new Map(),
    passes: new KnownPasses(),
    reads: new Map(),
    kept: new Set(),
    starts: [],
  };
}

function fixedArguments({ args, named }: CallEvent): number[] {
  return [...args, ...named.values()].flatMap((value, i) => (isFixed(value) ? [i] : []));
}

/** What a value carries: as a whole, and in each of the few fields that are known of it. */
function partsOf(value: Value): Array<[field: string | undefined, taint: Taint | undefined]> {
  const { shape } = value;
  if (shape?.kind !== 'map' || shape.fields.size > maxFields) return [[undefined, deepTaint(value)]];
  const whole = joinTaints(value.taint, shape.rest && deepTaint(shape.rest));
  return [
    [undefined, whole],
    ...[...shape.fields].map(([field, part]) => [field, deepTaint(part)] as [string, Taint | undefined]),
  ];
}

function checkOf({
  check,
  awaits: passed,
}: TaintEntry): Pick<FunctionFacts['sinks'][number], 'check' | 'awaits'> {
  const awaits = questionsIn(passed);
  return { ...(check !== undefined && { check }), ...(awaits && { awaits }) };
}

/** Plain data, without what says nothing. */
function told({ clears, fields, items, isClosed, elsewhere }: Schema): ToldSchema {
  return {
    ...(clears && { clears }),
    ...(fields && { fields: [...fields].map(([key, part]) => [key, told(part)] as [string, ToldSchema]) }),
    ...(items && { items: told(items) }),
    ...(isClosed && { closed: true as const }),
    ...(elsewhere && { elsewhere }),
  };
}

/** Nothing but literals took part in it, or it was cleaned; what a taint can still do is followed on its own. */
function isFixed(value: Value): boolean {
  return !isDynamic(value);
}

/** A text of which some parts are known and others are not. */
function restOf(fn: FunctionIr | undefined): { rest?: number } {
  const rest = fn?.parameters.findIndex(({ kind }) => kind === 'rest') ?? -1;
  return rest >= 0 ? { rest } : {};
}

function isBuilt({ text }: Value): boolean {
  return text?.includes('\0') === true && text.replaceAll('\0', '').trim() !== '';
}

/** It is nothing but what a function of another file gave: the linker finds out what that is. */
function isAwaited({ taint, text, shape, name }: Value): boolean {
  return taint?.length === 1 && taint[0]!.origin.k === 'call' && !text && !shape && name?.segment === '()';
}

const maxKept = 50;
const maxSinks = 200;
const maxTypes = 500;
/** Of all schemas of a file together. */
const maxSchemaParts = 10_000;
const maxPasses = 400;
const maxFields = 16;

/** How severe it is that data comes from another function or file. */
function severityElsewhere({ severity, onlyAsks }: Sink): Severity {
  return onlyAsks ? atMost(severity, 'low') : severity;
}

const pathLabels = labelMask(['path']);

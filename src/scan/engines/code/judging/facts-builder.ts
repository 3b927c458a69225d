import { wayNames } from '../analysis/elsewhere/told-patterns.ts';
import type { FactsRecorder, GivenTypes, ToldPattern } from '../analysis/run.ts';
import { doneKey } from '../domain/awaited-check.ts';
import type { CallEvent } from '../domain/call-event.ts';
import {
  type FileFacts,
  type FunctionFacts,
  fieldKey,
  givenKey,
  type HeldFinding,
  isGiven,
  type MemberFact,
  type PipeFact,
  type SettingFact,
  type StepFact,
  type TypeFact,
} from '../domain/facts.ts';
import type { Schema } from '../domain/schemas/schema.ts';
import type { Outcomes, Summary } from '../domain/summary.ts';
import { clearLabels, type Taint, type TaintEntry } from '../domain/taint.ts';
import type { Value } from '../domain/value.ts';
import type { FunctionIr, Span } from '../ir/ir.ts';
import { labelMask } from '../knowledge/labels.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { Sink } from '../knowledge/rule-types.ts';
import type { FileClass } from '../reading/file-class.ts';
import { FileDeclarations } from './recording/file-declarations.ts';
import { FilledFields } from './recording/filled-fields.ts';
import { contextOf, type FunctionContext } from './recording/function-context.ts';
import { MadeFields } from './recording/made-fields.ts';
import { ReachedSinks } from './recording/reached-sinks.ts';
import { RecordedCalls } from './recording/recorded-calls.ts';
import { checkOf, SourceList } from './recording/source-list.ts';
import { partsOf } from './recording/value-parts.ts';
import type { WaitingSinks } from './sinks.ts';
import type { SourcePlaces } from './source-places.ts';
import { stepText } from './step-text.ts';

/** Gathers what the functions of a file tell their callers and the linker, while they are run. */
export class FactsBuilder implements FactsRecorder, WaitingSinks {
  readonly #places: SourcePlaces;
  readonly #isProduct: boolean;
  readonly #isHidden: (fn: FunctionIr) => boolean;
  readonly #sources: SourceList;
  readonly #calls: RecordedCalls;
  readonly #sinks: ReachedSinks;
  readonly #declarations = new FileDeclarations();
  readonly #filled = new FilledFields();
  readonly #functions: FunctionFacts[] = [];
  readonly #quiet: string[] = [];
  readonly #does = new Set<string>();
  readonly #offered = new Set<FunctionIr>();
  readonly #made: MadeFields;
  /** Who calls a function takes apart a list that it gives, and nothing says what is in it. */
  readonly #byPlace: boolean;
  readonly #contexts: FunctionContext[] = [];
  #outside: FunctionContext | undefined;
  #count = 0;
  /** Every look-up of a variable asks for it. */
  currentId = -1;

  constructor(
    places: SourcePlaces,
    fileClass: FileClass,
    isHidden: (fn: FunctionIr) => boolean = () => false,
    handsOnFunctions = false,
    byPlace = false,
  ) {
    this.#byPlace = byPlace;
    this.#places = places;
    this.#isProduct = fileClass.kind === 'product';
    this.#isHidden = isHidden;
    this.#sources = new SourceList(places);
    this.#calls = new RecordedCalls(places, this.#sources, this.#isProduct, handsOnFunctions);
    this.#sinks = new ReachedSinks(places, this.#sources, fileClass);
    this.#made = new MadeFields(this.#sources);
  }

  /** What is evaluated before the file is run, such as the type of a field, belongs to no function: nobody is told of it. */
  #current(): FunctionContext {
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

  leave(): FunctionContext {
    const context = this.#contexts.pop()!;
    this.currentId = this.#contexts.at(-1)?.id ?? -1;
    const { facts } = context;
    if (facts.passes.length > 0)
      for (const [call, start] of context.starts) if (this.#sinks.isAsked(context, start)) call.asked = true;
    if (facts.returns.length > 0 && this.#sinks.isAsked(context, Number.POSITIVE_INFINITY)) facts.asks = true;
    // What can reach neither a caller nor a sink is of no use to the linker.
    if (
      facts.sinks.length ||
      facts.returns.length ||
      facts.passes.length ||
      facts.proves ||
      facts.calls.some(({ hands }) => hands) ||
      facts.keeps ||
      facts.gives ||
      facts.holds ||
      facts.sets?.length ||
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
    { filled, made, gives, holds }: Parameters<FactsRecorder['leaveFunction']>[4],
  ): Summary {
    const current = this.#contexts.at(-1)!;
    // Other files know no forms of paths: what cannot climb is there to be joined.
    const isDownward = returned.form === 'downward';
    for (const [field, taint] of [...partsOf(returned, this.#byPlace), ...filled])
      for (const entry of (isDownward ? clearLabels(taint, pathLabels) : taint) ?? [])
        current.facts.returns.push({
          from: this.#sources.from(entry),
          mask: entry.mask,
          ...this.#lastStep(entry, fn),
          ...checkOf(entry),
          ...(field === undefined ? {} : { field }),
        });
    if (made) this.#made.note(current.facts, made);
    if (outcomes) current.facts.proves = outcomes;
    if (gives) current.facts.gives = [...gives];
    if (holds) current.facts.holds = [...holds];
    this.#filled.note(current.facts, self);
    const { facts, sinks } = this.leave();
    const needsLinking =
      facts.returns.some(({ from }) => from[0] === 'c') ||
      facts.sinks.some(({ from }) => from[0] === 'c') ||
      facts.passes.some(({ from }) => from[0] === 'p') ||
      facts.calls.some(({ callee }) => isGiven(callee)) ||
      facts.keeps?.some(({ from }) => from[0] === 'p') === true;
    return { fn, returned, self, sinks, outcomes, needsLinking };
  }

  /** Where a function last changed what it gives back, further down than its head. */
  #lastStep({ step, origin }: TaintEntry, fn: FunctionIr): { step?: StepFact } {
    if (!step || origin.k === 'source' || step.span.start < fn.start || step.span.end > fn.end) return {};
    const place = this.#places.place(step.span);
    return place[0] - this.#places.place(fn.heading)[0] > 3
      ? { step: [place, stepText(step, this.#places)] }
      : {};
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
    if (context) this.#sinks.add(context, entry, sink, span, scope, fallback, made);
  }

  /** A call into another file; its index in this function. */
  linkedCall(name: Name, event: CallEvent, otherwise?: 'news' | 'modelled'): number {
    return this.#calls.call(this.#current(), name.segments(), event, event.receiver, otherwise);
  }

  givenCall(parameter: number, event: CallEvent): void {
    this.#calls.call(this.#current(), givenKey(parameter), event, undefined, 'modelled');
  }

  /** A field of a class in another file is read. */
  readField(callee: string[], span: Span | undefined): number {
    return this.#calls.readField(this.#current(), callee, span);
  }

  /** A call to a function of this file that itself depends on others. */
  call(key: string, event: CallEvent, self: Value | undefined): number | undefined {
    return this.#calls.call(this.#current(), [`#${key}`], event, self);
  }

  calledHere(key: string | undefined, fn: FunctionIr, event: CallEvent, offset: number): void {
    this.#calls.calledHere(this.#current(), key, fn, event, offset);
  }

  /** What outsiders put into a field, or a variable of the file, and whose object is in it: other files may read it. */
  field(key: string, taint: Taint | undefined, { gives, holds }: GivenTypes = {}): void {
    if (!taint && !gives && !holds) return;
    const start = key.lastIndexOf('.') + 1;
    this.enter(`${key.slice(0, start)}${fieldKey(key.slice(start))}`, undefined);
    const { facts } = this.#contexts.at(-1)!;
    for (const entry of taint ?? [])
      facts.returns.push({ from: this.#sources.from(entry), mask: entry.mask, ...checkOf(entry) });
    if (gives) facts.gives = [...gives];
    if (holds) facts.holds = [...holds];
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
      const from = this.#sources.from(entry);
      context.facts.keeps.push({ key, from, mask: entry.mask, check, ...checkOf(entry) });
    }
  }

  class(
    name: string,
    bases: string[],
    isFilled: boolean,
    members: MemberFact[],
    asks?: readonly string[],
  ): void {
    this.#declarations.class(name, bases, isFilled, members, asks);
  }

  type(fact: TypeFact): void {
    this.#declarations.type(fact);
  }

  base(name: string, path: readonly string[]): void {
    this.#declarations.base(name, path);
  }

  offered(fn: FunctionIr): void {
    this.#offered.add(fn);
  }

  exported(name: string, local: string): void {
    this.#declarations.exported(name, local);
  }

  reexport(local: string, path: readonly string[]): void {
    if (this.#contexts.length <= 1) this.#declarations.reexport(local, path);
  }

  /** Collections of constants, by the keys that other files ask for. */
  collections(keys: readonly string[]): void {
    this.#quiet.push(...keys);
  }

  does(what: string): void {
    this.#does.add(doneKey(what));
  }

  /** Regular expressions: as functions whose parameters are the ways in which a text may be held against one. */
  patterns(patterns: readonly ToldPattern[]): void {
    for (const { key, yes, no } of patterns)
      this.#functions.push({ ...patternFunction, key, proves: { yes, no } });
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
    this.#declarations.pipe(fact);
  }

  schema(name: string, library: string, schema: Schema): void {
    this.#declarations.schema(name, library, schema);
  }

  finish(language: string, awaits: SettingFact[], held: HeldFinding[] = []): FileFacts | undefined {
    this.#quiet.push(...this.#declarations.schemaKeys(), ...this.#does);
    const lists = [this.#functions, this.#quiet, awaits, held];
    if (this.#declarations.isEmpty && lists.every(({ length }) => length === 0)) return undefined;
    const fills = this.#filled.told(this.#functions);
    return {
      language,
      isProduct: this.#isProduct,
      sources: this.#sources.sources,
      functions: this.#functions,
      quiet: this.#quiet,
      called: this.#calls.told(),
      ...this.#declarations.told(),
      ...(awaits.length ? { awaits } : {}),
      ...(fills.length ? { fills } : {}),
      ...(held.length ? { held } : {}),
    };
  }
}

/** Of a function. */
const maxKept = 50;

const pathLabels = labelMask(['path']);

const patternFunction: Omit<FunctionFacts, 'key'> = {
  parameters: [...wayNames],
  calls: [],
  passes: [],
  returns: [],
  sinks: [],
};

import { joinAll } from '../domain/call-event.ts';
import { Frame, Layer } from '../domain/scope.ts';
import type { Summary } from '../domain/summary.ts';
import { joinTaints, type Taint } from '../domain/taint.ts';
import {
  type Closure,
  joinValues,
  literalValue,
  namedValue,
  unknownValue,
  type Value,
  withoutPlaceholders,
  withTaint,
} from '../domain/value.ts';
import type { ClassIr, Expr, FunctionIr, ModuleIr, Stmt } from '../ir/ir.ts';
import type { Name, RuleSet } from '../knowledge/rule-set.ts';
import type { Entry } from '../knowledge/rule-types.ts';
import { givenTypes } from './calls/linked/given-type.ts';
import { offerReturned } from './calls/linked/returned-functions.ts';
import { ClassTable } from './class-table.ts';
import { importedAlias } from './conditions/alias-of.ts';
import type { AnalysedFile } from './conditions/condition-scopes.ts';
import { awaitedKeyTests, tellKeyTests } from './elsewhere/key-tests.ts';
import { nameRenamed } from './elsewhere/renamed-functions.ts';
import type { AnalysisEvents } from './events.ts';
import { nameHeldFunctions, offerResults, tellExports } from './exported-objects.ts';
import { evaluate } from './expressions.ts';
import { inheritedField } from './fields/fields-of-other-files.ts';
import { filledParameters, givenParameters } from './fields/filled-arguments.ts';
import { filledFields, madeFields } from './fields/filled-object.ts';
import { outcomesOf } from './guards/guarded-parameters.ts';
import { AlternativeImports } from './imports/alternative-imports.ts';
import { findIncompleteChecks } from './incomplete/incomplete-checks.ts';
import { findMerges, noMerges } from './merges/recursive-merges.ts';
import type { Abilities, Budgets } from './options.ts';
import { Origins } from './origins.ts';
import { bindParameters } from './parameters.ts';
import { resultOfItself, withoutRounds } from './recursion/own-results.ts';
import type { Exports, FactsRecorder, Language, ReplacedKey, Run } from './run.ts';
import { tellMiddleware } from './schemas/own-middleware.ts';
import { runBlock } from './statements.ts';
import { asDeclared } from './types/object-types.ts';

class BudgetExceeded extends Error {}

/** What a file is run with, and who listens. */
export interface Surroundings {
  readonly file: AnalysedFile;
  readonly rules: RuleSet;
  readonly traits: Language;
  readonly events: AnalysisEvents;
  readonly facts: FactsRecorder;
  readonly abilities: Abilities;
  readonly budgets: Budgets;
}

/** Runs one file in the abstract: its top level first, then every function that can be reached from outside. */
export class Interpreter implements Run {
  readonly rules: RuleSet;
  readonly file: AnalysedFile;
  readonly events: AnalysisEvents;
  readonly traits: Language;
  readonly abilities: Abilities;
  readonly facts: FactsRecorder;
  readonly origins: Origins;
  readonly classes = new ClassTable();
  readonly entries = new Map<FunctionIr, Entry[]>();
  readonly signed = new Set<FunctionIr>();
  readonly requests: Run['requests'] = new Map();
  readonly routes = new Map<FunctionIr, string[]>();
  readonly checkedInFront = new Set<FunctionIr>();
  /** Names of decorators of a function, for what it returns. */
  readonly decorators = new Map<FunctionIr, Name[]>();
  readonly moduleFrame: Frame;
  readonly imports: AlternativeImports;
  /** Functions written at the top level, by the frame-independent key that callers in other files use. */
  readonly topLevel = new Map<FunctionIr, string>();
  readonly executed = new Set<FunctionIr>();
  /** What the promises that are being made were settled with, the innermost last. */
  readonly settling: Value[][] = [];
  readonly replacedKeys = new Map<Name, ReplacedKey>();
  /** Where functions of the top level that see more than its variables were made. */
  readonly outerOf = new Map<FunctionIr, Frame>();
  readonly exports: Exports = { functions: new Map(), aliases: new Set(), owner: undefined };
  handedOn: Run['handedOn'];
  frame: Frame;
  exceeded: string[] = [];
  readonly #module: ModuleIr;
  readonly #budgets: Budgets;
  readonly #summaries = new Map<FunctionIr, Summary | 'running'>();
  readonly #inlined = new Map<FunctionIr, number>();
  readonly #shared = new Map<Name, Taint | undefined>();
  #stepsInFile = 0;
  #stepsInFunction = 0;

  constructor(module: ModuleIr, surroundings: Surroundings) {
    this.#module = module;
    this.file = surroundings.file;
    this.rules = surroundings.rules;
    this.traits = surroundings.traits;
    this.events = surroundings.events;
    this.facts = surroundings.facts;
    this.abilities = surroundings.abilities;
    this.#budgets = surroundings.budgets;
    this.moduleFrame = new Frame(undefined, module.locals, undefined, 0, 0);
    this.frame = this.moduleFrame;
    this.imports = new AlternativeImports(module.body);
    this.origins = new Origins(this.facts);
  }

  run(): void {
    const { parameters = [] } = this.#module;
    this.facts.enter('', undefined, parameters);
    for (const [i, name] of parameters.entries())
      this.moduleFrame.layer.set(name, namedValue(this.rules.undeclared(name), this.origins.parameter(i)));
    this.#guarded('', () => runBlock(this, this.#module.body));
    this.facts.leave();
    // Top-level code may have died by a constant condition; functions are still reachable.
    this.moduleFrame.layer.dead = false;
    nameHeldFunctions(this);
    nameRenamed(this, this.#module);
    for (let before = -1; before !== this.topLevel.size; ) {
      before = this.topLevel.size;
      const all = [...this.topLevel.keys()];
      // What a framework fills an object with is there before any other method of it runs.
      if (this.traits.classesByName)
        for (const fn of all) if (this.entries.has(fn)) this.summaryOf(fn, this.moduleFrame);
      for (const fn of all) this.summaryOf(fn, this.outerOf.get(fn) ?? this.moduleFrame);
      offerResults(this);
      offerReturned(this);
    }
    const merges = this.rules.merges.length > 0 ? findMerges(this.#module, this.file.text) : noMerges;
    for (const { call, key, asks } of merges.calls)
      this.events.merged(this, call, key, awaitedKeyTests(this, asks));
    for (const { step, key, writes, asks } of merges.walks)
      this.events.walked(this, step, key, writes, awaitedKeyTests(this, asks));
    tellKeyTests(this, merges.tests);
    this.#tellIncompleteChecks();
    this.classes.tell(this);
    this.#guarded('', () => this.facts.aside(() => tellMiddleware(this)));
    tellExports(this);
  }

  #tellIncompleteChecks(): void {
    const kinds = [...this.rules.incomplete.keys()];
    if (kinds.length === 0) return;
    const { checkWords } = this.rules;
    for (const { kind, place, fn } of findIncompleteChecks(this.#module, this.file.text, checkWords, kinds))
      this.events.incomplete(this, kind, place, fn);
  }

  /** One step of the budget. */
  step(): void {
    this.#stepsInFile++;
    if (++this.#stepsInFunction > this.#budgets.perFunction || this.#stepsInFile > this.#budgets.perFile)
      throw new BudgetExceeded();
  }

  /** A function's summary, made on the first use; undefined while it is being made (recursion) or when its budget is spent. */
  summaryOf(fn: FunctionIr, outer: Frame): Summary | undefined {
    const known = this.#summaries.get(fn);
    if (known) return known === 'running' ? undefined : known;
    if (this.#stepsInFile > this.#budgets.perFile) return undefined;
    this.#summaries.set(fn, 'running');
    const key = this.topLevel.get(fn) ?? fn.name;
    const steps = this.#stepsInFunction;
    const caller = this.frame;
    this.#stepsInFunction = 0;
    this.facts.enter(key, fn);
    this.executed.add(fn);
    const self = fn.ownsThis ? (this.classes.selfOf(this, fn) ?? this.#prototypeOf(key)) : undefined;
    const frame = new Frame(fn, fn.locals, outer, 1, this.facts.currentId);
    frame.self = self;
    let given: ReturnType<typeof givenParameters> = [];
    this.#guarded(key, () => {
      this.frame = frame;
      bindParameters(this, fn, undefined);
      given = givenParameters(this, fn, frame);
      runBlock(this, fn.body);
      this.#finish(frame);
    });
    this.frame = caller;
    this.#stepsInFunction = steps;
    const result = frame.result();
    const returned = withoutRounds(result);
    this.events.returned(this, fn, returned, returned === result ? frame.givings() : []);
    if (frame.self) this.classes.learn(this, fn, frame.self);
    const filled = new Map([
      ...filledParameters(this, fn, frame, given),
      ...filledFields(this, fn, self, frame.self),
    ]);
    const summary = this.facts.leaveFunction(fn, returned, frame.self, outcomesOf(this, frame), {
      filled,
      made: madeFields(this, fn, self, frame.self),
      ...(fn.name !== this.traits.constructorName && givenTypes(this, asDeclared(this, returned, fn.gives))),
    });
    this.#summaries.set(fn, summary);
    return summary;
  }

  /** `this` in a method of a prototype, of which no class says more: `Store.find`. */
  #prototypeOf(key: string): Value | undefined {
    return this.traits.functionsAreObjects && /^[A-Z][\w$]*\.[\w$]+$/.test(key)
      ? { ...unknownValue, taint: this.origins.parameter(-1) }
      : undefined;
  }

  /** Running a function again at each call is what precision costs; a large one called often is worth it only a few times. */
  mayInline(fn: FunctionIr): boolean {
    const times = this.#inlined.get(fn) ?? 0;
    this.#inlined.set(fn, times + 1);
    return times === 0 || (this.abilities.repeats && times * fn.size <= maxInlinedSize);
  }

  /** Runs a closure in line, in the frame it was made in. */
  runClosure(
    closure: Closure,
    args: readonly Value[] | undefined,
    named: ReadonlyMap<string, Value> | undefined,
    after?: (frame: Frame) => void,
  ): Value {
    const { fn } = closure;
    const caller = this.frame;
    const outer = closure.frame as Frame;
    this.executed.add(fn);
    // Of a function that calls itself, what goes in may come out.
    if (caller.depth >= maxDepth || this.isRunning(fn))
      return resultOfItself(this, fn, { ...unknownValue, taint: args && joinAll(args) });
    const frame = new Frame(fn, fn.locals, outer, caller.depth + 1, this.facts.currentId);
    frame.self = closure.self;
    this.#running.push(fn);
    this.frame = frame;
    try {
      bindParameters(this, fn, args, named);
      runBlock(this, fn.body);
      this.#finish(frame, this.traits.handsOnFunctions && args?.some((value) => this.#isOwn(value)));
    } finally {
      this.frame = caller;
      this.#running.pop();
    }
    after?.(frame);
    const returned = frame.result();
    this.events.returned(this, fn, returned, frame.givings());
    return returned;
  }

  readonly #running: FunctionIr[] = [];

  isRunning(fn: FunctionIr): boolean {
    return this.#running.includes(fn) || this.#summaries.get(fn) === 'running';
  }

  closureOf(fn: FunctionIr, self?: Value): Value {
    const closure: Closure = { fn, frame: this.frame, self: fn.ownsThis ? self : (self ?? this.self()) };
    this.frame.created.push(closure);
    return { ...literalValue, closures: [closure] };
  }

  self(): Value | undefined {
    return this.selfFrame()?.self;
  }

  selfFrame(): Frame | undefined {
    for (let frame: Frame | undefined = this.frame; frame; frame = frame.outer)
      if (!frame.fn || frame.fn.ownsThis) return frame;
    return undefined;
  }

  /** What a name means where it is used. */
  lookup(name: string): Value {
    for (let frame: Frame | undefined = this.frame; frame; frame = frame.outer)
      // What a function sets without declaring it is a variable of the file.
      if (frame.locals.has(name) || frame === this.moduleFrame) {
        const value = frame.layer.get(name);
        if (value) return frame.context === this.facts.currentId ? value : withoutPlaceholders(value);
        if (frame !== this.moduleFrame) return namedValue(this.rules.root.child(`~${name}`));
      }
    const value = namedValue(this.#undeclared(name));
    return this.traits.inheritedNames ? inheritedField(this, name, value) : value;
  }

  #undeclared(name: string): Name {
    const found = this.rules.undeclared(name);
    const alias = this.rules.asksForImports ? importedAlias(this.file, this.rules.match(found)) : undefined;
    return alias ? this.rules.name(alias) : found;
  }

  assignName(name: string, value: Value): void {
    const owner = this.frame.owner(name) ?? this.moduleFrame;
    if (owner === this.frame) {
      owner.layer.set(name, value);
      return;
    }
    // From inside another function it may or may not have happened when the variable is read; what that function was given means nothing there.
    const kept = owner === this.moduleFrame ? withoutPlaceholders(value) : value;
    const before = owner.layer.get(name);
    owner.layer.set(name, before ? joinValues(before, kept) : kept);
  }

  /** What one handler leaves for the next ones of the file under a name that the rules know as such a place. */
  share(name: Name, value: Value): void {
    if (!this.rules.match(name)?.shared) return;
    // What a caller hands in means something in its own function alone.
    const taint = value.taint?.filter(({ origin }) => origin.k === 'source');
    if (taint?.length) this.#shared.set(name, joinTaints(this.#shared.get(name), taint));
  }

  shared(name: Name): Taint | undefined {
    return this.#shared.get(name);
  }

  evaluate(expr: Expr): Value {
    return evaluate(this, expr);
  }

  runBlock(statements: readonly Stmt[]): void {
    runBlock(this, statements);
  }

  /** Runs with a layer of its own over the current one and gives that layer back. */
  branch(work: () => void): Layer {
    const base = this.frame.layer;
    const layer = new Layer(base);
    this.frame.layer = layer;
    work();
    const end = this.frame.layer;
    this.frame.layer = base;
    return end;
  }

  taintBoth(value: Value, taint: Taint | undefined): Value {
    return withTaint(value, joinTaints(value.taint, taint));
  }

  defineClass(definition: ClassIr): Value {
    return this.classes.define(this, definition);
  }

  #isOwn({ closures }: Value): boolean {
    return closures?.some(({ fn }) => this.topLevel.has(fn)) === true;
  }

  /** Runs what the function made but nobody called; what wraps functions that it was given does with each of them what it does. */
  #finish(frame: Frame, wraps = false): void {
    // What runs here may make more of them.
    for (let i = 0; i < frame.created.length && i < maxClosures; i++) {
      const closure = frame.created[i]!;
      if (this.executed.has(closure.fn) && !(wraps && this.mayInline(closure.fn))) continue;
      if (this.#stepsInFile > this.#budgets.perFile) throw new BudgetExceeded();
      frame.layer.dead = false;
      // It is a function like any other, and has a budget like any other: a whole library may stand in one.
      const steps = this.#stepsInFunction;
      this.#stepsInFunction = 0;
      this.#guarded(closure.fn.name || 'a function without a name', () =>
        this.runClosure(closure, undefined, undefined),
      );
      this.#stepsInFunction = steps;
    }
  }

  #guarded(key: string, work: () => void): void {
    const { frame } = this;
    const running = this.#running.length;
    try {
      work();
    } catch (error) {
      if (!(error instanceof BudgetExceeded) && !(error instanceof RangeError)) throw error;
      this.exceeded.push(key);
      this.frame = frame;
      this.#running.length = running;
    }
  }
}

const maxDepth = 12;
const maxInlinedSize = 1_200;
const maxClosures = 2_000;

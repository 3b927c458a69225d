import { atMost } from '../../../model/finding.ts';
import { withDefaults } from '../analysis/calls/default-arguments.ts';
import {
  callHolds,
  scopeOfComparison,
  scopeOfElement,
  scopeOfFunction,
  scopeOfParameter,
  scopeOfPlace,
  scopeOfValue,
} from '../analysis/conditions/condition-scopes.ts';
import { conditionsHold } from '../analysis/conditions/conditions.ts';
import type { AnalysisEvents, RunView } from '../analysis/events.ts';
import { isTested } from '../analysis/guards/tested-data.ts';
import { type AwaitedCheck, extendsAwaited } from '../domain/awaited-check.ts';
import { type CallEvent, joinAll, partOf, placeOfMethod } from '../domain/call-event.ts';
import { textOf } from '../domain/constants.ts';
import type { SettingFact } from '../domain/facts.ts';
import { type Giving, scopeOf } from '../domain/scope.ts';
import { settingOf } from '../domain/setting-value.ts';
import type { Taint } from '../domain/taint.ts';
import { isEffect, saysItWrites } from '../domain/unknown-effect.ts';
import { deepTaint, literalValue, unknownValue, type Value } from '../domain/value.ts';
import type {
  ClassIr,
  ElementAttribute,
  Expr,
  FunctionIr,
  Handler,
  Parameter,
  Span,
  Stmt,
  Target,
} from '../ir/ir.ts';
import { labelMask } from '../knowledge/labels.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { Check, Condition, NameMatch, Sink } from '../knowledge/rule-types.ts';
import { awaitSetting } from './await-setting.ts';
import { type Asked, askedOf } from './certainty/asked-elsewhere.ts';
import { ratedAsBound } from './certainty/bound-values.ts';
import { ratedAsAsked } from './certainty/existence-tests.ts';
import { isOnRequest } from './certainty/on-request.ts';
import { isBehindOptions } from './certainty/option-start.ts';
import type { FindingLog } from './finding-log.ts';
import { lastReturn, returnsData } from './last-return.ts';
import { JoinedPieces, makesMarkup } from './markup/joined-pieces.ts';
import { UnescapedParts } from './markup/unescaped-parts.ts';
import type { WayProof } from './proof/way-proof.ts';
import { within } from './sink-part.ts';
import { arriveAtSink, reachSink, type WaitingSinks } from './sinks.ts';

/** The function that a callee is where the program defines it: `Finder.new` is the constructor of its class. */
function definedAs(run: RunView, callee: string[]): string[] {
  const { constructorName } = run.traits;
  return callee.at(-1) === 'new' && constructorName ? [...callee.slice(0, -1), constructorName] : callee;
}

/** Only the other files of the repository can say whether the function is one of its own. */
function unlessDefined(sink: Sink, unless: readonly string[]): Sink {
  return { ...sink, unless, ...(sink.likely && { likely: { ...sink.likely, unless } }) };
}

/** Turns what happens in a file into findings: each event is held against the rules that its name or word is found under. */
export class Reporter implements AnalysisEvents {
  readonly log: FindingLog;
  readonly waiting: WaitingSinks;
  readonly proof: WayProof;
  readonly pieces = new JoinedPieces();
  /** Checks that hang on a value of a properties file. */
  readonly awaited: SettingFact[] = [];
  /** Where the regular expressions stand that were looked at. */
  /** What variables held when they were last reported. */
  readonly #texts = new Map<string, string>();
  readonly #patterns = new Set<number>();
  readonly #unescaped = new UnescapedParts();

  constructor(log: FindingLog, waiting: WaitingSinks, proof: WayProof) {
    this.log = log;
    this.waiting = waiting;
    this.proof = proof;
  }

  called(run: RunView, event: CallEvent): void {
    const match = event.match!;
    const place = run.traits.chainsOverLines ? placeOfMethod(event) : event.expr;
    const { renames } = run.frame.fn ?? {};
    const usual = match.checks.length ? withDefaults(event) : undefined;
    for (const check of renames ? [] : match.checks)
      if (check.on === 'call') {
        if (
          callHolds(run.file, event, check.when, check.label) ||
          (usual && callHolds(run.file, usual, check.when, check.label))
        )
          this.#checkCall(run, check, event, place);
        else if (event.args.some(({ name }) => settingOf(name)))
          awaitSetting(this.log, this.awaited, run, check, event);
      }
    for (const known of event.definedIn === 'here' ? [] : match.sinks) {
      if (known.on !== 'call' || !callHolds(run.file, event, known.when)) continue;
      const isDoubtful = known.isGuess && event.definedIn === 'elsewhere';
      const rated = ratedAsBound(ratedAsAsked(known, event.name.segment), event);
      const asked = isDoubtful ? unlessDefined(rated, definedAs(run, event.name.segments())) : rated;
      // Whoever calls the function by that name decides what it is given; the name alone does nothing.
      const own = renames ? { ...asked, ...noFallback } : asked;
      const sink = own.unlessExtends ? unlessOfClass(run, own, event) : own;
      const parts =
        sink.args.length === 0
          ? [...event.args, ...event.named.values()]
          : sink.args.flatMap((which) =>
              isBehindOptions(sink, event, which) ? [] : (partOf(event, which) ?? []),
            );
      for (const part of parts) arriveAtSink(this, run, sink, within(part, sink.keys), place);
    }
  }

  /** Reading `object.property` where the rules care about the read itself. */
  read(run: RunView, match: NameMatch, value: Value, span: Span): void {
    for (const check of match.checks)
      if (check.on === 'read' && this.#holdsValue(run, check.when, value, span))
        this.#check(run, check, span);
  }

  assigned(
    run: RunView,
    object: Value,
    property: string,
    index: Value | undefined,
    value: Value,
    target: Target,
    objectExpr: Expr,
  ): void {
    const name = (object.name ?? run.rules.root.child('?')).child(property);
    const match = run.rules.match(name);
    if (match) {
      for (const check of match.checks)
        if (
          check.on === 'assign' &&
          this.#holdsValue(
            run,
            check.when,
            value,
            target,
            objectExpr,
            undefined,
            check.label,
            run.selfFrame()?.fn,
          )
        )
          this.#check(run, check, target);
      for (const sink of match.sinks) {
        if (sink.on !== 'assign' || !this.#holdsValue(run, sink.when, value, target, objectExpr)) continue;
        const end = { start: target.start, end: Math.max(target.end, target.start) };
        if (!sink.args.includes('index')) arriveAtSink(this, run, sink, within(value, sink.keys), end);
        if (index && (sink.args.length === 0 || sink.args.includes('index')))
          arriveAtSink(this, run, sink, index, end);
      }
    }
    this.#word(run, run.rules.keys.get(property), value, target);
    this.variable(run, property, value, target);
  }

  /** An option by its key: in a literal, as a named argument. `object` is what it is in. */
  keyed(
    run: RunView,
    key: string,
    value: Value,
    entry: { key: Expr | undefined; value: Expr },
    object?: Value,
  ): void {
    const span = { start: entry.key?.start ?? entry.value.start, end: entry.value.end };
    for (const check of run.rules.keys.get(key) ?? [])
      if (this.#holdsValue(run, check.when, value, span, undefined, object, check.label))
        this.#check(run, check, span);
    for (const sink of run.rules.keySinks.get(key) ?? [])
      if (this.#holdsValue(run, sink.when, value, span, undefined, object))
        arriveAtSink(this, run, sink, within(value, sink.keys), span);
  }

  variable(run: RunView, name: string, value: Value, span: Span): void {
    for (const check of run.rules.checksOfVariable(name))
      if (
        !(check.needsText && textOf(value) === undefined) &&
        this.#holdsValue(run, check.when, value, span, undefined, undefined, check.label) &&
        !this.#hasGrown(run, check, name, value)
      )
        this.#check(run, check, span);
  }

  /** `html += '</p>'`: a text that was reported and grows is reported no more, whatever is put behind it that is fixed. */
  #hasGrown({ frame }: RunView, { rule, severity }: Check, name: string, value: Value): boolean {
    const text = textOf(value);
    if (text === undefined) return false;
    const key = `${rule.id}:${severity}:${frame.fn?.start ?? ''}:${name}`;
    const before = this.#texts.get(key);
    this.#texts.set(key, text);
    if (before === undefined || text.length === before.length || !text.startsWith(before)) return false;
    return !text.slice(before.length).includes('\0');
  }

  /** A text is put together from parts that came from somewhere. */
  putTogether(run: RunView, value: Value, span: Span): void {
    for (const check of run.rules.texts)
      if (this.#holdsValue(run, check.when, value, span, undefined, undefined, check.label)) {
        const taint = deepTaint(value);
        const rated = wasAsked(run, taint, check)
          ? { ...check, severity: atMost(check.severity, 'low') }
          : check;
        this.#check(run, rated, span, true, false, askedOf(taint, check.label));
      }
  }

  joined(run: RunView, parts: readonly Value[], span: Span): void {
    this.pieces.note(parts);
    if (run.rules.unescaped.length > 0) this.#unescaped.note(run, parts, span);
  }

  /** What can be told only of a whole file. */
  settle(run: RunView): void {
    for (const { frame, span, asked } of this.#unescaped.forgotten())
      for (const { rule, severity } of run.rules.unescaped)
        this.log.add(
          rule,
          severity,
          rule.confidence,
          span,
          scopeOf(frame),
          undefined,
          undefined,
          true,
          undefined,
          asked,
        );
  }

  /** A regular expression that is written as a literal; what it says is the same however often it is read. */
  pattern(run: RunView, value: Value, span: Span): void {
    if (run.rules.patterns.length === 0 || this.#patterns.has(span.start)) return;
    this.#patterns.add(span.start);
    for (const check of run.rules.patterns)
      if (this.#holdsValue(run, check.when, value, span)) this.#check(run, check, span);
  }

  attribute(
    run: RunView,
    element: Expr & { k: 'element' },
    attribute: ElementAttribute,
    value: Value,
    all: ReadonlyMap<string, Value>,
  ): void {
    for (const sink of run.rules.elementSinks.get(attribute.name) ?? []) {
      if (!conditionsHold(sink.when, scopeOfElement(run.file, value, attribute, element, all))) continue;
      arriveAtSink(this, run, sink, within(value, sink.keys), attribute);
    }
    for (const check of run.rules.elementChecks.get(attribute.name) ?? [])
      if (conditionsHold(check.when, scopeOfElement(run.file, value, attribute, element, all)))
        this.#check(run, check, attribute);
  }

  compared(run: RunView, expr: Expr & { k: 'binary' }, left: Value, right: Value): void {
    const checks = run.rules.checksOfOperator(expr.op);
    if (checks.length === 0) return;
    const scope = scopeOfComparison(run.file, expr, left, right, run.frame.fn);
    for (const check of checks) if (conditionsHold(check.when, scope)) this.#check(run, check, expr);
  }

  /** A loop goes deeper into an object by keys. Where nothing is written in the end, it only reads. */
  walked(
    run: RunView,
    step: Span,
    key: Span | undefined,
    writes: boolean,
    awaits: readonly AwaitedCheck[],
  ): void {
    for (const check of run.rules.walks) {
      const rated = writes ? check : { ...check, severity: atMost(check.severity, 'low') };
      this.#checkKey(run, rated, step, key, awaits);
    }
  }

  merged(run: RunView, call: Span, key: Span, awaits: readonly AwaitedCheck[]): void {
    for (const check of run.rules.merges) this.#checkKey(run, check, call, key, awaits);
  }

  /** What is done with a key, and where the key is first used. */
  #checkKey(
    run: RunView,
    check: Check,
    span: Span,
    key: Span | undefined,
    awaits: readonly AwaitedCheck[],
  ): void {
    const source = key && {
      file: this.log.path,
      place: this.log.places.place(key),
      title: 'a key that may be any',
    };
    const { rule, severity } = check;
    this.log.add(
      rule,
      severity,
      rule.confidence,
      span,
      scopeOf(run.frame),
      source,
      undefined,
      false,
      undefined,
      awaits.length > 0 ? { label: anyLabel, awaits } : undefined,
    );
  }

  incomplete(run: RunView, kind: string, place: Span, fn: FunctionIr | undefined): void {
    const scope = scopeOfPlace(run.file, fn, place);
    for (const check of run.rules.incomplete.get(kind) ?? [])
      if (conditionsHold(check.when, scope)) this.#check(run, check, place);
  }

  handler(run: RunView, handler: Handler, statement: Stmt & { k: 'try' }): void {
    if (run.rules.handlers.length === 0) return;
    const value = handler.types ? literalValue : unknownValue;
    for (const check of run.rules.handlers)
      if (this.#holdsValue(run, check.when, { ...value, constant: handler.body.length }, statement))
        this.#check(run, check, statement);
  }

  imported(run: RunView, statement: Stmt & { k: 'import' }): void {
    this.#word(run, run.rules.imports.get(statement.module), unknownValue, statement);
    for (const binding of statement.bindings) {
      const path = binding.path.join('.');
      if (path !== statement.module) this.#word(run, run.rules.imports.get(path), unknownValue, statement);
    }
  }

  definedClass(run: RunView, definition: ClassIr, bases: readonly Value[]): void {
    for (const base of bases) {
      const match = base.name && run.rules.match(base.name);
      for (const check of match?.checks ?? [])
        if (check.on === 'extends' && this.#holdsValue(run, check.when, base, definition))
          this.#check(run, check, definition.heading, false, isTrust(check));
    }
  }

  definedFunction(run: RunView, fn: FunctionIr): void {
    if (run.rules.functions.length === 0) return;
    const scope = scopeOfFunction(run.file, fn);
    for (const check of run.rules.functions)
      if (conditionsHold(check.when, scope)) this.#check(run, check, fn.heading);
  }

  defaulted(run: RunView, { name, otherwise }: Parameter, value: Value): void {
    for (const check of run.rules.defaults)
      if (otherwise && conditionsHold(check.when, scopeOfParameter(run.file, name, value)))
        this.#check(run, check, otherwise);
  }

  decorated(run: RunView, decorator: Expr, match: NameMatch, value: Value): void {
    for (const check of match.checks)
      if (check.on === 'decorator' && this.#holdsValue(run, check.when, value, decorator))
        this.#check(run, check, decorator);
  }

  reachedSink(run: RunView, sink: Sink, taint: Taint, span: Span, scope: string): boolean {
    return reachSink(this, run, sink, taint, span, scope);
  }

  /** What a function gives back to the framework that called it: each place that does is one of its own. */
  returned(run: RunView, fn: FunctionIr, value: Value, givings: readonly Giving[]): void {
    const names = [...(run.decorators.get(fn) ?? []), ...callersOf(run, fn)];
    const sinks = names.flatMap((name) => run.rules.match(name)?.sinks ?? []);
    for (const sink of sinks) {
      if (sink.on !== 'return') continue;
      if (givings.length === 0) this.#gives(run, fn, sink, value, lastReturn(fn) ?? fn.heading);
      for (const giving of givings) this.#gives(run, fn, sink, giving.value, giving);
    }
    for (const giving of fn.name === '' ? [] : givings) this.#givesRandom(run, fn, giving);
  }

  /** `resetToken()` gives numbers that can be guessed: what a function is called after is as good as a variable of that name. */
  #givesRandom(run: RunView, fn: FunctionIr, { value, start, end }: Giving): void {
    const { taint, constant, text } = value;
    // What tells things apart is no secret.
    if (/uid(?:v?\d)?$/i.test(fn.name)) return;
    if (constant !== undefined || (text !== undefined && !text.includes('\0'))) return;
    if (!taint?.some(({ origin }) => origin.k === 'source' && origin.kind === 'random')) return;
    const [sigil = ''] = /^\W/.exec(run.traits.receiverName) ?? [];
    this.variable(run, `${sigil}${fn.name}`, value, { start, end });
  }

  #gives(run: RunView, fn: FunctionIr, sink: Sink, value: Value, span: Span): void {
    // The first of several is the body: of a pair with a status, of the parts of a response. A sink may name another place.
    const first = value.shape?.kind === 'list' ? (value.shape.fields.get('0') ?? value) : value;
    const whole = /^\d+$/.test(sink.keys[0] ?? '') ? value : first;
    if (
      ((value.shape?.kind !== 'map' && !returnsData(fn)) || sink.keys.length > 0) &&
      this.#holdsValue(run, sink.when, whole, fn)
    )
      arriveAtSink(
        this,
        run,
        { ...(isLeftOver(run, sink, whole, span) ? asLeftOver(sink) : sink), givenBy: fn },
        within(whole, sink.keys),
        span,
      );
  }

  #word(run: RunView, checks: readonly Check[] | undefined, value: Value, span: Span): void {
    for (const check of checks ?? [])
      if (this.#holdsValue(run, check.when, value, span)) this.#check(run, check, span);
  }

  #holdsValue(
    run: RunView,
    when: readonly Condition[],
    value: Value,
    span: Span,
    objectExpr?: Expr,
    object?: Value,
    label = 0,
    within?: Span,
  ): boolean {
    if (when.length === 0) return true;
    return conditionsHold(when, scopeOfValue(run.file, value, span, objectExpr, object, within), label);
  }

  #checkCall(run: RunView, check: Check, { args }: CallEvent, place: Span): void {
    const { frame } = run;
    const scope = scopeOf(frame);
    const { rule, severity, label } = check;
    const taint = joinAll(args);
    const asked = askedOf(taint, label);
    if (check.late)
      this.log.later(frame, taint, label, (later) =>
        this.log.add(
          rule,
          severity,
          rule.confidence,
          place,
          scope,
          undefined,
          undefined,
          false,
          undefined,
          later ? { label, awaits: later } : asked,
        ),
      );
    else this.#check(run, check, place);
  }

  #check(run: RunView, check: Check, span: Span, isText = false, isOffer = false, asked?: Asked): void {
    // What is omitted on request is less dangerous than what always is, and a class that would do so does nothing until it is used.
    const isOption = isOffer || isOnRequest(check.rule, run.frame, run.file.text, span.start, span.end);
    this.log.add(
      check.rule,
      isOption ? atMost(check.severity, 'medium') : check.severity,
      check.rule.confidence,
      span,
      scopeOf(run.frame),
      undefined,
      undefined,
      isText,
      undefined,
      asked,
    );
  }
}

/** A condition, or a function that is named after a check, has looked at all that came from outside. */
function wasAsked(run: RunView, taint: Taint | undefined, { label }: Check): boolean {
  const sent = (taint ?? []).filter(({ mask, origin }) => mask & label && origin.k === 'source');
  return (
    sent.length > 0 &&
    sent.every(
      ({ origin, check }) =>
        (check !== undefined && !isEffect(check)) ||
        (origin.k === 'source' && isTested(run.file.text, run.frame, origin)),
    )
  );
}

/** `load(text, Loader=OwnLoader)`: the file that has the class knows what it extends. */
function unlessOfClass(run: RunView, sink: Sink, event: CallEvent): Sink {
  const { args, of } = sink.unlessExtends!;
  const given = args.flatMap((which) => partOf(event, which) ?? []).find(({ name }) => name);
  const name = given?.name;
  if (!name || given.instance || !run.abilities.crossFile) return sink;
  return { ...sink, awaits: [extendsAwaited(name.segment, of)] };
}

const noFallback = {
  dynamic: undefined,
  built: undefined,
  own: undefined,
  part: undefined,
  offered: undefined,
} as const;

/** A test of a key says of it all that there is to say. */
const anyLabel = 1;

/** It is about whether the other side of a connection is who it should be. */
function isTrust({ rule }: Check): boolean {
  return rule.cwe.includes('CWE-295');
}

/**
 * `post('/notes') { notes.create(params[:text]) }`: a route of Ruby gives back what its last call gives, which was mostly made for what it does. Where nothing is known of the function, and the
 * data has gone into it, nothing speaks for a page but that it comes last.
 */
function isLeftOver(run: RunView, { label }: Sink, { name, text, taint }: Value, { start }: Span): boolean {
  if (!run.traits.givesLastValue || text !== undefined || name?.segment !== callSegment) return false;
  if (makesMarkup(name) || saysItShows(name) || leavesWord.test(run.file.text.slice(start, start + 8)))
    return false;
  const able = (taint ?? []).filter(({ mask }) => mask & label & page);
  return able.length > 0 && able.every(({ check }) => check !== undefined);
}

/** A renderer or a template engine by its name, or a text that was asked for (`to_s`). */
function saysItShows(name: Name): boolean {
  const called = name.parent?.segment ?? '';
  return saysItWrites(called) || engines.has(called) || called.startsWith('to_');
}

const engines: ReadonlySet<string> = new Set(
  'erb erubi haml slim liquid markdown mustache builder nokogiri'.split(' '),
);

function asLeftOver(sink: Sink): Sink {
  const low = (severity: Sink['dynamic']) => severity && atMost(severity, 'low');
  return {
    ...sink,
    severity: atMost(sink.severity, 'low'),
    built: low(sink.built),
    dynamic: low(sink.dynamic),
  };
}

const page = labelMask(['html']);
const leavesWord = /^(?:return|next|break)\b/;

/** What the framework that calls a handler is known by: the name that it gives the first parameter. */
function callersOf(run: RunView, fn: FunctionIr): Name[] {
  return (run.entries.get(fn) ?? []).flatMap(({ params }) =>
    params[0] ? [run.rules.root.child(params[0])] : [],
  );
}

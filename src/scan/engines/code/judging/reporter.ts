import { addToList } from '../../../../kernel/add-to-list.ts';
import { withDefaults } from '../analysis/calls/default-arguments.ts';
import { defineEntries } from '../analysis/class-entries.ts';
import {
  scopeOfCall,
  scopeOfComparison,
  scopeOfElement,
  scopeOfFunction,
  scopeOfParameter,
  scopeOfValue,
} from '../analysis/conditions/condition-scopes.ts';
import { conditionsHold } from '../analysis/conditions/conditions.ts';
import type { Interpreter } from '../analysis/interpreter.ts';
import { type CallEvent, partOf, placeOfMethod } from '../domain/call-event.ts';
import { textOf } from '../domain/constants.ts';
import { scopeOf } from '../domain/scope.ts';
import { literalValue, unknownValue, type Value } from '../domain/value.ts';
import type { ClassIr, ElementAttribute, Expr, FunctionIr, Handler, Span, Stmt, Target } from '../ir/ir.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { Check, Condition, NameMatch } from '../knowledge/rule-types.ts';
import { awaitSetting } from './await-setting.ts';
import { FindingLog } from './finding-log.ts';
import { lastReturn } from './last-return.ts';
import { type SettingFact, settingOf } from './settings.ts';
import { within } from './sink-part.ts';
import { arriveAtSink } from './sinks.ts';

/** Turns what happens in a file into findings: each event is held against the rules that its name or word is found under. */
export class Reporter extends FindingLog {
  /** Checks that hang on a value of a properties file. */
  readonly awaited: SettingFact[] = [];
  /** Where the regular expressions stand that were looked at. */
  readonly #patterns = new Set<number>();

  called(run: Interpreter, event: CallEvent): void {
    const match = event.match!;
    const place = run.traits.placesAtMethod ? placeOfMethod(event) : event.expr;
    const usual = match.checks.length ? withDefaults(event) : undefined;
    for (const check of match.checks)
      if (check.on === 'call') {
        if (
          this.holds(event, check.when, check.label) ||
          (usual && this.holds(usual, check.when, check.label))
        )
          this.#check(run, check, place);
        else if (event.args.some(({ name }) => settingOf(name))) awaitSetting(this, run, check, event);
      }
    for (const sink of match.sinks) {
      if (sink.on !== 'call' || !this.holds(event, sink.when)) continue;
      const parts =
        sink.args.length === 0
          ? [...event.args, ...event.named.values()]
          : sink.args.flatMap((which) => partOf(event, which) ?? []);
      for (const part of parts) arriveAtSink(run, sink, within(part, sink.keys), place);
    }
  }

  holds(event: CallEvent, when: readonly Condition[], label = 0): boolean {
    if (when.length === 0) return true;
    return conditionsHold(when, scopeOfCall(this, event), label);
  }

  /** Reading `object.property` where the rules care about the read itself. */
  read(run: Interpreter, match: NameMatch, value: Value, span: Span): void {
    for (const check of match.checks)
      if (check.on === 'read' && this.#holdsValue(check.when, value, span)) this.#check(run, check, span);
  }

  assigned(
    run: Interpreter,
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
          this.#holdsValue(check.when, value, target, objectExpr, undefined, check.label, run.selfFrame()?.fn)
        )
          this.#check(run, check, target);
      for (const sink of match.sinks) {
        if (sink.on !== 'assign' || !this.#holdsValue(sink.when, value, target, objectExpr)) continue;
        const end = { start: target.start, end: Math.max(target.end, target.start) };
        if (!sink.args.includes('index')) arriveAtSink(run, sink, within(value, sink.keys), end);
        if (index && (sink.args.length === 0 || sink.args.includes('index')))
          arriveAtSink(run, sink, index, end);
      }
    }
    this.#word(run, run.rules.keys.get(property), value, target);
    this.variable(run, property, value, target);
  }

  /** An option by its key: in a literal, as a named argument. `object` is what it stands in. */
  keyed(
    run: Interpreter,
    key: string,
    value: Value,
    entry: { key: Expr | undefined; value: Expr },
    object?: Value,
  ): void {
    const span = { start: entry.key?.start ?? entry.value.start, end: entry.value.end };
    for (const check of run.rules.keys.get(key) ?? [])
      if (this.#holdsValue(check.when, value, span, undefined, object, check.label))
        this.#check(run, check, span);
    for (const sink of run.rules.keySinks.get(key) ?? [])
      if (this.#holdsValue(sink.when, value, span, undefined, object))
        arriveAtSink(run, sink, within(value, sink.keys), span);
  }

  variable(run: Interpreter, name: string, value: Value, span: Span): void {
    for (const check of run.rules.checksOfVariable(name))
      if (
        !(check.needsText && textOf(value) === undefined) &&
        this.#holdsValue(check.when, value, span, undefined, undefined, check.label)
      )
        this.#check(run, check, span);
  }

  /** A text is put together from parts that came from somewhere. */
  putTogether(run: Interpreter, value: Value, span: Span): void {
    for (const check of run.rules.texts)
      if (this.#holdsValue(check.when, value, span, undefined, undefined, check.label))
        this.#check(run, check, span, true);
  }

  /** A regular expression that is written as a literal; what it says is the same however often it is read. */
  pattern(run: Interpreter, value: Value, span: Span): void {
    if (run.rules.patterns.length === 0 || this.#patterns.has(span.start)) return;
    this.#patterns.add(span.start);
    for (const check of run.rules.patterns)
      if (this.#holdsValue(check.when, value, span)) this.#check(run, check, span);
  }

  attribute(
    run: Interpreter,
    element: Expr & { k: 'element' },
    attribute: ElementAttribute,
    value: Value,
    all: ReadonlyMap<string, Value>,
  ): void {
    for (const sink of run.rules.elementSinks.get(attribute.name) ?? []) {
      if (!conditionsHold(sink.when, scopeOfElement(this, value, attribute, element, all))) continue;
      arriveAtSink(run, sink, within(value, sink.keys), attribute);
    }
    for (const check of run.rules.elementChecks.get(attribute.name) ?? [])
      if (conditionsHold(check.when, scopeOfElement(this, value, attribute, element, all)))
        this.#check(run, check, attribute);
  }

  compared(run: Interpreter, expr: Expr & { k: 'binary' }, left: Value, right: Value): void {
    const checks = run.rules.checksOfOperator(expr.op);
    if (checks.length === 0) return;
    const scope = scopeOfComparison(this, expr, left, right);
    for (const check of checks) if (conditionsHold(check.when, scope)) this.#check(run, check, expr);
  }

  /** A loop goes deeper into an object by keys. */
  walked(run: Interpreter, expr: Expr & { k: 'assign' }): void {
    const inLoop = run.frame.exits.length > 0 || run.frame.fn?.ownsThis === false;
    if (inLoop) for (const check of run.rules.walks) this.#check(run, check, expr);
  }

  handler(run: Interpreter, handler: Handler, statement: Stmt & { k: 'try' }): void {
    if (run.rules.handlers.length === 0) return;
    const value = handler.types ? literalValue : unknownValue;
    for (const check of run.rules.handlers)
      if (this.#holdsValue(check.when, { ...value, constant: handler.body.length }, statement))
        this.#check(run, check, statement);
  }

  imported(run: Interpreter, statement: Stmt & { k: 'import' }): void {
    this.#word(run, run.rules.imports.get(statement.module), unknownValue, statement);
    for (const binding of statement.bindings) {
      const path = binding.path.join('.');
      if (path !== statement.module) this.#word(run, run.rules.imports.get(path), unknownValue, statement);
    }
  }

  definedClass(run: Interpreter, definition: ClassIr, bases: readonly Value[]): void {
    defineEntries(run, definition, bases);
    for (const base of bases) {
      const match = base.name && run.rules.match(base.name);
      for (const check of match?.checks ?? [])
        if (check.on === 'extends' && this.#holdsValue(check.when, base, definition))
          this.#check(run, check, definition.heading);
    }
    for (const decorator of definition.decorators) this.#decorator(run, decorator, undefined);
  }

  definedFunction(run: Interpreter, fn: FunctionIr): void {
    for (const decorator of fn.decorators) this.#decorator(run, decorator, fn);
    for (const check of run.rules.functions) {
      if (check.when.some((condition) => condition.args[0] === 'function')) {
        if (conditionsHold(check.when, scopeOfFunction(this, fn))) this.#check(run, check, fn.heading);
        continue;
      }
      for (const parameter of fn.parameters) {
        if (!parameter.otherwise) continue;
        const value = run.evaluate(parameter.otherwise);
        const scope = scopeOfParameter(this, parameter.name, value);
        if (conditionsHold(check.when, scope)) this.#check(run, check, parameter.otherwise);
      }
    }
  }

  #decorator(run: Interpreter, decorator: Expr, fn: FunctionIr | undefined): void {
    const value = run.evaluate(decorator.k === 'call' ? decorator.callee : decorator);
    if (decorator.k === 'call')
      for (const arg of decorator.args) {
        const given = run.evaluate(arg.value);
        if (arg.name !== undefined) this.keyed(run, arg.name, given, { key: undefined, value: arg.value });
      }
    const match = value.name && run.rules.match(value.name);
    if (!match) return;
    if (fn && match.decorated.length && !run.decorators.get(fn)?.includes(value.name!)) {
      run.entries.set(fn, [...(run.entries.get(fn) ?? []), ...match.decorated]);
      addToList(run.decorators, fn, value.name!);
    }
    for (const check of match.checks)
      if (check.on === 'decorator' && this.#holdsValue(check.when, value, decorator))
        this.#check(run, check, decorator);
  }

  /** What a function gives back to the framework that called it. */
  returned(run: Interpreter, fn: FunctionIr, value: Value): void {
    for (const name of [...(run.decorators.get(fn) ?? []), ...callersOf(run, fn)])
      for (const sink of run.rules.match(name)?.sinks ?? [])
        if (
          sink.on === 'return' &&
          (value.shape?.kind !== 'map' || sink.keys.length > 0) &&
          this.#holdsValue(sink.when, value, fn)
        ) {
          const whole = value.shape?.kind === 'list' ? (value.shape.fields.get('0') ?? value) : value;
          const body = within(whole, sink.keys);
          arriveAtSink(run, sink, body, lastReturn(fn) ?? fn.heading);
        }
  }

  #word(run: Interpreter, checks: readonly Check[] | undefined, value: Value, span: Span): void {
    for (const check of checks ?? [])
      if (this.#holdsValue(check.when, value, span)) this.#check(run, check, span);
  }

  #holdsValue(
    when: readonly Condition[],
    value: Value,
    span: Span,
    objectExpr?: Expr,
    object?: Value,
    label = 0,
    within?: Span,
  ): boolean {
    if (when.length === 0) return true;
    return conditionsHold(when, scopeOfValue(this, value, span, objectExpr, object, within), label);
  }

  #check(run: Interpreter, check: Check, span: Span, isText = false): void {
    this.add(
      check.rule,
      check.severity,
      check.rule.confidence,
      span,
      scopeOf(run.frame),
      undefined,
      undefined,
      isText,
    );
  }
}

/** What the framework that calls a handler is known by: the name that it gives the first parameter. */
function callersOf(run: Interpreter, fn: FunctionIr): Name[] {
  return (run.entries.get(fn) ?? []).flatMap(({ params }) =>
    params[0] ? [run.rules.root.child(params[0])] : [],
  );
}

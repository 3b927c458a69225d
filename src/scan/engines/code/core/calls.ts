import { allLabels } from '../rules/labels.ts';
import type { Name } from '../rules/rule-set.ts';
import type { NameMatch } from '../rules/rule-types.ts';
import { writeBack } from './assignments.ts';
import type { Interpreter } from './interpreter.ts';
import { callIntrinsic } from './intrinsics.ts';
import type { Argument, Expr, FunctionIr } from './ir.ts';
import { readMember } from './members.ts';
import { callSegment } from './qualified-name.ts';
import type { Frame } from './scope.ts';
import { argumentTaint, instantiate, type Summary } from './summary.ts';
import { clearLabels, joinTaints, stepTaint, type Taint } from './taint.ts';
import {
  type Closure,
  deepTaint,
  isDynamic,
  joinValues,
  namedValue,
  unknownValue,
  type Value,
  withTaint,
} from './value.ts';

/** A call with everything known about it: what rules are matched against. */
export interface CallEvent {
  readonly expr: Expr & { k: 'call' };
  /** The function that the call is in. */
  readonly within: FunctionIr | undefined;
  readonly name: Name;
  readonly match: NameMatch | null;
  readonly receiver: Value | undefined;
  readonly receiverExpr: Expr | undefined;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** A list or map of unknown content was spread into the arguments. */
  readonly openList: boolean;
  readonly openMap: boolean;
}

export function evaluateCall(run: Interpreter, expr: Expr & { k: 'call' }): Value {
  const { callee } = expr;
  const receiverExpr = callee.k === 'member' ? callee.object : undefined;
  const receiver = receiverExpr ? run.evaluate(receiverExpr) : undefined;
  const target =
    callee.k === 'member' && receiver
      ? readMember(run, receiver, callee.property, callee)
      : run.evaluate(callee);
  const { args, named, openList, openMap } = evaluateArguments(run, expr.args);
  const name = target.name ?? run.rules.root.child('?');
  const match = run.rules.match(name);
  const event: CallEvent = {
    expr,
    within: run.frame.fn,
    name,
    match,
    receiver,
    receiverExpr,
    args,
    named,
    openList,
    openMap,
  };
  if (match) run.reporter.called(run, event);

  const required = moduleOf(run, event);
  if (required) return required;
  const followed = followCall(run, event, target);
  const linked = followed === undefined && mayBeElsewhere(run, event);
  let result =
    followed ?? (linked ? linkedCall(run, event) : (callIntrinsic(run, event) ?? unknownCall(event, target)));
  if (match && !linked) result = applyModels(run, event, match, result, followed !== undefined);
  runCallbacks(run, event, followed !== undefined);
  return result;
}

/** A callee that another file of the repository may define; only the rules' own libraries are known better. */
function mayBeElsewhere(run: Interpreter, event: CallEvent): boolean {
  if (!run.abilities.crossFile) return false;
  const first = firstSegment(event.name);
  if (first === undefined || !run.traits.mayBeLocal(first)) return false;
  const { match, name } = event;
  const isModelled =
    match !== null && match.sanitizers.length + match.sources.length + match.returned.length > 0;
  return !isModelled || !(run.rules.knows(first) || name.segments().includes(callSegment));
}

function linkedCall(run: Interpreter, event: CallEvent): Value {
  const call = run.facts.linkedCall(event.name, event);
  return { ...unknownValue, name: event.name.called(), taint: run.callResult(call) };
}

function evaluateArguments(run: Interpreter, list: readonly Argument[]) {
  const args: Value[] = [];
  const named = new Map<string, Value>();
  let openList = false;
  let openMap = false;
  for (const argument of list) {
    const value = run.evaluate(argument.value);
    if (argument.name !== undefined) {
      named.set(argument.name, value);
      run.reporter.keyed(run, argument.name, value, { key: undefined, value: argument.value });
    } else if (argument.spread === 'map') {
      if (value.shape?.kind === 'map') for (const [key, field] of value.shape.fields) named.set(key, field);
      if (!value.shape || value.shape.rest) openMap = true;
    } else if (argument.spread === 'list') {
      if (value.shape?.kind === 'list' && !value.shape.rest) args.push(...value.shape.fields.values());
      else {
        openList = true;
        args.push({ ...unknownValue, taint: deepTaint(value) });
      }
    } else args.push(value);
  }
  return { args, named, openList, openMap };
}

/** `require('m')` and `import('m')` are names, as imports are. */
function moduleOf(run: Interpreter, event: CallEvent): Value | undefined {
  const { callee } = event.expr;
  if (
    callee.k !== 'name' ||
    (callee.name !== 'require' && callee.name !== 'import') ||
    run.traits.selfParameter
  )
    return undefined;
  const specifier = event.args[0]?.constant;
  if (typeof specifier !== 'string') return undefined;
  const path = run.reporter.modulePath(specifier);
  const name = run.rules.name(path);
  run.reporter.imported(run, {
    k: 'import',
    module: path[0]!,
    bindings: [],
    start: event.expr.start,
    end: event.expr.end,
  });
  return { ...namedValue(name), dynamic: false };
}

/** Functions, methods and classes of this file. */
function followCall(run: Interpreter, event: CallEvent, target: Value): Value | undefined {
  if (!run.abilities.calls) return undefined;
  const { instance } = target;
  if (instance?.isClass) return construct(run, event, target);
  const closures = target.closures;
  if (!closures?.length) return superCall(run, event);
  let result: Value | undefined;
  for (const closure of closures) {
    const value = callClosure(run, event, closure);
    result = result ? joinValues(result, value) : value;
  }
  return result;
}

function superCall(run: Interpreter, event: CallEvent): Value | undefined {
  const { receiverExpr, expr } = event;
  if (receiverExpr?.k !== 'name' || receiverExpr.name !== 'super' || expr.callee.k !== 'member')
    return undefined;
  const self = run.self();
  const method = self?.instance && run.classes.method({ ...self.instance }, expr.callee.property);
  return method && method !== run.frame.fn
    ? callClosure(run, event, { fn: method, frame: run.moduleFrame, self })
    : undefined;
}

function callClosure(run: Interpreter, event: CallEvent, closure: Closure): Value {
  const { fn } = closure;
  const inLine = run.topLevel.has(fn) ? worthInlining(fn, event) && run.frame.depth < maxInlineDepth : true;
  if (inLine && run.mayInline(fn)) return run.runClosure(closure, event.args, event.named);
  if (!run.topLevel.has(fn)) return unknownCall(event, unknownValue);
  const summary = run.summaryOf(fn, closure.frame as Frame);
  if (!summary) return unknownCall(event, unknownValue);
  return applySummary(run, event, summary, closure.self);
}

/** A small function is run again where constants, shapes or callbacks among the arguments could decide what it does. */
function worthInlining(fn: FunctionIr, event: CallEvent): boolean {
  if (fn.size > maxInlineSize) return false;
  const telling = (value: Value) =>
    value.constant !== undefined || value.closures !== undefined || value.shape !== undefined;
  return event.args.some(telling) || [...event.named.values()].some(telling);
}

function applySummary(run: Interpreter, event: CallEvent, summary: Summary, self: Value | undefined): Value {
  const { fn } = summary;
  const offset = run.traits.selfParameter && fn.className !== undefined && !fn.isStatic ? 1 : 0;
  const bind = (index: number): Value | undefined => {
    if (index === -1) return self;
    const parameter = fn.parameters[index];
    if (!parameter) return undefined;
    if (parameter.kind === 'rest')
      return { ...unknownValue, taint: joinAll(event.args.slice(index - offset)) };
    if (parameter.kind === 'keywords') return { ...unknownValue, taint: joinAll([...event.named.values()]) };
    return event.named.get(parameter.name) ?? event.args[index - offset];
  };
  for (const { entry, sink, span, scope } of summary.sinks) {
    const taint = argumentTaint(entry, bind, event.expr);
    if (taint) run.reporter.reachedSink(run, sink, taint, span, scope);
  }
  let result = instantiate(summary.returned, bind, event.expr);
  if (summary.needsLinking) {
    const call = run.facts.call(run.topLevel.get(fn) ?? fn.name, event, offset, self);
    if (call !== undefined) result = run.taintBoth(result, run.callResult(call));
  }
  return result;
}

function joinAll(values: readonly Value[]): Taint | undefined {
  let taint: Taint | undefined;
  for (const value of values) taint = joinTaints(taint, deepTaint(value));
  return taint;
}

/** `new C(…)`: the object with the fields that its constructor gives it. */
function construct(run: Interpreter, event: CallEvent, target: Value): Value | undefined {
  const instance = target.instance!;
  const object = run.classes.objectOf(instance);
  const maker = run.classes.method(instance, run.traits.constructorName);
  if (!maker) {
    const fields = new Map<string, Value>(event.named);
    for (const [i, arg] of event.args.entries()) {
      const field = instance.definition.fields[i];
      if (field) fields.set(field.name, arg);
    }
    if (fields.size === 0) return object;
    return {
      ...object,
      taint: undefined,
      shape: { kind: 'map', fields, rest: unknownValue, length: undefined },
    };
  }
  const summary = run.summaryOf(maker, run.moduleFrame);
  if (!summary) return object;
  applySummary(run, event, summary, object);
  if (!summary.self?.shape) return object;
  const offset = run.traits.selfParameter ? 1 : 0;
  const bind = (index: number) => {
    if (index === -1) return undefined;
    const parameter = maker.parameters[index];
    return parameter && (event.named.get(parameter.name) ?? event.args[index - offset]);
  };
  const made = instantiate({ ...summary.self, taint: undefined }, bind, event.expr);
  return { ...object, shape: made.shape && { ...made.shape, rest: undefined } };
}

/** A callee of which nothing is known hands on what goes in. */
function unknownCall(event: CallEvent, target: Value): Value {
  const named = { ...unknownValue, name: event.name.called() };
  const taint = joinTaints(
    joinAll([...event.args, ...event.named.values()]),
    event.receiver ? deepTaint(event.receiver) : target.taint,
  );
  return withTaint(named, stepTaint(taint, event.expr));
}

function firstSegment(name: Name): string | undefined {
  let at: Name = name;
  while (at.parent?.parent) at = at.parent;
  return at.parent ? at.segment : undefined;
}

function applyModels(
  run: Interpreter,
  event: CallEvent,
  match: NameMatch,
  value: Value,
  followed: boolean,
): Value {
  let result = value;
  for (const returned of match.returned) {
    if (!run.reporter.holds(event, returned.when)) continue;
    if (returned.invokes !== undefined) invoke(run, event, returned.invokes);
    if (returned.receiver && event.receiver && event.receiverExpr)
      writeBack(run, event.receiverExpr, { ...event.receiver, name: run.rules.name(returned.receiver) });
    if (returned.from && !followed) {
      const parts = returned.from.flatMap((which) => partOf(event, which) ?? []);
      const taint = joinAll(parts);
      result = { ...result, taint: stepTaint(taint, event.expr), dynamic: result.dynamic };
      if (returned.from.length === 0) result = { ...result, taint: undefined };
    }
    if (returned.empty && run.abilities.shapes && event.args.length === 0 && !followed)
      result = {
        ...result,
        dynamic: false,
        taint: undefined,
        shape: {
          kind: returned.empty,
          fields: new Map(),
          rest: undefined,
          length: returned.empty === 'list' ? 0 : undefined,
        },
      };
    if (returned.pure && !followed) {
      const all = [...event.args, ...event.named.values(), ...(event.receiver ? [event.receiver] : [])];
      const isImported = event.receiver?.name !== undefined && !event.receiver.dynamic;
      result = {
        ...result,
        dynamic: (isImported ? all.slice(0, -1) : all).some((value) => isDynamic(value)),
      };
    }
    if (returned.as) result = { ...result, name: run.rules.name(returned.as) };
  }
  for (const sanitizer of match.sanitizers)
    if (sanitizer.on === 'call' && run.reporter.holds(event, sanitizer.when))
      result = cleaned(result, sanitizer.clears, sanitizer.harmless);
  for (const source of match.sources)
    if (source.on === 'call')
      result = {
        ...result,
        dynamic: true,
        constant: undefined,
        taint: joinTaints(result.taint, run.source(source.kind, source.title, event.expr, source.mask)),
      };
  return result;
}

/** `executor.submit(f, x)` is a call of `f(x)`. */
function invoke(run: Interpreter, event: CallEvent, index: number): void {
  const target = event.args[index];
  if (!target?.name) return;
  const match = run.rules.match(target.name);
  if (match)
    run.reporter.called(run, {
      ...event,
      name: target.name,
      match,
      receiver: undefined,
      args: event.args.slice(index + 1),
    });
}

/** What was cleaned counts as known; only a cleaner of everything may leave something new behind. */
function cleaned(value: Value, clears: number, harmless: boolean): Value {
  return {
    ...value,
    taint: clearLabels(deepTaint(value), clears),
    shape: undefined,
    dynamic: value.dynamic && clears === allLabels && !harmless,
  };
}

export function partOf(event: CallEvent, which: number | string): Value | undefined {
  if (which === 'receiver') return event.receiver;
  return typeof which === 'number' ? event.args[which] : event.named.get(which);
}

/** Functions given to a call that is not followed: the framework calls them, or the callee may. */
function runCallbacks(run: Interpreter, event: CallEvent, followed: boolean): void {
  if (!hasFunction(event)) return;
  const entries = event.match?.entries ?? [];
  for (const value of [...event.args, ...event.named.values()])
    for (const closure of value.closures ?? []) {
      if (entries.length) {
        run.entries.set(closure.fn, [...entries]);
        if (run.topLevel.has(closure.fn)) continue;
        run.runClosure(closure, undefined, undefined);
        continue;
      }
      if (followed || run.executed.has(closure.fn) || run.topLevel.has(closure.fn)) continue;
      const inherited = event.receiver?.taint;
      const args = closure.fn.parameters.map((_, index) => {
        const symbol = withTaint(run.symbolicParameter(closure.fn, index), undefined);
        return inherited ? withTaint(symbol, stepTaint(inherited, event.expr)) : symbol;
      });
      run.runClosure(closure, args, undefined);
    }
}

function hasFunction(event: CallEvent): boolean {
  for (const value of event.args) if (value.closures) return true;
  for (const value of event.named.values()) if (value.closures) return true;
  return false;
}

const maxInlineSize = 250;
const maxInlineDepth = 5;

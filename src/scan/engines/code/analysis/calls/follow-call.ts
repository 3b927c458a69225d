import { type CallEvent, joinAll, unknownCall } from '../../domain/call-event.ts';
import type { Frame } from '../../domain/scope.ts';
import { argumentTaint, instantiate, type Summary } from '../../domain/summary.ts';
import {
  type Closure,
  deepTaint,
  joinValues,
  literalValue,
  unknownValue,
  type Value,
  withTaint,
} from '../../domain/value.ts';
import type { FunctionIr } from '../../ir/ir.ts';
import { receiverOffset } from '../../ir/language-traits.ts';
import { withField } from '../assignments.ts';
import { filledName } from '../class-table.ts';
import { applyGuardedParameters } from '../guards/guarded-parameters.ts';
import { readMember } from '../members.ts';
import { resultOfItself } from '../recursion/own-results.ts';
import type { Run } from '../run.ts';
import { asDeclared } from '../types/object-types.ts';
import { keepEffects, keepSummarisedFields } from './call-effects.ts';

/** Functions, methods and classes of this file. */
export function followCall(run: Run, event: CallEvent, target: Value): Value | undefined {
  if (!run.abilities.calls) return undefined;
  const { instance } = target;
  if (instance?.isClass) return construct(run, event, target);
  const closures = target.closures ?? functionsOf(event);
  if (!closures?.length) return superCall(run, event);
  let result: Value | undefined;
  for (const closure of closures) {
    const value = asDeclared(run, callClosure(run, event, closure), closure.fn.gives);
    result = result ? joinValues(result, value) : value;
  }
  return result;
}

function superCall(run: Run, event: CallEvent): Value | undefined {
  const { receiverExpr, expr } = event;
  if (receiverExpr?.k !== 'name' || receiverExpr.name !== 'super' || expr.callee.k !== 'member')
    return undefined;
  const self = run.self();
  const within = run.selfFrame()?.fn;
  const inherited = within && run.classes.methodOfBase(within, expr.callee.property);
  if (inherited && inherited.name === run.traits.constructorName)
    return superConstructor(run, event, inherited, self);
  const method =
    inherited ?? (self?.instance && run.classes.method({ ...self.instance }, expr.callee.property));
  return method && method !== run.frame.fn
    ? callClosure(run, event, { fn: method, frame: run.moduleFrame, self })
    : undefined;
}

/** `super(…)`: the object gets the fields that the constructor of the base gives it. */
function superConstructor(
  run: Run,
  event: CallEvent,
  maker: FunctionIr,
  self: Value | undefined,
): Value | undefined {
  const fn = run.traits.overloads ? run.classes.overload(maker, event.args.length) : maker;
  const summary = run.summaryOf(fn, run.moduleFrame);
  const frame = run.selfFrame();
  if (!summary || !frame?.self) return undefined;
  applySummary(run, event, summary, self);
  const offset = run.traits.receiver === 'parameter' ? 1 : 0;
  for (const [name, field] of summary.self?.shape?.fields ?? []) {
    const bind = (index: number) => (index === -1 ? undefined : event.args[index - offset]);
    frame.self = withField(frame.self, 'map', name, instantiate(field, bind, event.expr));
  }
  return literalValue;
}

/** `supplier.get()`: calling the one method of a function object calls the function. */
function functionsOf({ expr, receiver }: CallEvent): readonly Closure[] | undefined {
  const { callee } = expr;
  return callee.k === 'member' && functionMethods.has(callee.property) ? receiver?.closures : undefined;
}

function callClosure(run: Run, event: CallEvent, given: Closure): Value {
  if (given.bound) {
    const args = [...given.bound.args, ...event.args];
    const named = new Map([...given.bound.named, ...event.named]);
    const expr = { ...event.expr, args: [] };
    return callClosure(run, { ...event, expr, args, named }, { ...given, bound: undefined });
  }
  const count = event.args.length + event.named.size;
  const fn = run.traits.overloads
    ? run.classes.overload(given.fn, count, event.args, run.frame.fn)
    : given.fn;
  const closure = fn === given.fn ? given : { ...given, fn };
  run.facts.calledHere(run.topLevel.get(fn), fn, event, receiverOffset(run.traits, fn));
  // A function that is called where it is written runs there, also where it is what a field begins with.
  const isCalledHere = event.expr.callee.k === 'function';
  const inLine =
    run.topLevel.has(fn) && !isCalledHere
      ? worthInlining(fn, event) && run.frame.depth < maxInlineDepth
      : true;
  // A function that runs already is asked for its summary: run again it would only say that what goes in may come out.
  if (inLine && !(run.topLevel.has(fn) && run.isRunning(fn)) && run.mayInline(fn))
    return run.runClosure(closure, event.args, namedWithOpened(run, fn, event), (frame) =>
      keepEffects(run, event, closure, frame),
    );
  if (!run.topLevel.has(fn)) return unknownCall(event, unknownValue);
  const summary = run.summaryOf(fn, closure.frame as Frame);
  if (!summary) return resultOfItself(run, fn, unknownCall(event, unknownValue));
  return applySummary(run, event, summary, closure.self);
}

/** A small function is run again where constants, shapes or callbacks among the arguments could decide what it does. */
function worthInlining(fn: FunctionIr, event: CallEvent): boolean {
  if (fn.size > maxInlineSize) return false;
  if (fn.size <= maxReferenceSize && fn.parameters.some((parameter) => parameter.reference)) return true;
  const telling = (value: Value) =>
    value.constant !== undefined ||
    value.closures !== undefined ||
    value.shape !== undefined ||
    isOfFramework(value);
  if (event.args.some(telling) || [...event.named.values()].some(telling)) return true;
  // Which header a wrapper sends is decided by how the text begins: `$this->header('Location: ' . $url)`.
  if (fn.size <= maxWrapperSize && event.args.some(({ text }) => text !== undefined && header.test(text)))
    return true;
  return event.args.some(({ taint }) => taint) && leavesOutSwitch(fn, event);
}

/** A request or the like: what a function reads of it is known by whose it is. */
function isOfFramework({ name }: Value): boolean {
  return name?.depth === 1 && name.segment.startsWith('@');
}

/** Whether a switch is left as it is by default, such as one that escapes. */
function leavesOutSwitch(fn: FunctionIr, event: CallEvent): boolean {
  return fn.parameters.some(
    ({ name, otherwise }, index) =>
      index >= event.args.length &&
      otherwise?.k === 'const' &&
      typeof otherwise.value === 'boolean' &&
      !event.named.has(name),
  );
}

function applySummary(run: Run, event: CallEvent, summary: Summary, self: Value | undefined): Value {
  const { fn } = summary;
  const offset = receiverOffset(run.traits, fn);
  const given = (index: number): Value | undefined => {
    if (index === -1) return self;
    const parameter = fn.parameters[index];
    if (!parameter) return undefined;
    if (parameter.kind === 'rest')
      return { ...unknownValue, taint: joinAll(event.args.slice(index - offset)) };
    const { opened, named } = event;
    if (parameter.kind === 'keywords')
      return { ...unknownValue, taint: joinAll([...named.values(), ...(opened ? [opened] : [])]) };
    return (
      named.get(parameter.name) ??
      event.args[index - offset] ??
      (opened && readMember(run, opened, parameter.name, event.expr))
    );
  };
  const bind = (index: number, field?: string): Value | undefined => {
    const value = given(index);
    return value && fieldOf(run, event, value, field);
  };
  for (const { entry, sink, span, scope } of summary.sinks) {
    const taint = argumentTaint(entry, bind, event.expr, 'called');
    if (taint) run.events.reachedSink(run, sink, taint, span, scope);
  }
  keepSummarisedFields(run, event, summary, self, bind);
  applyGuardedParameters(run, event, fn, summary.outcomes, offset);
  let result = instantiate(summary.returned, bind, event.expr);
  if (summary.needsLinking) {
    const call = run.facts.call(run.topLevel.get(fn) ?? fn.name, event, self);
    if (call !== undefined) result = run.taintBoth(result, run.origins.callResult(call));
  }
  return result;
}

/** What a function reads of something that it is given, where nothing else is known of its parts. */
function fieldOf(run: Run, event: CallEvent, value: Value, field: string | undefined): Value {
  if (field === undefined || value.shape) return value;
  return withTaint(value, readMember(run, value, field, event.expr).taint);
}

/** The arguments with a name, and those that a map of unknown content may give; what is left of it is under the name of the parameter for the rest. */
function namedWithOpened(run: Run, fn: FunctionIr, event: CallEvent): ReadonlyMap<string, Value> {
  const { opened, named, args } = event;
  if (!opened) return named;
  const offset = receiverOffset(run.traits, fn);
  const all = new Map(named);
  fn.parameters.forEach(({ kind, name }, index) => {
    if (kind === 'keywords') all.set(name, { ...unknownValue, taint: deepTaint(opened) });
    else if (kind === 'plain' && index >= offset + args.length && !all.has(name))
      all.set(name, readMember(run, opened, name, event.expr));
  });
  return all;
}

/** `new C(…)`: the object with the fields that its constructor gives it. */
function construct(run: Run, event: CallEvent, target: Value): Value | undefined {
  const instance = target.instance!;
  const object = run.classes.objectOf(instance);
  // `Color('red')` is one of those that are listed, or throws.
  if (instance.definition.isClosed) return { ...object, dynamic: false };
  const maker = run.classes.method(instance, run.traits.constructorName);
  if (!maker) {
    const fields = new Map<string, Value>(event.named);
    for (const [i, arg] of event.args.entries()) {
      const field = instance.definition.fields[i];
      if (field) fields.set(field.name, arg);
    }
    if (fields.size === 0) return object;
    const made: Value = {
      ...object,
      taint: undefined,
      shape: { kind: 'map', fields, rest: unknownValue, length: undefined },
    };
    const filled = run.classes.method(instance, filledName);
    if (filled && run.mayInline(filled))
      run.runClosure({ fn: filled, frame: run.moduleFrame, self: made }, [], undefined);
    return made;
  }
  const summary = run.summaryOf(maker, run.moduleFrame);
  if (!summary) return object;
  applySummary(run, event, summary, object);
  if (!summary.self?.shape) return object;
  const offset = run.traits.receiver === 'parameter' ? 1 : 0;
  const bind = (index: number, field?: string) => {
    const parameter = index === -1 ? undefined : maker.parameters[index];
    const value = parameter && (event.named.get(parameter.name) ?? event.args[index - offset]);
    return value && fieldOf(run, event, value, field);
  };
  const made = instantiate({ ...summary.self, taint: undefined }, bind, event.expr);
  return { ...object, shape: made.shape && { ...made.shape, known: undefined, rest: undefined } };
}

const functionMethods = new Set([
  'apply',
  'get',
  'accept',
  'test',
  'call',
  'run',
  'invoke',
  'Invoke',
  'applyAsInt',
]);
const maxInlineSize = 250;
const maxReferenceSize = 80;
const maxWrapperSize = 20;
const header = /^[A-Za-z]+(?:-[A-Za-z]+)*:/;
const maxInlineDepth = 5;

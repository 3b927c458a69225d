import type { Expr, FunctionIr, Span } from '../ir/ir.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Name } from '../knowledge/rule-set.ts';
import type { NameMatch } from '../knowledge/rule-types.ts';
import { checkedTaint, joinTaints, stepTaint, type Taint } from './taint.ts';
import { checkOfAwaited, checkOfPart, effectOf, leavesNoMarkup, unknownEffect } from './unknown-effect.ts';
import { deepTaint, isDynamic, unknownValue, type Value, withTaint } from './value.ts';

/** A call with everything known about it: what rules are matched against. */
export interface CallEvent {
  readonly expr: Expr & { k: 'call' };
  /** The function that the call is in. */
  readonly within: FunctionIr | undefined;
  readonly name: Name;
  readonly match: NameMatch | null;
  readonly receiver: Value | undefined;
  readonly receiverExpr: Expr | undefined;
  /** What chooses the function in `table[index](…)`. */
  readonly index: Value | undefined;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** A list or map of unknown content was spread into the arguments. */
  readonly openList: boolean;
  readonly openMap: boolean;
  /** What that map is: `f(**data)` gives each parameter without an argument of its own what is under its name. */
  readonly opened?: Value | undefined;
  /** Whose function it is: one of a class that is written here, or one that another file of the repository may define. */
  readonly definedIn: 'here' | 'elsewhere' | undefined;
}

export function partOf(event: CallEvent, which: number | string): Value | undefined {
  if (which === 'receiver') return event.receiver;
  if (which === 'index') return event.index;
  return typeof which === 'number' ? event.args[which] : event.named.get(which);
}

/** Everything that some values are tainted by. */
export function joinAll(values: readonly Value[]): Taint | undefined {
  let taint: Taint | undefined;
  for (const value of values) taint = joinTaints(taint, deepTaint(value));
  return taint;
}

/** `table.get(key)`: what is under a key comes from who put it there, not from who names it. A module or class looks nothing up. */
function isLookup({ name, receiver, args, named, expr }: CallEvent): boolean {
  return (
    name.segment === 'get' &&
    receiver?.dynamic === true &&
    (args.length === 1 || (args.length === 2 && args[1]!.shape?.kind !== 'map')) &&
    named.size === 0 &&
    expr.callee.k === 'member' &&
    !isModule(expr.callee.object)
  );
}

/**
 * A callee of which nothing is known hands on what goes in. `onSelf`: a plain call is one of a method. `isStrange`: it is a function or class of a
 * library that no rule knows.
 */
export function unknownCall(event: CallEvent, target: Value, onSelf = false, isStrange = false): Value {
  const named = { ...unknownValue, name: event.name.called() };
  if (isLookup(event)) {
    const [, otherwise] = event.args;
    const held = joinTaints(deepTaint(event.receiver!), otherwise && deepTaint(otherwise));
    return withTaint(named, stepTaint(held, event.expr));
  }
  let given = joinAll(event.args);
  if (event.named.size > 0)
    for (const value of event.named.values()) given = joinTaints(given, deepTaint(value));
  const isForeignCall =
    given && (isStrange || isForeign(event, onSelf) || isHeldFunction(event, target) || takesFunction(event));
  const effect = isForeignCall ? unknownEffect(event.name.segment) : maskOf(event);
  if (effect !== undefined) given = checkedTaint(given, effect);
  // A call that is given something builds: `host(x).path(y)`.
  const isRead = event.named.size === 0 && event.args.every(({ constant }) => constant !== undefined);
  const whole = event.receiver ? deepTaint(event.receiver) : target.taint;
  const held = event.receiver && isRead ? partOfFound(whole, event.name.segment) : whole;
  const taint = joinTaints(given, held);
  if (!taint && isOfHarmless(event)) return { ...named, dynamic: false };
  return withTaint(named, stepTaint(taint, event.expr, isDescribed(event) ? undefined : 'guessed'));
}

/** Whether a library file says something of the function, and not only of whatever has its name. */
function isDescribed({ match }: CallEvent): boolean {
  if (!match) return false;
  return match.returned.length > 0 || match.sources.length > 0 || match.sinks.some(({ isGuess }) => !isGuess);
}

/** A function of the program that is not seen here, and that says that it leaves no markup. */
function maskOf({ expr: { callee }, match }: CallEvent): string | undefined {
  return callee.k === 'name' && !match && leavesNoMarkup(callee.name) ? effectOf(callee.name) : undefined;
}

/** What a method gives of something that was found by the data. */
export function partOfFound(taint: Taint | undefined, part: string): Taint | undefined {
  if (!taint?.some(({ check }) => check !== checkOfPart(check, part))) return taint;
  return taint.map((entry) => ({ ...entry, check: checkOfPart(entry.check, part) }));
}

/** What is given later by a function of which nothing is known. */
export function awaitedResult(value: Value): Value {
  const { taint } = value;
  if (!taint?.some(({ check }) => check !== checkOfAwaited(check))) return value;
  return withTaint(
    value,
    taint.map((entry) => ({ ...entry, check: checkOfAwaited(entry.check) })),
  );
}

/** What is made of nothing but literals and of values that are as good as such, like numbers and identifiers, is harmless as well. */
function isOfHarmless({ receiver, receiverExpr, args, named, openList, openMap }: CallEvent): boolean {
  if (openList || openMap) return false;
  const isData = receiver !== undefined && receiverExpr !== undefined && !isModule(receiverExpr);
  const parts = [...(isData ? [receiver] : []), ...args, ...named.values()];
  return parts.some(isAsGoodAsLiteral) && parts.every((part) => part.closures || !isDynamic(part));
}

function isAsGoodAsLiteral({ constant, dynamic, shape, closures, instance, name }: Value): boolean {
  if (dynamic || constant !== undefined || shape || closures || instance?.isClass) return false;
  return name === undefined || name.segment === callSegment;
}

/** A method of an object that is neither a module, nor data, nor known: what it gives may be what the object holds. */
function isForeign({ receiver, match, expr }: CallEvent, onSelf: boolean): boolean {
  if (expr.isNew || match?.returned.length) return false;
  if (expr.callee.k === 'name') return onSelf && !isModule(expr.callee);
  if (expr.callee.k !== 'member') return false;
  // A method of a base class that is not known either.
  if (expr.callee.object.k === 'name' && bases.has(expr.callee.object.name)) return true;
  if (!receiver) return false;
  const isObject =
    receiver.dynamic && !receiver.shape && !receiver.closures && receiver.constant === undefined;
  const isData = deepTaint(receiver)?.some(({ origin }) => origin.k === 'source') === true;
  return isObject && !isData && !isModule(expr.callee.object);
}

/** `stable(() => refresh(id), [id])`: what it gives is likely a function or an object that calls the one that it was given. */
function takesFunction({ args: [first], match }: CallEvent): boolean {
  return first?.closures !== undefined && !match?.returned.length;
}

/** A function or class that a variable holds, because a call gave it. */
function isHeldFunction({ expr, match }: CallEvent, { name, closures, dynamic }: Value): boolean {
  return expr.callee.k === 'name' && dynamic && !closures && !match && name?.segment === callSegment;
}

const bases: ReadonlySet<string> = new Set(['super', 'base', 'parent']);

/** A class or a module is named with a capital where it is no constant. */
function isModule(expr: Expr): boolean {
  return expr.k === 'name' && /^[A-Z]/.test(expr.name);
}

/** From the name of the method to the end of the call: the line that matters where calls are chained over many. */
export function placeOfMethod({ expr }: CallEvent): Span {
  const { callee } = expr;
  return callee.k === 'member' && callee.object.end < callee.end
    ? { start: Math.max(callee.object.end, callee.end - callee.property.length), end: expr.end }
    : expr;
}

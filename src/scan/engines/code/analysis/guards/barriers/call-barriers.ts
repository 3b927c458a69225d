import { validAwaited } from '../../../domain/awaited-check.ts';
import { fetchLabels } from '../../../domain/guarded-labels.ts';
import type { Constant, Expr } from '../../../ir/ir.ts';
import { constantLabels } from '../../../knowledge/label-needs.ts';
import { allLabels } from '../../../knowledge/labels.ts';
import type { Guard } from '../../../knowledge/rule-types.ts';
import { calledBy, calleeName } from '../../conditions/called-by.ts';
import { awaitedMatch } from '../../elsewhere/asked-patterns.ts';
import { awaitedOutcome } from '../../elsewhere/awaited-names.ts';
import type { Run } from '../../run.ts';
import { schemaBarriers } from '../../schemas/verdicts.ts';
import { mayBeCheck, soundsLikeCheck, soundsLikeRefusal } from '../check-names.ts';
import { isClosedSet, memberBarriers } from '../closed-set.ts';
import { elementBarriers } from '../elements/element-tests.ts';
import { testOf } from '../flags.ts';
import { comparesSecrets, signedBarriers } from '../made/signed-data.ts';
import { wayOf } from '../patterns/pattern-meaning.ts';
import { hostOf } from '../same-value.ts';
import { askedForPresence, isLookUp } from '../tables/look-ups.ts';
import { suffixBarriers } from '../targets/host-suffix.ts';
import { noBackslash } from '../targets/local-target.ts';
import { absentText } from './absent-texts.ts';
import type { Barrier, BarriersOf } from './barrier.ts';
import { helperBarriers } from './helper-barriers.ts';
import { patternBarriers } from './pattern-barriers.ts';
import { prefixBarriers } from './prefix-barriers.ts';

/** What a call establishes about its arguments and its receiver where it gives true, or where it does not; for errors where there is none. */
export function callBarriers(
  run: Run,
  test: Expr & { k: 'call' },
  positive: boolean,
  barriersOf: BarriersOf,
  isError = false,
): Barrier[] {
  const here = barriersHere(run, test, positive, barriersOf, isError);
  const matched = isError ? [] : matchedElsewhere(run, test, positive);
  return matched.length > 0 ? [...here, ...matched] : here;
}

function barriersHere(
  run: Run,
  test: Expr & { k: 'call' },
  positive: boolean,
  barriersOf: BarriersOf,
  isError: boolean,
): Barrier[] {
  const { callee } = test;
  const receiver = callee.k === 'member' ? callee.object : undefined;
  const method = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  // `(bool) check(x)` says what the check says.
  if (callee.k === 'name' && truths.has(method) && test.args.length === 1)
    return barriersOf(test.args[0]!.value, positive);
  const presence = askedForPresence(test);
  if (presence && presence.isThere === positive) {
    const { about } = presence;
    const meant = about.k === 'name' ? testOf(run, about.name) : about;
    if (meant && (isLookUp(meant) || meant.k === 'call')) return barriersOf(meant, true);
  }
  if (positive && comparesSecrets.has(method)) {
    const signed = signedBarriers(
      run,
      test.args.map(({ value }) => value),
    );
    if (signed.length > 0) return signed;
  }
  const suffix = positive ? suffixBarriers(run, test, method) : undefined;
  if (suffix) return suffix;
  const elements = elementBarriers(run, test, positive, barriersOf);
  if (elements) return elements;
  // A method of the program says itself what it finds out, whatever it is called.
  const isOwn = memberships.has(method) && calledBy(run, test).target.closures !== undefined;
  const member = receiver && !isOwn && membershipBarriers(run, test, receiver, method, positive);
  if (member) return member;
  const kind = kindBarriers(run, test, method, positive);
  if (kind) return kind;
  // `//host/` is not absolute and leads away all the same; nothing can be fetched from it, though.
  if (receiver && method === 'isAbsolute' && !positive) return [{ expr: receiver, clears: fetchLabels }];
  const name = calleeName(run, test);
  const match = name && run.rules.match(name);
  const known = (match?.guards ?? []).flatMap(
    (guard) => guardBarriers(run, test, guard, positive, isError) ?? [],
  );
  if (known.length > 0) return [...known, ...askedBarriers(run, test, positive, isError)];
  if (match?.guards.some(({ pattern, prefix }) => (pattern ?? prefix) !== undefined)) return [];
  const told = helperBarriers(run, test, positive, isError, barriersOf);
  if (told?.length) return told;
  // Of a call such as `is_safe_url(x)` or `isIllegalName(x)` no more is known than its name.
  const isCheck = soundsLikeCheck(method) || (!told && !match && mayBeCheck(method));
  const check = (positive ? isCheck : soundsLikeRefusal(method)) ? method : undefined;
  const asked = told ? [] : askedBarriers(run, test, positive, isError);
  if (check === undefined) return asked;
  return test.args.map(({ value }) => {
    const awaits = asked.find(({ expr }) => expr === value)?.awaits;
    return { expr: value, clears: 0, check, awaits };
  });
}

/** What a function of another file may have established of its arguments. */
function askedBarriers(run: Run, test: Expr & { k: 'call' }, positive: boolean, isError: boolean): Barrier[] {
  if (isError && !positive) return [];
  const outcome = isError ? 'nothing' : positive ? 'yes' : 'no';
  return test.args.flatMap(({ value, name }, i) => {
    const awaits = isTainted(run, value) ? awaitedOutcome(run, test, outcome, name ?? i) : undefined;
    return awaits === undefined ? [] : [{ expr: value, clears: 0, awaits }];
  });
}

/** `rules.SafeName.MatchString(x)`, where another file has the expression. */
function matchedElsewhere(run: Run, test: Expr & { k: 'call' }, positive: boolean): Barrier[] {
  const { callee } = test;
  if (callee.k !== 'member' || (callee.object.k !== 'name' && callee.object.k !== 'member')) return [];
  return run.rules.patternMethods(callee.property).flatMap(({ about: [which], anchors, lines }) => {
    const about = which === undefined ? undefined : partExpr(test, which);
    if (!about || !isTainted(run, about)) return [];
    const { receiver } = calledBy(run, test);
    const awaits = awaitedMatch(run, callee.object, wayOf(anchors, lines), positive, receiver);
    return awaits === undefined ? [] : [{ expr: about, clears: 0, awaits }];
  });
}

/** `x`, `o.x`, or the host of a parsed address: `u.Hostname()`. */
function isTainted(run: Run, expr: Expr): boolean {
  const isPlace = expr.k === 'name' || expr.k === 'member' || expr.k === 'index';
  const isHost = expr.k === 'call' && hostOf(expr) !== undefined;
  return (isPlace || isHost) && run.evaluate(expr).taint !== undefined;
}

/** `allowed.includes(x)`, `allowed.has(x)`: being in a closed set is a barrier; not containing ".." is one as well. */
function membershipBarriers(
  run: Run,
  test: Expr & { k: 'call' },
  receiver: Expr,
  method: string,
  positive: boolean,
): Barrier[] | undefined {
  const argument = memberships.has(method) ? test.args[0]?.value : undefined;
  if (!argument) return undefined;
  if (positive) {
    if (method === 'get') return lookedUp(run, test, receiver, argument);
    const member = memberBarriers(run, receiver, argument);
    return member.length > 0 ? member : undefined;
  }
  const absent = constantOf(run, argument);
  if (absent === '\\') return [{ expr: receiver, clears: 0, target: noBackslash }];
  // A quote may be one of several that the text ends in.
  const isTold = typeof absent === 'string' && absent !== "'" && absent !== '"';
  return isTold ? absentText(run, receiver, absent) : undefined;
}

/** `map.get(x)` gives something only for keys of the map. */
function lookedUp(
  run: Run,
  { args }: Expr & { k: 'call' },
  receiver: Expr,
  key: Expr,
): Barrier[] | undefined {
  const isMap = args.length === 1 && run.evaluate(receiver).shape?.kind === 'map';
  return isMap && isClosedSet(run, receiver) ? [{ expr: key, clears: constantLabels }] : undefined;
}

/** `isinstance(x, int)`, `Object.hasOwn(map, x)`, `map.hasOwnProperty(x)`, `Object.prototype.hasOwnProperty.call(map, x)`. */
function kindBarriers(
  run: Run,
  { callee, args: [first, second] }: Expr & { k: 'call' },
  method: string,
  positive: boolean,
): Barrier[] | undefined {
  if (!first) return undefined;
  // `Number.isNaN(x)` is false for every text.
  const number = method === 'isNaN' && callee.k === 'member' ? convertedTo(first.value) : undefined;
  if (number && !positive) return [{ expr: number, clears: allLabels }];
  if (!positive) return undefined;
  if (method === 'isinstance' && callee.k === 'name' && second) {
    const { value } = second;
    const types = value.k === 'list' ? value.items.map((item) => item.value) : [value];
    const isNumber = types.every((type) => type.k === 'name' && numbers.has(type.name));
    return isNumber && types.length > 0 ? [{ expr: first.value, clears: allLabels }] : undefined;
  }
  if (callee.k !== 'member') return undefined;
  const asks = method === 'call' && callee.object.k === 'member' ? callee.object.property : method;
  const isSecond = asks === 'hasOwn' || method === 'call';
  const [map, key] = isSecond ? [first.value, second?.value] : [callee.object, first.value];
  if ((asks !== 'hasOwn' && asks !== 'hasOwnProperty') || !key) return undefined;
  const member = memberBarriers(run, map, key);
  return member.length > 0 ? member : undefined;
}

/** What all of is made a number: `Number(x)`, `+x`. */
function convertedTo(expr: Expr): Expr | undefined {
  if (expr.k === 'unary') return expr.op === '+' ? expr.value : undefined;
  return expr.k === 'call' && expr.callee.k === 'name' && expr.callee.name === 'Number'
    ? expr.args[0]?.value
    : undefined;
}

/** A literal, or what a constant of the program is. */
function constantOf(run: Run, expr: Expr): Constant | undefined {
  if (expr.k === 'const') return expr.value;
  return expr.k === 'name' || expr.k === 'member' ? run.evaluate(expr).constant : undefined;
}

/** What the rules say that a call establishes. */
function guardBarriers(
  run: Run,
  test: Expr & { k: 'call' },
  guard: Guard,
  positive: boolean,
  isError: boolean,
): Barrier[] | undefined {
  const passed = schemaBarriers(run, test, guard, positive);
  if (passed) return passed;
  const abouts = guard.about.flatMap((which) => partExpr(test, which) ?? []);
  if (guard.pattern !== undefined) {
    const pattern = partExpr(test, guard.pattern);
    const flags = guard.flags.flatMap((which) => partExpr(test, which) ?? []);
    return (
      pattern && abouts.flatMap((expr) => patternBarriers(run, expr, pattern, flags, guard, test, positive))
    );
  }
  if (guard.prefix !== undefined) {
    const prefix = partExpr(test, guard.prefix);
    return prefix && abouts.flatMap((expr) => prefixBarriers(run, expr, prefix, guard, positive));
  }
  const holds = guard.throws ? isError && positive : guard.is === undefined && guard.outcome === positive;
  return holds ? abouts.map((expr) => barrierOf(guard, expr)) : undefined;
}

function barrierOf({ clears, origins, declared }: Guard, expr: Expr): Barrier {
  if (declared !== undefined) return { expr, clears, awaits: validAwaited(declared) };
  return origins ? { expr, clears, origins } : { expr, clears };
}

/** `address.is_private`: what a field says of its object. */
export function readBarriers(run: Run, test: Expr & { k: 'member' }, positive: boolean): Barrier[] {
  const name = run.evaluate(test.object).name?.child(test.property);
  const guards = (name && run.rules.match(name)?.guards) ?? [];
  return guards
    .filter(({ about, outcome, throws, is }) => isOfReceiver(about) && outcome === positive && !throws && !is)
    .map((guard) => barrierOf(guard, test.object));
}

/** `address in network`: what being in an object, or not being in it, says of the other side. */
export function containedBarriers(run: Run, about: Expr, container: Expr, inside: boolean): Barrier[] {
  const name = run.evaluate(container).name?.child('__contains__');
  return ((name && run.rules.match(name)?.guards) ?? [])
    .filter(({ outcome, throws }) => outcome === inside && !throws)
    .map((guard) => barrierOf(guard, about));
}

function isOfReceiver(about: Guard['about']): boolean {
  return about.length === 1 && about[0] === 'receiver';
}

/** `address.range() == 'unicast'`: what it says that a call gives a text. */
export function textBarriers(run: Run, call: Expr & { k: 'call' }, text: string): Barrier[] {
  const name = calleeName(run, call);
  return ((name && run.rules.match(name)?.guards) ?? [])
    .filter(({ is }) => is === text)
    .flatMap((guard) =>
      guard.about.flatMap((which) => {
        const expr = partExpr(call, which);
        return expr ? [barrierOf(guard, expr)] : [];
      }),
    );
}

/** What a call establishes by coming back. */
export function throwingBarriers(run: Run, call: Expr & { k: 'call' }): Barrier[] {
  const { callee } = call;
  if (call.args.length === 0 || run.traits.severalResults) return [];
  const called = calleeName(run, call);
  const guards = (called && run.rules.match(called)?.guards) ?? [];
  if (!guards.some(({ throws }) => throws)) return [];
  // A variable of the function is no class and no module.
  const root = callee.k === 'member' ? callee.object : callee;
  const name = root.k === 'name' ? root.name : 'this';
  const isPlain = name !== 'this' && run.frame.owner(name) !== run.frame && run.rules.knows(name);
  return guards
    .filter(({ throws, about }) => throws && (isPlain || isOfReceiver(about)))
    .flatMap((guard) => {
      const abouts = guard.about.flatMap((which) => partExpr(call, which) ?? []);
      const prefix = guard.prefix === undefined ? undefined : partExpr(call, guard.prefix);
      if (prefix) return abouts.flatMap((expr) => prefixBarriers(run, expr, prefix, guard, true));
      return abouts.map((expr) => ({ expr, clears: guard.clears }));
    });
}

function partExpr(test: Expr & { k: 'call' }, which: number | string): Expr | undefined {
  if (which === 'receiver') return test.callee.k === 'member' ? test.callee.object : undefined;
  return typeof which === 'number'
    ? test.args[which]?.value
    : test.args.find(({ name }) => name === which)?.value;
}

const memberships = new Set(['includes', 'has', 'contains', 'containsKey', 'ContainsKey', 'indexOf', 'get']);
const truths = new Set(['bool', 'boolval', 'Boolean']);
const numbers = new Set(['int', 'float', 'bool', 'complex']);

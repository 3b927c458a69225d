import { type AwaitedCheck, awaitedOfPart, passedInTurn } from '../../domain/awaited-check.ts';
import {
  addressLabels,
  fetchLabels,
  insideMark,
  numberLabels,
  pathLabels,
} from '../../domain/guarded-labels.ts';
import type { Layer } from '../../domain/scope.ts';
import { checkedTaint, clearLabels, type Taint } from '../../domain/taint.ts';
import { literalValue, type Value, withTaint } from '../../domain/value.ts';
import { calledName } from '../../ir/called-name.ts';
import type { Argument, Expr, FunctionIr } from '../../ir/ir.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import { allLabels } from '../../knowledge/labels.ts';
import { calledBy, calleeName } from '../conditions/called-by.ts';
import { awaitedOutcome } from '../elsewhere/awaited-names.ts';
import type { Run } from '../run.ts';
import { notePassed, passedAt } from '../schemas/passed-schemas.ts';
import { noteTestedType } from '../types/tested-types.ts';
import { throwingBarriers } from './barriers/call-barriers.ts';
import { proofsOf } from './barriers/guard-barriers.ts';
import { mayAssert, soundsLikeAssertion } from './check-names.ts';
import { memberBarriers } from './closed-set.ts';
import { characterBarriers } from './elements/kept-characters.ts';
import { placeKey as keyOf, mayBeNarrowed, narrowPlace, testOf, variable } from './flags.ts';
import { makeAgain, partsOf } from './made/made-texts.ts';
import { noteEmpty } from './outcomes/empty-names.ts';
import { notePresent } from './outcomes/present-names.ts';
import { innermost, insideOf } from './same-value.ts';
import { throwingLookUp } from './tables/look-ups.ts';
import { noBackslash, noHost, staysHere } from './targets/local-target.ts';
import { isLookedUp } from './targets/looked-up.ts';
import { hostIn, isWithoutBackslash, parsedText, pathOf, schemeOf } from './targets/parsed-address.ts';
import { noteLookedAt } from './tested-data.ts';

/** Narrows what is known inside a branch by the condition that led there. */
export function applyGuards(run: Run, test: Expr, positive: boolean): void {
  if (run.traits.severalResults) notePresent(run, test, positive);
  noteTestedType(run, test, positive);
  const proofs = [...proofsOf(run, test, positive), ...characterBarriers(run, test, positive)];
  // What a value was made of is asked for while the value still tells.
  for (const { expr, clears, origins } of proofs)
    if (origins && clears !== 0) clearOrigins(run, run.evaluate(expr), clears);
  for (const barrier of proofs) {
    const { expr, clears, check, awaits, target } = barrier;
    if (barrier.schema) notePassed(run, barrier);
    else if (check !== undefined || awaits !== undefined) doubt(run, expr, check, awaits);
    else if (clears !== 0) {
      clear(run, expr, clears, barrier.alone);
      clearParts(run, innermost(expr), clears);
      makeAgain(run, innermost(expr));
    }
    if (target !== undefined) noteTarget(run, expr, target);
  }
  noteEmpty(run, test, positive);
}

/** `target = join(folder, entry.name)`: that the whole is inside of the folder holds of what was joined to it, also where that is read again. */
function clearParts(run: Run, whole: Expr, clears: number): void {
  if (!(clears & pathLabels)) return;
  for (const part of partsOf(run, whole)) if (run.evaluate(part).taint) clear(run, part, pathLabels, true);
}

/** A call that throws where something does not hold, as a statement or for what it gives: `n = int(x)`. */
export function applyThrowing(run: Run, expr: Expr): void {
  const call = expr.k === 'assign' ? expr.value : expr;
  const lookUp = throwingLookUp(call, run.traits.missingKeysThrow === true);
  // Of `x = table[x]` the key is gone.
  if (lookUp && !(expr.k === 'assign' && expr.target.k === 'name' && isNamed(lookUp.key, expr.target.name)))
    for (const { expr: key, clears } of memberBarriers(run, lookUp.table, lookUp.key))
      if (clears !== 0) clear(run, key, clears);
  if (call.k !== 'call') return;
  for (const barrier of throwingBarriers(run, call)) clear(run, barrier.expr, barrier.clears);
}

function isNamed(expr: Expr, name: string): boolean {
  return expr.k === 'name' && expr.name === name;
}

/** A call for its own sake that is named after a check, and of which nothing else is known: it throws where the check fails. */
export function applyAssertion(run: Run, expr: Expr): void {
  const call = expr.k === 'await' ? expr.value : expr;
  if (call.k !== 'call') return;
  const { callee, args } = call;
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  if (!soundsLikeAssertion(name)) {
    if (mayAssert(name)) askAssertion(run, call);
    return;
  }
  // A function of this file was followed; what it asks of others is not known.
  const own = calledBy(run, call).target.closures;
  for (const [i, { value, name: by }] of args.entries()) {
    if (own) {
      noteLookedAt(run, value, call.start);
      if (own.length === 1) doubtInside(run, own[0]!.fn, value, i);
    } else doubt(run, value, name, awaitedOutcome(run, call, 'any', by ?? i));
    if (value.k === 'name') doubtEntries(run, value, args, name);
  }
}

/** `mustBeText(x)`, `throwIfOutside(root, x)`: whether coming back says something is what the file knows that has the function. */
function askAssertion(run: Run, call: Expr & { k: 'call' }): void {
  // What a library does is known.
  const known = calleeName(run, call);
  if (known && run.rules.match(known)) return;
  for (const [i, { value, name }] of call.args.entries()) {
    if (!places.has(value.k) || !run.evaluate(value).taint) continue;
    const awaited = awaitedOutcome(run, call, 'any', name ?? i);
    if (awaited !== undefined) doubt(run, value, undefined, awaited);
  }
}

const places = new Set<Expr['k']>(['name', 'member', 'index']);

/** A function that begins with assertions of other files asserts the same of what it is given. */
function doubtInside(run: Run, fn: FunctionIr, value: Expr, index: number): void {
  const parameter = fn.parameters[index]?.name;
  if (parameter === undefined || run.traits.receiver === 'parameter') return;
  for (const statement of fn.body.slice(0, maxAssertions)) {
    if (statement.k !== 'expr' || statement.value.k !== 'call') return;
    const call = statement.value;
    const name = calledName(call);
    const at = call.args.findIndex((arg) => arg.value.k === 'name' && arg.value.name === parameter);
    if (at >= 0 && soundsLikeAssertion(name))
      doubt(run, value, name, awaitedOutcome(run, call, 'any', call.args[at]!.name ?? at));
  }
}

/** Of a function that asserts more it is not known what it does. */
const maxAssertions = 8;

/** Gathers what is known of the target of a redirect. Browsers take a backslash for a slash: without that test it is only likely to stay here. */
function noteTarget(run: Run, expr: Expr, target: number): void {
  const inner = insideOf(expr);
  if (inner) {
    noteTarget(run, inner, target);
    return;
  }
  const part = hostIn(run, expr) ?? schemeOf(expr);
  if (part) {
    noteAddress(run, part, '=@', target | parsedText(run, part));
    return;
  }
  const path = pathOf(expr);
  if (path) noteAddress(run, path, '=/', target);
  const { taint } = run.evaluate(expr);
  const key = `=${keyOf(run, expr)}`;
  const own = bitsAt(run, key) | target | (isWithoutBackslash(run, expr) ? noBackslash : 0);
  run.frame.layer.set(key, { ...literalValue, constant: own });
  if (expr.k === 'name') for (const { origin } of taint ?? []) addBits(run, `=>${origin.id}`, own);
  const asked = taint?.reduce((bits, { origin }) => bits & addressBits(run, origin.id), ~0) ?? 0;
  const known = own | asked;
  const stays = staysHere(known);
  if (stays === 'certainly') clear(run, expr, addressLabels);
  else if (stays === 'likely') doubt(run, expr, run.file.text.slice(expr.start, expr.end).slice(0, 40));
}

/** What is asked of a parsed URL says something about the text that it was parsed from. */
function noteAddress(run: Run, url: Expr, place: string, target: number): void {
  const value = run.evaluate(url);
  for (const entry of value.taint ?? []) {
    const { id } = entry.origin;
    addBits(run, `${place}${id}`, target);
    const stays = staysHere(addressBits(run, id) | bitsAt(run, `=>${id}`));
    const one = withTaint(value, [entry]);
    if (stays === 'certainly') clearOrigins(run, one, addressLabels);
    else if (stays === 'likely')
      doubtOrigins(run, one, keptCheck(run.file.text.slice(url.start, url.end).slice(0, 40), undefined));
  }
}

/** What was asked of the URL that was parsed from a text; its path begins like the text where it has no host. */
function addressBits(run: Run, id: number): number {
  const asked = bitsAt(run, `=@${id}`);
  return asked & noHost ? asked | bitsAt(run, `=/${id}`) : asked;
}

function bitsAt(run: Run, key: string): number {
  return Number(run.frame.layer.get(key)?.constant ?? 0);
}

function addBits(run: Run, key: string, bits: number): void {
  run.frame.layer.set(key, { ...literalValue, constant: bitsAt(run, key) | bits });
}

/** A place that a guard has cleared in this branch stays cleared when it is read again. */
export function narrowedBy(run: Run, expr: Expr, given: Value): Value {
  const known = run.frame.narrowsOrigins ? narrowedByOrigin(run.frame.layer, given) : given;
  if (!run.frame.narrowed) return known;
  const value = passedAt(run, expr, known);
  if (!value.taint) return value;
  // A variable of this function was narrowed itself; one of a function around it only here.
  if (!mayBeNarrowed(run, expr)) return value;
  if (expr.k === 'name' && run.frame.owner(expr.name) === run.frame) return value;
  const key = keyOf(run, expr);
  const passed = run.frame.layer.get(`%${key}`);
  const doubted = passed ? withTaint(value, checkedTaint(value.taint, ...checksOf(passed))) : value;
  const cleared = run.frame.layer.get(`#${key}`);
  if (!cleared) return doubted;
  const clears = Number(cleared.constant ?? 0);
  const narrowed = withTaint(doubted, clearLabels(doubted.taint, clears));
  // As of a variable: what has passed a check is known, unless nothing more is known than that it is a number.
  return clears === numberLabels ? narrowed : { ...narrowed, dynamic: false };
}

/**
 * `if (url.host !== own) to = '/'`: where the other way has replaced a variable, what this one has established of where its value comes from holds of the
 * variable behind both.
 */
export function keepNarrowed(run: Run, kept: Layer, replaced: Layer): void {
  if (!run.frame.narrowsOrigins || kept.dead || replaced.dead) return;
  if (![...kept.values.keys()].some((key) => key.startsWith('@') || key.startsWith('%@'))) return;
  for (const name of replaced.values.keys()) {
    const value = variable.test(name) ? kept.get(name) : undefined;
    if (value?.taint) kept.set(name, narrowedByOrigin(kept, value));
  }
}

function narrowedByOrigin(layer: Layer, value: Value): Value {
  const taint = value.taint?.flatMap((entry) => {
    const mask = entry.mask & ~Number(layer.get(`@${entry.origin.id}`)?.constant ?? 0);
    return mask === entry.mask ? [entry] : mask ? [{ ...entry, mask }] : [];
  });
  const isSame =
    taint?.every((entry, i) => entry === value.taint![i]) && taint.length === value.taint?.length;
  const narrowed = isSame ? value : { ...value, taint: taint?.length ? taint : undefined, dynamic: false };
  return withTaint(narrowed, narrowed.taint && doubted(layer, narrowed.taint));
}

/** What comes from where a check looked at another part of the same. */
function doubted(layer: Run['frame']['layer'], taint: Taint): Taint {
  const passed = taint.map(({ origin }) => layer.get(`%@${origin.id}`));
  return passed.every((check) => check === undefined)
    ? taint
    : taint.flatMap((entry, i) => (passed[i] && checkedTaint([entry], ...checksOf(passed[i]))) ?? [entry]);
}

/** What is kept of a check: its name, and what another file knows of it. */
function checksOf({ text, constant }: Value): [check: string | undefined, awaited: AwaitedCheck | undefined] {
  return [text, typeof constant === 'string' ? constant : undefined];
}

function keptCheck(check: string | undefined, awaited: AwaitedCheck | undefined): Value {
  return { ...literalValue, text: check, constant: awaited };
}

/** What is known elsewhere about an expression. */
export function clearGuarded(run: Run, expr: Expr, clears: number): void {
  clear(run, expr, clears);
}

/** The value has passed a check of which no more than its name is known. */
function doubt(run: Run, expr: Expr, check: string | undefined, awaited?: AwaitedCheck): void {
  const inner = insideOf(expr);
  if (inner) {
    doubt(run, inner, check, awaited);
    return;
  }
  if (awaited !== undefined) noteAsked(run, expr, awaited);
  // A check of the host of a parsed URL is a check of the URL that was parsed.
  const host = hostIn(run, expr);
  if (host) doubtOrigins(run, run.evaluate(host), keptCheck(check, awaitedOfPart(awaited, addressLabels)));
  if (expr.k === 'name') {
    const value = run.lookup(expr.name);
    if (value.taint && run.frame.owner(expr.name) === run.frame) {
      run.frame.layer.set(expr.name, withTaint(value, checkedTaint(value.taint, check, awaited)));
      return;
    }
  }
  if (expr.k === 'name' || expr.k === 'member' || expr.k === 'index' || expr.k === 'call')
    narrowPlace(run, '%', keyOf(run, expr), keptCheck(check, awaited));
}

/** `check('id', $_GET, pattern)`: of a collection the entry was looked at whose key goes with it. */
function doubtEntries(
  run: Run,
  collection: Expr & { k: 'name' },
  args: readonly Argument[],
  check: string,
): void {
  const version = run.frame.versionOf(collection.name);
  const text = run.file.text.slice(collection.start, collection.end);
  for (const { value } of args)
    if (value.k === 'const' && typeof value.value === 'string' && /^\w+$/.test(value.value))
      for (const entry of [
        `['${value.value}']`,
        `["${value.value}"]`,
        `[:${value.value}]`,
        `.${value.value}`,
      ])
        narrowPlace(run, '%', `${text}${entry} ${version}`, { ...literalValue, text: check });
}

function doubtOrigins(run: Run, { taint }: Value, check: Value): void {
  run.frame.narrowsOrigins = true;
  for (const { origin } of taint ?? []) run.frame.layer.set(`%@${origin.id}`, check);
}

function clear(run: Run, expr: Expr, clears: number, isAlone = false): void {
  if (clears === insideMark) {
    run.frame.guards = true;
    if (expr.k === 'name') noteParameter(run, expr.name, clears);
    return;
  }
  // A check of the host of a parsed URL is a check of the URL that was parsed.
  const read = expr.k === 'call' && expr.args.length === 0 ? expr.callee : expr;
  const host = hostIn(run, expr);
  // Who checked where a message comes from may use what it says.
  if (host?.k === 'name' && read.k === 'member' && read.property === 'origin')
    clearPlace(run, `${host.name}.data ${run.frame.versionOf(host.name)}`, literalValue, allLabels);
  if (host && clears & addressLabels) clearOrigins(run, run.evaluate(host), clears & addressLabels);
  if (expr.k === 'call') {
    const value = run.evaluate(expr);
    if (value.form !== undefined) clearOrigins(run, value, clears);
  }
  run.frame.guards = true;
  if (!isAlone) noteCleared(run, expr, clears);
  if (expr.k === 'name') {
    clearName(run, expr, clears);
    return;
  }
  const inner = insideOf(expr);
  if (inner) {
    clear(run, inner, clears, isAlone);
    return;
  }
  if (expr.k !== 'member' && expr.k !== 'index' && expr.k !== 'call') return;
  clearPlace(run, keyOf(run, expr), literalValue, clears);
}

/** One condition may say several things of a place, and a later one more. */
function clearPlace(run: Run, place: string, value: Value, clears: number): void {
  const before = Number(run.frame.layer.get(`#${place}`)?.constant ?? 0);
  narrowPlace(run, '#', place, { ...value, constant: before | clears });
}

/** Findings that wait for the end of the function ask whether a guard cleared what they are about. */
function noteCleared(run: Run, expr: Expr, clears: number): void {
  // That one field is a certain number or name, `entry.method === 8`, says nothing of the others, which come from where it comes from.
  if (expr.k !== 'name' && (clears & constantLabels) === constantLabels) return;
  const { cleared } = run.frame;
  const { taint } = expr.k === 'name' ? run.lookup(expr.name) : run.evaluate(expr);
  for (const { origin } of taint ?? []) cleared.set(origin.id, (cleared.get(origin.id) ?? 0) | clears);
}

/** The same of what another file knows. */
function noteAsked(run: Run, expr: Expr, awaited: AwaitedCheck): void {
  const { asked } = run.frame;
  for (const { origin } of run.evaluate(expr).taint ?? [])
    asked.set(origin.id, passedInTurn(asked.get(origin.id), [awaited])!);
}

function clearName(run: Run, expr: Expr & { k: 'name' }, clears: number): void {
  const value = run.lookup(expr.name);
  const isOwn = run.frame.owner(expr.name) === run.frame;
  if (value.taint) noteParameter(run, expr.name, clears);
  // A check of what was derived from a value, its resolved path or a matcher over it, is a check of the value.
  const name = String(value.name ?? '');
  if (value.taint && (value.form !== undefined || derivedName.test(name) || isCleaned(run, expr))) {
    clearOrigins(run, value, clears);
    noteDerived(run, value, clears);
  } else if (value.taint && saysWhereTo(clears) && isLookedUp(value))
    clearOrigins(run, value, clears & fetchLabels);
  if (value.taint && isOwn)
    run.frame.layer.set(expr.name, {
      ...value,
      taint: clearLabels(value.taint, clears),
      dynamic: clears === numberLabels && value.dynamic,
    });
  else if (!value.taint && value.dynamic && clears !== numberLabels && isOwn)
    run.frame.layer.set(expr.name, { ...value, dynamic: false });
  else if (value.taint && run.frame.owner(expr.name)) clearPlace(run, keyOf(run, expr), value, clears);
}

function clearOrigins(run: Run, { taint }: Value, clears: number): void {
  run.frame.narrowsOrigins = true;
  for (const { origin } of taint ?? []) {
    const key = `@${origin.id}`;
    const before = Number(run.frame.layer.get(key)?.constant ?? 0);
    run.frame.layer.set(key, { ...literalValue, constant: before | clears });
  }
}

/** That a text is an address at all, and no other harm, says nothing of where it leads. */
function saysWhereTo(clears: number): boolean {
  return (clears & fetchLabels) !== 0 && (clears & ~(addressLabels | pathLabels)) === 0;
}

/** `String clean = StringUtils.cleanPath(path)`: the type that is written says less than what it is set from. */
function isCleaned(run: Run, { name }: Expr & { k: 'name' }): boolean {
  const made = testOf(run, name);
  return made?.k === 'call' && calledName(made) === 'cleanPath';
}

/** `path = cleanPath(path)`: what is known of what a parameter was made is known of the parameter. */
function noteDerived({ frame, origins }: Run, { taint }: Value, clears: number): void {
  for (const [index, parameter] of (frame.fn?.parameters ?? []).entries()) {
    const { id } = origins.parameter(index)[0]!.origin;
    if (taint?.some(({ origin }) => origin.id === id)) noteGiven(frame.layer, parameter.name, clears);
  }
}

function noteGiven(layer: Layer, parameter: string, clears: number): void {
  const place = `&${parameter}`;
  const before = Number(layer.get(place)?.constant ?? 0);
  layer.set(place, { ...literalValue, constant: before | clears });
}

/** What is known of a parameter holds for whoever called with it, if the function comes back at all. */
function noteParameter({ frame }: Run, name: string, clears: number): void {
  // Callers may know a parameter by another name than the function does.
  const parameter = frame.fn?.parameters.find(({ target }) => target.k === 'name' && target.name === name);
  // A parameter that was set again is no longer what the caller gave.
  if (!parameter || !frame.isAsGiven(name)) return;
  noteGiven(frame.layer, parameter.name, clears);
}

const derivedName =
  /\.(?:matcher|Rel|Clean|getCanonicalPath|getCanonicalFile|normalize|cleanPath|toRealPath)\(\)$|^Matcher\(\)$|^@(?:canonical-path|canonical-file|normal-path)$/;

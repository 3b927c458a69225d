import {
  addressLabels,
  codeLabels,
  fetchLabels,
  numberLabels,
  objectLabels,
  optionLabels,
  pathLabels,
  quoteLabels,
} from '../../../domain/guarded-labels.ts';
import type { Origin } from '../../../domain/taint.ts';
import type { Expr } from '../../../ir/ir.ts';
import { constantLabels } from '../../../knowledge/label-needs.ts';
import { allLabels } from '../../../knowledge/labels.ts';
import { callSegment } from '../../../knowledge/qualified-name.ts';
import type { Guard } from '../../../knowledge/rule-types.ts';
import type { Run } from '../../run.ts';
import { verdictBarriers } from '../../schemas/verdicts.ts';
import { isTellingConstant, keyBarriers } from '../closed-set.ts';
import { pathPartBarriers } from '../elements/path-parts.ts';
import { testOf } from '../flags.ts';
import { signedBarriers } from '../made/signed-data.ts';
import { givenInside } from '../normal-paths.ts';
import { hostOf } from '../same-value.ts';
import { isLookUp, isNothing } from '../tables/look-ups.ts';
import { beginsWithSlash, noBackslash, noHost, noScheme, noSecondSlash } from '../targets/local-target.ts';
import { hostIn, schemeOf } from '../targets/parsed-address.ts';
import { placeOf } from '../targets/two-slashes.ts';
import { absentCharacters, absentText, charactersIn } from './absent-texts.ts';
import type { Barrier, BarriersOf } from './barrier.ts';
import { callBarriers, containedBarriers, textBarriers } from './call-barriers.ts';
import { prefixBarriers } from './prefix-barriers.ts';
import { foundBy, searchBarriers } from './searched-texts.ts';

/** What `==`, `<`, `in` and their like establish about their sides. */
export function comparisonBarriers(
  run: Run,
  test: Expr & { k: 'binary' },
  positive: boolean,
  barriersOf: BarriersOf,
): Barrier[] {
  const { op, left, right } = constantLast(test);
  if (op === 'in' || op === 'not in') return membershipBarriers(run, left, right, (op === 'in') === positive);
  // `in_array($a, $b) === false` asks what `!in_array($a, $b)` does.
  if (
    right.k === 'const' &&
    typeof right.value === 'boolean' &&
    (op === '==' || op === '!=') &&
    isCondition(left)
  )
    return barriersOf(left, right.value === ((op === '==') === positive));
  const start = startsAt(run, left, op, right, positive) ?? characterBarriers(left, op, right, positive);
  if (start) return start;
  const searched = searchBarriers(run, left, op, right, positive);
  if (searched) return searched;
  const search = foundAt(left, op, right, positive) ?? matchedTimes(left, op, right, positive);
  if (search) return callBarriers(run, search.call, search.holds, barriersOf);
  if (op === '<' || op === '<=' || op === '>' || op === '>=') {
    const least = (op === '<' || op === '<=') === positive ? left : right;
    return least.k === 'const' ? [] : [{ expr: least, clears: numberLabels }];
  }
  return op === '==' || op === '!='
    ? equalityBarriers(run, left, right, (op === '==') === positive, barriersOf)
    : [];
}

/** `false !== strpos($a, $b)` asks what `strpos($a, $b) !== false` does. */
function constantLast(test: Expr & { k: 'binary' }): Pick<typeof test, 'op' | 'left' | 'right'> {
  const { op, left, right } = test;
  const turned = isConstant(left) && !isConstant(right) ? turnedRound.get(op) : undefined;
  return turned === undefined ? test : { op: turned, left: right, right: left };
}

/** What is true or false, and no call: of its result more is asked than that. */
function isCondition({ k }: Expr): boolean {
  return k === 'binary' || k === 'logic' || k === 'unary';
}

function isConstant(expr: Expr): boolean {
  return expr.k === 'const' || (expr.k === 'unary' && expr.op === '-' && expr.value.k === 'const');
}

const turnedRound = new Map([
  ['==', '=='],
  ['!=', '!='],
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

function membershipBarriers(run: Run, left: Expr, right: Expr, inside: boolean): Barrier[] {
  const known = containedBarriers(run, left, right, inside);
  if (known.length > 0) return known;
  if (inside) {
    // `root in path.parents` of a path that was resolved.
    if (right.k === 'member' && right.property === 'parents' && run.evaluate(right.object).form !== undefined)
      return [{ expr: right.object, clears: pathLabels }];
    // Of none but this site: `urlparse(to).netloc in ('', request.host)`.
    if (hostIn(run, left) && right.k === 'list' && right.items.every(({ value }) => isOwnHost(value)))
      return right.items.some(({ value }) => value.k === 'const' && !value.value)
        ? [withoutHost(left)]
        : [{ expr: left, clears: addressLabels }];
    return keyBarriers(run, right, left);
  }
  // `strings.ContainsAny(x, "/:")`, which the front end makes a list of.
  const characters = left.k === 'list' ? charactersIn(run, left) : undefined;
  if (characters !== undefined) return absentCharacters(right, characters);
  const absent = textOfExpr(run, left);
  if (absent === undefined) return [];
  if (absent === '\\') return [{ expr: right, clears: pathLabels, target: noBackslash }];
  if (right.k === 'slice' && (absent === "'" || absent === '"'))
    return [{ expr: right.object, clears: quoteLabels | codeLabels }];
  return absentText(run, right, absent) ?? [];
}

/** `isEqual`: both sides are the same where the barrier is to hold. */
function equalityBarriers(
  run: Run,
  left: Expr,
  right: Expr,
  isEqual: boolean,
  barriersOf: BarriersOf,
): Barrier[] {
  // `check(x) == null` and `check(x) == false` say that the check failed.
  const answer = right.k === 'const' ? right.value : undefined;
  const isRead = left.k === 'name' || (left.k === 'member' && left.object.k === 'name');
  const told = answer === null && isRead ? verdictBarriers(run, run.evaluate(left), !isEqual) : [];
  if (told.length > 0) return told;
  if (answer === null && isEqual && (left.k !== 'name' || isReadHost(run, left)) && hostIn(run, left))
    return [withoutHost(left)];
  if ((answer === '' || answer === null) && isEqual && schemeOf(left))
    return [{ expr: left, clears: 0, target: noScheme }];
  const isAbsence = answer === null || (run.traits.severalResults === true && isNothing(right));
  const meant = left.k === 'name' && isAbsence ? testOf(run, left.name) : left;
  if (isAbsence && meant && isLookUp(meant)) return barriersOf(meant, !isEqual);
  if (meant?.k === 'call' && (answer === null || typeof answer === 'boolean')) {
    // No error is the good outcome (Go).
    const isError = answer === null && run.traits.severalResults === true;
    return callBarriers(run, meant, answer === true || isError ? isEqual : !isEqual, barriersOf, isError);
  }
  if (!isEqual) return [];
  if (meant?.k === 'call' && typeof answer === 'string') {
    const said = textBarriers(run, meant, answer);
    if (said.length > 0) return said;
  }
  const typeofBarrier = typeofBarriers(left, right) ?? typeofBarriers(right, left);
  if (typeofBarrier) return typeofBarrier;
  if (answer === '' && hostIn(run, left)) return [withoutHost(left)];
  // The host of a URL that is that of this site, whatever names it.
  const hosts = [
    [left, right],
    [right, left],
  ].filter(([host, own]) => hostIn(run, host!) && isOwnAddress(run, own!, host!));
  if (hosts.length > 0) return hosts.map(([host]) => ({ expr: host!, clears: addressLabels }));
  const found: Barrier[] = [
    ...signedBarriers(run, [left, right]),
    ...commonPathBarriers(run, left),
    ...commonPathBarriers(run, right),
    ...pathPartBarriers(run, left, right),
  ];
  if (isTellingConstant(run, right) || isOwnValue(run, right, left))
    found.push({ expr: left, clears: constantLabels, alone: isNumber(run, right) });
  if (isTellingConstant(run, left) || isOwnValue(run, left, right))
    found.push({ expr: right, clears: constantLabels, alone: isNumber(run, left) });
  return found;
}

function isNumber(run: Run, expr: Expr): boolean {
  return typeof (expr.k === 'const' ? expr.value : run.evaluate(expr).constant) === 'number';
}

/** Nothing is fetched from no host; that a browser finds none either takes more. */
export function withoutHost(host: Expr): Barrier {
  return { expr: host, clears: fetchLabels, target: noHost };
}

/** `$host = parse_url($to, PHP_URL_HOST)`: what is called a host was read out of something. */
function isReadHost(run: Run, expr: Expr): boolean {
  return expr.k === 'name' && testOf(run, expr.name)?.k === 'call';
}

function isOwnAddress(run: Run, own: Expr, host: Expr): boolean {
  return namesOwnHost(own) || isOwnValue(run, own, host) || isGivenApart(run, own, host);
}

/** `isSameOrigin(url, base)`: a helper is given the host of this site next to what it compares with it, be it as another field of one argument. */
function isGivenApart(run: Run, own: Expr, host: Expr): boolean {
  if (own.k !== 'name' && own.k !== 'member') return false;
  const sent = run.evaluate(host).taint;
  const other = run.evaluate(own).taint;
  if (!sent?.length || !other?.length || ![...sent, ...other].every(({ origin }) => isGiven(origin)))
    return false;
  return !other.some(({ origin }) => sent.some((entry) => isSameGiven(entry.origin, origin)));
}

function isSameGiven(a: Origin, b: Origin): boolean {
  return a.k === 'parameter' && b.k === 'parameter' && a.index === b.index && a.field === b.field;
}

/** A value that the program has: whoever sends the other one cannot choose it. */
function isOwnValue(run: Run, expr: Expr, other: Expr): boolean {
  const isGetter = expr.k === 'call' && expr.args.length === 0 && hostOf(expr) !== undefined;
  if (expr.k !== 'name' && expr.k !== 'member' && !isGetter) return false;
  const { constant, taint, shape, dynamic, name } = run.evaluate(expr);
  // What a call gives is there, though nothing of it may be open: `root = realpath(folder)`.
  const isThere = dynamic || name?.segment === callSegment;
  if (!isThere || constant !== undefined || shape) return false;
  const sent = run.evaluate(other).taint ?? [];
  if (sent.some(({ origin }) => origin.k === 'source'))
    return !taint?.some(({ origin }) => origin.k !== 'parameter' && !isKeptHere(origin));
  // In a helper the caller's value is compared with one that no caller gives: a field, or a variable of the file.
  return (
    sent.some(({ origin }) => isGiven(origin)) &&
    !taint?.some(({ origin }) => !isField(origin) && !isKeptHere(origin))
  );
}

/** What the program keeps, or was started with. */
function isKeptHere(origin: Origin): boolean {
  return origin.k === 'call' ? origin.isKept : origin.k === 'source' && origin.kind === 'cli';
}

function isGiven(origin: Origin): boolean {
  return origin.k === 'parameter' && origin.index >= 0;
}

function isField(origin: Origin): boolean {
  return origin.k === 'parameter' && origin.index < 0;
}

interface Search {
  readonly call: Expr & { k: 'call' };
  readonly holds: boolean;
}

/** `preg_match(…) == 1` and `> 0` say that it matched, `== 0` that it did not. */
function matchedTimes(left: Expr, op: string, right: Expr, positive: boolean): Search | undefined {
  if (left.k !== 'call' || left.callee.k !== 'name' || right.k !== 'const') return undefined;
  if (op === '>' && right.value === 0) return { call: left, holds: positive };
  if (op !== '==' && op !== '!=') return undefined;
  if (right.value !== 0 && right.value !== 1) return undefined;
  return { call: left, holds: ((op === '==') === positive) === (right.value === 1) };
}

/** `list.indexOf(x) !== -1`, `>= 0` and `> -1` ask whether the list holds it. */
function foundAt(left: Expr, op: string, right: Expr, positive: boolean): Search | undefined {
  if (left.k !== 'call' || left.callee.k !== 'member' || left.callee.property !== 'indexOf') return undefined;
  const isThere = foundBy(op, right);
  return isThere === undefined ? undefined : { call: left, holds: isThere === positive };
}

/** `path.indexOf(root) === 0` and `strpos(path, root) !== 0` ask for the beginning. */
function startsAt(run: Run, left: Expr, op: string, right: Expr, positive: boolean): Barrier[] | undefined {
  if (left.k !== 'call' || right.k !== 'const' || right.value !== 0 || (op !== '==' && op !== '!='))
    return undefined;
  const { callee, args } = left;
  const isSearch =
    callee.k === 'member' ? callee.property === 'indexOf' : callee.k === 'name' && searches.has(callee.name);
  const [about, prefix] =
    callee.k === 'member' ? [callee.object, args[0]?.value] : [args[0]?.value, args[1]?.value];
  if (!isSearch || !about || !prefix) return undefined;
  return prefixBarriers(run, about, prefix, textPrefix, (op === '==') === positive);
}

/** `to[0] == '/'` and `to.charAt(1) != '/'` are about the beginning of a target. */
function characterBarriers(left: Expr, op: string, right: Expr, positive: boolean): Barrier[] | undefined {
  if (right.k !== 'const' || (op !== '==' && op !== '!=')) return undefined;
  const place = placeOf(left);
  if (!place) return undefined;
  const isEqual = (op === '==') === positive;
  const isDash = right.value === '-';
  // What begins with a slash is no option, and neither is what does not begin with a dash.
  if (place.at === 0 && ((isEqual && right.value === '/') || (!isEqual && isDash)))
    return [{ expr: place.text, clears: optionLabels, ...(isEqual && { target: beginsWithSlash }) }];
  const target =
    !isEqual && place.at === 1 && right.value === '/'
      ? noSecondSlash
      : !isEqual && place.at === 1 && right.value === '\\'
        ? noBackslash
        : undefined;
  return target === undefined ? undefined : [{ expr: place.text, clears: 0, target }];
}

const searches = new Set(['strpos', 'stripos', 'mb_strpos']);
const textPrefix: Guard = {
  about: [],
  outcome: true,
  throws: false,
  declared: undefined,
  clears: 0,
  pattern: undefined,
  anchors: 'none',
  lines: false,
  flags: [],
  linesFlags: [],
  prefix: 0,
  segments: false,
  partial: true,
  origins: false,
  is: undefined,
  conforms: undefined,
  verdict: false,
};

/** `commonpath([folder, path]) == folder`: the path is inside the folder. */
function commonPathBarriers(run: Run, side: Expr): Barrier[] {
  if (side.k !== 'call' || side.callee.k !== 'member' || side.callee.property !== 'commonpath') return [];
  const paths = side.args[0]?.value;
  if (paths?.k !== 'list') return [];
  return paths.items.flatMap(({ value }) =>
    run.evaluate(value).form === undefined ? givenInside(run, value) : [{ expr: value, clears: pathLabels }],
  );
}

/** `request.host`, `location.origin`, `request.get_host()`, `settings.HOST`. */
function namesOwnHost(expr: Expr): boolean {
  const read = expr.k === 'call' && expr.args.length === 0 ? expr.callee : expr;
  // `$_SERVER['HTTP_HOST']`
  if (read.k === 'index') return read.index.k === 'const' && ownHost.test(String(read.index.value));
  return read.k === 'member' && ownHost.test(read.property);
}

function isOwnHost(expr: Expr): boolean {
  return expr.k === 'const' || namesOwnHost(expr);
}

const ownHost =
  /^(?:get_?|http_)?(?:host|hostname|host_with_port|netloc|origin|server_?name|domain|base_host)$/i;

function typeofBarriers(type: Expr, name: Expr): Barrier[] | undefined {
  if (type.k !== 'unary' || type.op !== 'typeof' || name.k !== 'const') return undefined;
  if (name.value === 'number' || name.value === 'boolean') return [{ expr: type.value, clears: allLabels }];
  if (name.value === 'string') return [{ expr: type.value, clears: objectLabels }];
  return [];
}

function textOfExpr(run: Run, expr: Expr): string | undefined {
  const value = expr.k === 'const' ? expr.value : expr.k === 'name' ? run.evaluate(expr).constant : undefined;
  return typeof value === 'string' ? value : undefined;
}

import { textOf } from '../../domain/constants.ts';
import { addressLabels, prototypeLabels } from '../../domain/guarded-labels.ts';
import { deepTaint, isDynamic, type Value } from '../../domain/value.ts';
import type { Expr } from '../../ir/ir.ts';
import { constantLabels } from '../../knowledge/label-needs.ts';
import { awaitedMembership } from '../elsewhere/awaited-names.ts';
import { heldMembership } from '../elsewhere/held-collections.ts';
import type { Run } from '../run.ts';
import type { Barrier } from './barriers/barrier.ts';
import { soundsForbidden, soundsLikeAllowed } from './check-names.ts';
import { hostIn } from './targets/parsed-address.ts';

/** What it says about a value that it is in a collection. */
export function memberBarriers(run: Run, collection: Expr, about: Expr, clears = constantLabels): Barrier[] {
  if (isClosedSet(run, collection)) return [{ expr: about, clears }];
  if (hostIn(run, about) && isOwnCollection(run, collection)) return [{ expr: about, clears: addressLabels }];
  const check = suspectedSet(run, collection);
  const awaits = awaitedMembership(run, mapOf(collection), clears) ?? heldMembership(run, collection, clears);
  return check === undefined && awaits === undefined ? [] : [{ expr: about, clears: 0, check, awaits }];
}

/** Hosts that the program has, be it from its environment: nobody who sends a URL has put its host there. In a text anything may occur. */
function isOwnCollection(run: Run, expr: Expr): boolean {
  const value = run.evaluate(expr);
  if (textOf(value) !== undefined || value.constant !== undefined) return false;
  return !deepTaint(value)?.some(({ origin }) => origin.k === 'source' && origin.kind !== 'cli');
}

/** `x in map` and `map[x]` of objects that inherit: names that all of them have, such as `__proto__`, pass as well. */
export function keyBarriers(run: Run, map: Expr, key: Expr): Barrier[] {
  return memberBarriers(run, map, key, run.traits.functionsAreObjects ? ownLabels : constantLabels);
}

/** `map.keys()` and `Object.keys(map)` hold what the map has. */
function mapOf(expr: Expr): Expr {
  if (expr.k !== 'call' || expr.callee.k !== 'member' || !keys.has(expr.callee.property)) return expr;
  return expr.args[0]?.value ?? expr.callee.object;
}

/** A list, set or map of constants. */
export function isClosedSet(run: Run, expr: Expr): boolean {
  if (expr.k === 'const') return false;
  if (expr.k === 'call' && expr.callee.k === 'member') {
    if (listing.has(expr.callee.property)) return true;
    if (keys.has(expr.callee.property) && expr.args.length === 0) return isClosedSet(run, expr.callee.object);
    // `Object.keys(map)`
    if (expr.callee.property === 'keys' && expr.args.length === 1 && isObject(expr.callee.object))
      return isClosedSet(run, expr.args[0]!.value);
    // `Object.values(map)`
    if (expr.callee.property === 'values' && expr.args.length === 1 && isObject(expr.callee.object))
      return isClosedSet(run, expr.args[0]!.value) && !isDynamic(run.evaluate(expr.args[0]!.value));
  }
  const value = run.evaluate(expr);
  if (value.shape) return value.shape.kind === 'map' ? isClosedMap(value) : !isDynamic(value);
  return false;
}

/** A map of which all keys are known; what its object was made with is not, but where the class fills it, that is what it holds. */
function isClosedMap({ shape, taint }: Value): boolean {
  if (shape?.rest) return false;
  const isFilled = shape !== undefined && shape.fields.size > 0;
  return taint?.every(({ origin }) => isFilled && origin.k === 'parameter' && origin.index < 0) ?? true;
}

/**
 * The name of a collection of which nothing is known, where that a value is in it may be enough: one that sounds like a list of what is allowed, or a
 * part of an object of the program. It counts as a check that could not be resolved.
 */
export function suspectedSet(run: Run, expr: Expr): string | undefined {
  const value = run.evaluate(expr);
  // Whoever sends the value has put something into the collection as well.
  if (value.constant !== undefined || deepTaint(value)?.some(({ origin }) => origin.k === 'source'))
    return undefined;
  return allowingName(expr) ?? (listsThings(expr) ? codeOf(run, expr) : undefined);
}

function allowingName(expr: Expr): string | undefined {
  const name = lastName(expr);
  if (expr.k === 'call' && name === 'keys' && expr.callee.k === 'member')
    return allowingName(expr.callee.object) ?? name;
  return soundsLikeAllowed(name) ? name : undefined;
}

/** `ledger.options["folders"]`, `ledger.attributes.accounts` and a variable `plugins` list things that the program has; `settings.load().ab` may be anything. */
function listsThings(expr: Expr): boolean {
  const isOwn = (expr.k === 'member' && expr.object.k !== 'name') || expr.k === 'index' || expr.k === 'name';
  return isOwn && plural.test(lastName(expr)) && !soundsForbidden(lastName(expr));
}

function lastName(expr: Expr): string {
  if (expr.k === 'name') return expr.name;
  if (expr.k === 'member') return expr.property;
  if (expr.k === 'index') return expr.index.k === 'const' ? String(expr.index.value) : '';
  return expr.k === 'call' ? lastName(expr.callee) : '';
}

function codeOf(run: Run, expr: Expr): string {
  return run.file.text.slice(expr.start, expr.end).replace(/\s+/g, ' ').slice(0, maxCode);
}

/** A value that says something: being equal to it is a barrier. */
export function isTellingConstant(run: Run, expr: Expr): boolean {
  if (expr.k === 'const') return expr.value !== null && expr.value !== '' && typeof expr.value !== 'boolean';
  if (expr.k !== 'name' && expr.k !== 'member') return false;
  const { constant, either, dynamic, taint, shape, closures, name } = run.evaluate(expr);
  // One of many constants, such as the item of a list in a loop.
  const isLiteral = constant === undefined && !either && !dynamic && !taint && !shape && !closures && !name;
  if (expr.k === 'name' && isLiteral) return true;
  const known = either ?? (constant === undefined ? [] : [constant]);
  return known.length > 0 && known.every((one) => one !== null && one !== '' && typeof one !== 'boolean');
}

function isObject(expr: Expr): boolean {
  return expr.k === 'name' && expr.name === 'Object';
}

const ownLabels = constantLabels & ~prototypeLabels;
const keys = new Set(['keys', 'keySet']);
/** Methods of models that list what there is. */
const plural = /[a-z]{4}s$/i;
const maxCode = 60;
const listing = new Set(['column_names', 'attribute_names', 'columns_hash']);

import type { Value } from '../../domain/value.ts';
import type { Expr, Stmt, Target } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import { withField, writeBack } from '../assignments.ts';
import type { Run } from '../run.ts';
import { mayBeNarrowed, placeKey } from './flags.ts';

/** A part of an object: `o.next`, `o['next']`. */
export type Place = Expr & { k: 'member' | 'index' };

const known = new WeakMap<readonly Stmt[], readonly Place[]>();

/** The parts of objects that statements assign to, the first of them; not those that a function inside of them assigns to. */
export function assignedPlaces(statements: readonly Stmt[]): readonly Place[] {
  if (statements.length === 0) return none;
  let places = known.get(statements);
  if (!places) {
    const found: Place[] = [];
    for (const statement of statements) addPlaces(statement, found);
    places = found.length > 0 ? found.slice(0, maxPlaces) : none;
    known.set(statements, places);
  }
  return places;
}

function addPlaces(part: Part, found: Place[]): void {
  if (found.length >= maxPlaces) return;
  if (part.k === 'if') {
    // A chain of branches is gone through once, from its end.
    addPlaces(part.test, found);
    found.push(...assignedPlaces(part.yes), ...assignedPlaces(part.otherwise));
    return;
  }
  if (part.k === 'assign') addTarget(part.target, found);
  eachPart(part, (inner) => addPlaces(inner, found));
}

function addTarget(target: Target, found: Place[]): void {
  if (target.k === 'member' || target.k === 'index') found.push(target);
  else if (target.k === 'list') for (const item of target.items) if (item) addTarget(item, found);
}

/**
 * `if (!o.next) o.next = '/'`, `if (!allowed.includes(o.next)) o.next = '/'`: before a branch assigns to a place, and where another one has proved something of it,
 * the object itself gets to know what the place holds. So the branches meet in its field, as they do in a variable.
 */
export function holdPlaces(run: Run, places: readonly Place[]): void {
  if (run.frame.layer.dead || !run.abilities.shapes) return;
  for (const place of places) {
    const value = run.evaluate(place);
    if (value.taint) hold(run, place, value);
  }
}

/** The same where something was proved of a place, so that it may be clean by now. */
export function holdNarrowed(run: Run, places: readonly Place[]): void {
  const { narrowed, layer } = run.frame;
  if (!narrowed || layer.dead || !run.abilities.shapes) return;
  for (const place of places) {
    if (!mayBeNarrowed(run, place)) continue;
    const key = placeKey(run, place);
    if (layer.get(`#${key}`) || layer.get(`%${key}`)) hold(run, place, run.evaluate(place));
  }
}

function hold(run: Run, place: Place, value: Value): void {
  const property = propertyOf(run, place);
  if (property === undefined) return;
  const object = run.evaluate(place.object);
  if (object.shape?.fields.get(property) !== value)
    writeBack(run, place.object, withField(object, 'map', property, value));
}

function propertyOf(run: Run, place: Place): string | undefined {
  if (place.k === 'member') return place.property;
  const { constant } = run.evaluate(place.index);
  return typeof constant === 'string' ? constant : undefined;
}

const none: readonly Place[] = [];
const maxPlaces = 32;

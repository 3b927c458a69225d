import { clearLabels, joinTaints, type Taint } from '../domain/taint.ts';
import {
  constantValue,
  deepTaint,
  functionsIn,
  isDynamic,
  joinValues,
  unknownValue,
  type Value,
  withTaint,
} from '../domain/value.ts';
import type { Expr, MapEntry } from '../ir/ir.ts';
import { assign, stepped } from './assignments.ts';
import { overlaid } from './fields/overlaid-fields.ts';
import { noteCharacter } from './guards/elements/kept-characters.ts';
import { applyGuards } from './guards/guards.ts';
import { elementOf } from './members.ts';
import type { Run } from './run.ts';

export function evaluateList(run: Run, expr: Expr & { k: 'list' }): Value {
  const fields = new Map<string, Value>();
  let rest: Value | undefined;
  let taint: Taint | undefined;
  let dynamic = false;
  for (const item of expr.items) {
    const value = run.evaluate(item.value);
    dynamic ||= isDynamic(value);
    if (item.spread && !rest && isListed(value) && fields.size + value.shape!.length! <= maxItems)
      for (let i = 0; i < value.shape!.length!; i++)
        fields.set(String(fields.size), value.shape!.fields.get(String(i)) ?? unknownValue);
    else if (item.spread) {
      const element = elementOf(run, value);
      rest = rest ? joinValues(rest, element) : element;
    } else if (rest || fields.size >= maxItems) rest = rest ? joinValues(rest, value) : value;
    else fields.set(String(fields.size), value);
    if (!run.abilities.shapes) taint = joinTaints(taint, deepTaint(value));
  }
  if (!run.abilities.shapes) return { ...unknownValue, taint, dynamic };
  return {
    ...unknownValue,
    dynamic,
    shape: { kind: 'list', fields, rest, length: rest ? undefined : fields.size },
  };
}

/** A list of which every item is known. */
function isListed(value: Value): boolean {
  return (
    value.shape?.kind === 'list' && value.shape.length !== undefined && !value.shape.rest && !value.taint
  );
}

export function evaluateMap(run: Run, expr: Expr & { k: 'map' }): Value {
  const fields = new Map<string, Value>();
  let rest: Value | undefined;
  let taint: Taint | undefined;
  let dynamic = false;
  const keyed: Array<[string, Value, MapEntry]> = [];
  for (const entry of expr.entries) {
    const value = run.evaluate(entry.value);
    dynamic ||= isDynamic(value);
    if (!run.abilities.shapes) taint = joinTaints(taint, deepTaint(value));
    if (entry.key === undefined) {
      const spread = fieldsLeft(value);
      if (spread) {
        for (const [key, field] of overlaid(fields, spread)) fields.set(key, field);
        rest = rest ? joinValues(rest, spread) : spread;
      }
      if (value.shape?.kind === 'map') for (const [key, field] of value.shape.fields) fields.set(key, field);
      continue;
    }
    const key = entry.key.k === 'const' ? constantValue(entry.key.value) : run.evaluate(entry.key);
    if (key.constant === undefined || key.constant === null) {
      rest = rest ? joinValues(rest, value) : value;
      continue;
    }
    const name = String(key.constant);
    if (value.closures?.[0] && !value.closures[0].fn.name) value.closures[0].fn.name = name;
    if (run.rules.keys.has(name) || run.rules.keySinks.has(name)) keyed.push([name, value, entry]);
    const entries = run.rules.keyEntries.get(name);
    if (entries) for (const { fn } of functionsIn(value, 1)) run.entries.set(fn, entries);
    if (fields.size < maxItems || fields.has(name)) fields.set(name, underKey(run, name, value));
    else rest = rest ? joinValues(rest, value) : value;
  }
  const map: Value = run.abilities.shapes
    ? { ...unknownValue, dynamic, shape: { kind: 'map', fields, rest, length: undefined } }
    : { ...unknownValue, taint, dynamic };
  for (const [name, value, entry] of keyed) run.events.keyed(run, name, value, entry, map);
  return map;
}

/** `{ $eq: input }`: it is compared with, whatever it is. */
function underKey(run: Run, name: string, value: Value): Value {
  const clears = run.rules.keySanitizers.get(name);
  return clears === undefined ? value : withTaint(value, clearLabels(value.taint, clears));
}

export function evaluateComprehension(run: Run, expr: Expr & { k: 'comprehension' }): Value {
  let element: Value = unknownValue;
  run.branch(() => {
    for (const clause of expr.clauses) {
      const iterable = run.evaluate(clause.iterable);
      const item = elementOf(run, iterable, clause.iterable, clause.iterable);
      assign(run, clause.target, stepped(item, clause.target, 'element'));
      noteCharacter(run, clause.target, iterable);
      for (const condition of clause.conditions) {
        run.evaluate(condition);
        applyGuards(run, condition, true);
      }
    }
    if (expr.key) run.evaluate(expr.key);
    element = run.evaluate(expr.element);
  });
  if (!run.abilities.shapes) return { ...unknownValue, taint: deepTaint(element) };
  return {
    ...unknownValue,
    dynamic: isDynamic(element),
    shape: { kind: expr.kind, fields: new Map(), rest: element, length: undefined },
  };
}

/** Of longer ones the items behind are known together. */
const maxItems = 64;

/** What fields of a map hold that are not listed: `(options = {})` is nothing, or what a caller gives. */
function fieldsLeft({ shape, taint }: Value): Value | undefined {
  const open = shape && !taint ? undefined : { ...unknownValue, taint };
  return shape?.rest && open ? joinValues(shape.rest, open) : (shape?.rest ?? open);
}

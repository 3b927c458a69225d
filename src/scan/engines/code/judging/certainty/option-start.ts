import type { CallEvent } from '../../domain/call-event.ts';
import { clearLabels, joinTaints, type Taint } from '../../domain/taint.ts';
import { deepTaint, type Value } from '../../domain/value.ts';
import { labelMask } from '../../knowledge/labels.ts';
import type { RuleMeta, Sink } from '../../knowledge/rule-types.ts';

/**
 * A program takes an argument for an option by how it begins: one with a fixed beginning, such as `/data/` or `--format=`, is what the program meant it to
 * be, whatever follows, and behind `--` none is an option. Of a list the others are left.
 */
export function asArguments({ cwe }: RuleMeta, value: Value | undefined): Value | undefined {
  if (!value || !cwe.includes('CWE-88')) return value;
  if (value.shape?.kind !== 'list') return hasFixedStart(value) ? undefined : value;
  const { shape } = value;
  const end = endOfOptions(shape.fields);
  const fields = new Map(
    [...shape.fields].filter(([key, item]) => !hasFixedStart(item) && !(Number(key) > end)),
  );
  if (fields.size === shape.fields.size && end === Number.POSITIVE_INFINITY) return value;
  // What is known only of the list as a whole is behind its head.
  if (end < Number.POSITIVE_INFINITY)
    return { ...value, taint: undefined, shape: { ...shape, fields, rest: undefined, known: undefined } };
  return { ...value, shape: { ...shape, fields, known: undefined } };
}

/** What data that is handed on as arguments of a program can still do: none of it is an option behind `--`, or with a fixed beginning. */
export function taintOfArguments(value: Value, isBehind: boolean): Taint | undefined {
  const { shape } = value;
  if (isBehind || hasFixedStart(value)) return clearLabels(deepTaint(value), options);
  if (shape?.kind !== 'list') return deepTaint(value);
  const end = endOfOptions(shape.fields);
  const rest = joinTaints(value.taint, shape.rest && deepTaint(shape.rest));
  let taint = end < Number.POSITIVE_INFINITY ? clearLabels(rest, options) : rest;
  for (const [key, item] of shape.fields)
    taint = joinTaints(taint, taintOfArguments(item, Number(key) > end));
  return taint;
}

/** An argument of the call itself that stands behind `--`. */
export function isBehindOptions({ rule }: Sink, { args }: CallEvent, which: number | string): boolean {
  if (typeof which !== 'number' || !rule.cwe.includes('CWE-88')) return false;
  const end = args.findIndex(endsOptions);
  return end >= 0 && which > end;
}

/** `--`, behind which nothing is an option. */
export function endsOptions({ constant }: Value): boolean {
  return constant === '--' || constant === '--end-of-options';
}

/** The place of `--`. */
function endOfOptions(fields: ReadonlyMap<string, Value>): number {
  for (const [key, item] of fields) if (endsOptions(item)) return Number(key);
  return Number.POSITIVE_INFINITY;
}

function hasFixedStart({ text }: Value): boolean {
  return text !== undefined && fixedStart.test(text);
}

const options = labelMask(['option']);
/** A blank before the data may be one between two arguments of a whole line. */
const fixedStart = /^(?:[^\0\s-][^\0\s]*|--[\w-]+=[^\0\s]*)\0/;

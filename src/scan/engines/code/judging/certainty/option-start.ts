import type { Value } from '../../domain/value.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';

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

/** The place of `--`. */
function endOfOptions(fields: ReadonlyMap<string, Value>): number {
  for (const [key, { constant }] of fields) if (constant === '--') return Number(key);
  return Number.POSITIVE_INFINITY;
}

function hasFixedStart({ text }: Value): boolean {
  return text !== undefined && fixedStart.test(text);
}

/** A blank before the data may be one between two arguments of a whole line. */
const fixedStart = /^(?:[^\0\s-][^\0\s]*|--[\w-]+=[^\0\s]*)\0/;

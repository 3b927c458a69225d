import type { Value } from '../../domain/value.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';

/**
 * A program takes an argument for an option by how it begins: one with a fixed beginning, such as `/data/` or `--format=`, is what the program meant it to
 * be, whatever follows. Of a list the others are left.
 */
export function asArguments({ cwe }: RuleMeta, value: Value | undefined): Value | undefined {
  if (!value || !cwe.includes('CWE-88')) return value;
  if (value.shape?.kind !== 'list') return hasFixedStart(value) ? undefined : value;
  const fields = new Map([...value.shape.fields].filter(([, item]) => !hasFixedStart(item)));
  if (fields.size === value.shape.fields.size) return value;
  return { ...value, shape: { ...value.shape, fields, known: undefined } };
}

function hasFixedStart({ text }: Value): boolean {
  return text !== undefined && fixedStart.test(text);
}

/** A blank before the data may be one between two arguments of a whole line. */
const fixedStart = /^(?:[^\0\s-][^\0\s]*|--[\w-]+=[^\0\s]*)\0/;

import type { Value } from '../../domain/value.ts';
import type { RuleMeta } from '../../knowledge/rule-types.ts';

/**
 * `{ id: { $in: ids } }`: what stands behind an operator that compares is a value, or a list of values, whatever it holds; an operator in it is none. What is
 * left of a query are the fields without one, of which an object that was sent is taken for operators, and those that run something.
 */
export function asQueried({ cwe }: RuleMeta, value: Value | undefined): Value | undefined {
  return value && cwe.includes('CWE-943') ? withoutCompared(value, maxDepth) : value;
}

function withoutCompared(value: Value, depth: number): Value {
  if (value.shape?.kind !== 'map' || depth === 0) return value;
  const fields = new Map<string, Value>();
  let isSame = true;
  for (const [key, field] of value.shape.fields) {
    const kept = comparing.has(key) ? undefined : withoutCompared(field, depth - 1);
    if (kept) fields.set(key, kept);
    isSame &&= kept === field;
  }
  return isSame ? value : { ...value, shape: { ...value.shape, fields, known: undefined } };
}

const comparing = new Set('$eq $ne $gt $gte $lt $lte $in $nin $all $size $exists $type $mod'.split(' '));
const maxDepth = 4;

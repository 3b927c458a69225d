import type { FindingShape } from './finding-shape.ts';

/**
 * How much two findings look alike, from 0 to 1: the weight of what they share by the weight of what either has. Whatever is added to one of
 * them that the other does not have only lowers it, so that stuffing a snippet with words does not help.
 */
export function likeness(a: FindingShape, b: FindingShape): number {
  let shared = 0;
  let all = 0;
  for (const [feature, weight] of a) {
    const other = b.get(feature) ?? 0;
    shared += Math.min(weight, other);
    all += Math.max(weight, other);
  }
  for (const [feature, weight] of b) if (!a.has(feature)) all += weight;
  return all === 0 ? 0 : shared / all;
}

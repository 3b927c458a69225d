import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkedTaint,
  clearLabels,
  joinTaints,
  stepsOf,
  stepTaint,
  type Taint,
  type TaintEntry,
} from './taint.ts';

const span = (start: number) => ({ start, end: start + 1 });
const source = (id: number, mask = 0b111, more: Partial<TaintEntry> = {}): TaintEntry => ({
  origin: { k: 'source', id, kind: 'remote', title: `source ${id}`, span: span(id) },
  mask,
  step: undefined,
  check: undefined,
  awaits: undefined,
  ...more,
});
const parameter = (id: number, mask = 0b111): TaintEntry => ({
  origin: { k: 'parameter', id, index: id, field: undefined },
  mask,
  step: undefined,
  check: undefined,
  awaits: undefined,
});
const seen = (taint: Taint | undefined) => (taint ?? []).map(({ origin, mask }) => [origin.id, mask]);

const taints = fc
  .uniqueArray(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 7 })), { selector: ([id]) => id, maxLength: 5 })
  .map((pairs) => {
    const entries = pairs.sort(([a], [b]) => a - b).map(([id, mask]) => source(id, mask));
    return entries.length > 0 ? entries : undefined;
  });

test('joining two taints is a union by origin, in the order of origins, whichever comes first', () => {
  expect(seen(joinTaints([source(1), source(4)], [source(2), source(4)]))).toEqual([
    [1, 7],
    [2, 7],
    [4, 7],
  ]);
  fc.assert(
    fc.property(taints, taints, taints, (a, b, c) => {
      expect(seen(joinTaints(a, b))).toEqual(seen(joinTaints(b, a)));
      expect(seen(joinTaints(joinTaints(a, b), c))).toEqual(seen(joinTaints(a, joinTaints(b, c))));
      expect(joinTaints(a, a)).toBe(a);
    }),
  );
});

test('what adds nothing gives the first back, so that a loop sees that it has settled', () => {
  const a = [source(1), source(2)];
  expect(joinTaints(a, [source(2, 0b1)])).toBe(a);
  expect(joinTaints(a, undefined)).toBe(a);
  expect(joinTaints(undefined, a)).toBe(a);
  expect(joinTaints(a, [source(3)])).not.toBe(a);
  expect(joinTaints([source(1, 0b1)], [source(1, 0b10)])).toEqual([
    source(1, 0b11, { check: undefined, awaits: undefined }),
  ]);
});

test('of too many origins ten are kept, sources before placeholders, still in order', () => {
  const placeholders = Array.from({ length: 8 }, (_, i) => parameter(i));
  const sources = Array.from({ length: 8 }, (_, i) => source(10 + i));
  expect(seen(joinTaints(placeholders, sources)).map(([id]) => id)).toEqual([
    0, 1, 10, 11, 12, 13, 14, 15, 16, 17,
  ]);
});

test('a check counts only where both ways passed one', () => {
  const checked = checkedTaint([source(1)], 'isSafe')!;
  expect(checked[0]!.check).toBe('isSafe');
  expect(checkedTaint(checked, 'isOther')![0]!.check).toBe('isSafe');
  expect(joinTaints(checked, [source(1)])![0]!.check).toBeUndefined();
  expect(joinTaints(checked, checkedTaint([source(1, 0b1)], 'b'))![0]!.check).toBe('isSafe');
});

test('clearing labels leaves the others, and nothing where none is left', () => {
  const taint = [source(1, 0b11), source(2, 0b100)];
  expect(seen(clearLabels(taint, 0b1))).toEqual([
    [1, 0b10],
    [2, 0b100],
  ]);
  expect(seen(clearLabels(taint, 0b11))).toEqual([[2, 0b100]]);
  expect(clearLabels(taint, 0b111)).toBeUndefined();
  expect(clearLabels(taint, 0b1000)).toBe(taint);
  expect(clearLabels(undefined, 1)).toBeUndefined();
});

test('steps are kept in the order of the flow, a place only once in a row, and at most twelve of them', () => {
  const places = Array.from({ length: 20 }, (_, i) => span(100 + i));
  let taint: Taint | undefined = [source(1)];
  taint = stepTaint(stepTaint(taint, places[0]!), places[0]!);
  expect(stepsOf(taint![0]!).map((step) => step.span)).toEqual([places[0]]);
  for (const place of places.slice(1)) taint = stepTaint(taint, place);
  expect(stepsOf(taint![0]!).map((step) => step.span)).toEqual(places.slice(0, 12));
  expect(stepTaint(taint, span(0))).toBe(taint);
  expect(stepTaint(undefined, span(0))).toBeUndefined();
  expect(stepTaint(checkedTaint([source(1)], 'c'), span(5))![0]!.check).toBe('c');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BestRows } from './best-rows.ts';
import { withRoom } from './growing.ts';
import { hash53, hashOf, hashStart, mixA, mixB } from './hash.ts';
import { RecentSelections } from './recent-selections.ts';

describe('the best rows', () => {
  test('are those that sorting gives, in whichever order they come', () => {
    const offers = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 0, max: 6 })), { maxLength: 40 });
    fc.assert(
      fc.property(offers, fc.integer({ min: 0, max: 8 }), (given, capacity) => {
        const unique = [...new Map(given)];
        const best = new BestRows(capacity);
        const kept = (all: typeof unique) => all.sort(([a, x], [b, y]) => y - x || a - b).slice(0, capacity);
        for (const [at, [row, score]] of unique.entries()) {
          const isKept = kept(unique.slice(0, at + 1)).some(([each]) => each === row);
          expect(best.offer(row, score)).toBe(isKept);
        }
        const expected = kept([...unique]);
        expect([...best.rows].sort((a, b) => a - b)).toEqual(
          expected.map(([row]) => row).sort((a, b) => a - b),
        );
        expect(best.least).toBe(expected.length < capacity ? 0 : (expected.at(-1)?.[1] ?? 0));
      }),
      { numRuns: 300 },
    );
  });
});

describe('an array with room', () => {
  test.each([
    [0, 1, 16],
    [16, 17, 32],
    [16, 100, 100],
    [3, 4, 16],
    [40, 41, 80],
  ])('of %i that needs %i has %i', (length, needed, expected) => {
    const array = Uint32Array.from({ length }, (_, i) => i + 1);
    const longer = withRoom(array, needed);
    expect(longer).toHaveLength(expected);
    expect([...longer.subarray(0, length)]).toEqual([...array]);
    expect(longer).toBeInstanceOf(Uint32Array);
  });
  test('that is big grows by a quarter, so that little of it is for nothing', () => {
    const array = new Uint32Array(2 ** 23);
    expect(withRoom(array, 2 ** 23 + 1)).toHaveLength(1.25 * 2 ** 23);
    expect(withRoom(array, 2 ** 24)).toHaveLength(2 ** 24);
    expect(withRoom(new Uint32Array(2 ** 22), 2 ** 22 + 1)).toHaveLength(2 ** 23);
  });
  test('is the same where it is long enough', () => {
    const array = new Float32Array(5);
    expect(withRoom(array, 5)).toBe(array);
    expect(withRoom(array, 0)).toBe(array);
  });
});

describe('the hash of a text', () => {
  test('is the same on every machine', () => {
    expect(['', 'a', 'ab', 'lorekeep', '😀'].map(hash53)).toEqual([
      3338908027751811, 7929297801672961, 3382748631033682, 6315473042451652, 4725715722941614,
    ]);
  });
  test('can be continued from what a text begins with', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        let { a, b } = hashStart;
        for (let i = 0; i < text.length; i++)
          [a, b] = [mixA(a, text.charCodeAt(i)), mixB(b, text.charCodeAt(i))];
        expect(hashOf(a, b)).toBe(hash53(text));
        expect(Number.isSafeInteger(hash53(text)) && hash53(text) >= 0).toBe(true);
      }),
    );
  });
});

test('the last four filters are remembered, by when they were asked for', () => {
  const recent = new RecentSelections();
  const selection = (count: number) => ({ rows: {} as never, count });
  for (const [at, filter] of ['a', 'b', 'c', 'd'].entries()) recent.keep(filter, selection(at));
  expect(recent.find('a')?.selection?.count).toBe(0);
  recent.keep('e', undefined);
  expect(recent.find('b')).toBeUndefined();
  expect(recent.find('a')?.selection?.count).toBe(0);
  expect(recent.find('e')).toEqual({ selection: undefined });
  recent.keep('a', selection(9));
  expect(recent.find('a')?.selection?.count).toBe(9);
  recent.clear();
  expect(recent.find('a')).toBeUndefined();
});

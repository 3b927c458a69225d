import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { BestRows } from './best-rows.ts';
import { collectBigBuffersBy, newBig, noteGarbage, noteGarbageBytes } from './columns/big-buffers.ts';
import { withRoom } from './columns/growing.ts';
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
  test('that is big grows by an eighth, so that little of it is for nothing', () => {
    const array = new Uint32Array(2 ** 18);
    expect(withRoom(array, 2 ** 18 + 1)).toHaveLength(1.125 * 2 ** 18);
    expect(withRoom(array, 2 ** 19)).toHaveLength(2 ** 19);
    expect(withRoom(new Uint32Array(2 ** 17), 2 ** 17 + 1)).toHaveLength(2 ** 18);
  });
  test('that is big grows where it is, and who holds what it was sees the same', () => {
    const first = withRoom(new Uint32Array(2 ** 17).fill(7), 2 ** 18);
    const second = withRoom(first, 2 ** 18 + 1);
    expect(second.buffer).toBe(first.buffer);
    expect(first).toHaveLength(2 ** 18);
    second[2 ** 18] = 9;
    expect([first[2 ** 17 - 1], first[2 ** 17], second[2 ** 17 - 1]]).toEqual([7, 0, 7]);
    // Of a fixed length: those that follow their buffer's are read more slowly.
    expect(withRoom(second, second.length + 1).length).toBeGreaterThan(second.length);
    expect(second).toHaveLength(1.125 * 2 ** 18);
  });
  test.each([
    ['what it was before it grew', (grown: Uint32Array) => grown.subarray(0, 2 ** 18)],
    ['its beginning', (grown: Uint32Array) => grown.subarray(0, 1_000)],
    ['its end', (grown: Uint32Array) => grown.subarray(1_000)],
  ])('that is big is copied where somebody else needs more room than %s', (_, part) => {
    const grown = withRoom(withRoom(new Uint32Array(2 ** 18).fill(7), 2 ** 18 + 1), 2 ** 19);
    grown.fill(8, 2 ** 18);
    const some = part(grown);
    const other = withRoom(some, some.length + 1);
    expect(other.buffer).not.toBe(grown.buffer);
    expect(isSame(other.subarray(0, some.length), some)).toBe(true);
    expect(other[some.length]).toBe(0);
  });
  test('that outgrows the addresses behind it is copied, with all that it holds', () => {
    const buffer = new SharedArrayBuffer(2 ** 20, { maxByteLength: 2 ** 20 + 4 });
    const array = new Uint32Array(buffer, 0, 2 ** 18).fill(3);
    const longer = withRoom(array, 2 ** 18 + 1);
    expect(longer.buffer).not.toBe(buffer);
    expect(isSame(longer.subarray(0, array.length), array)).toBe(true);
  });
  test('is the same where it is long enough', () => {
    const array = new Float32Array(5);
    expect(withRoom(array, 5)).toBe(array);
    expect(withRoom(array, 0)).toBe(array);
  });
});

/** Quicker than going through them. */
function isSame(a: Uint32Array, b: Uint32Array): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  return Buffer.compare(bytes(a), bytes(b)) === 0;
}

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

describe('buffers that threads can read', () => {
  test('are collected by us when many were given up, which V8 does not count', () => {
    vi.useFakeTimers();
    const collect = vi.fn();
    collectBigBuffersBy(collect);
    // What other tests left.
    noteGarbageBytes(2 ** 27);
    vi.runAllTimers();
    collect.mockClear();
    noteGarbage(new ArrayBuffer(2 ** 20));
    noteGarbageBytes(2 ** 27 - 2 ** 20);
    vi.runAllTimers();
    expect(collect).not.toHaveBeenCalled();
    noteGarbage(newBig(2 ** 20)!);
    expect(collect).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(collect).toHaveBeenCalledTimes(1);
    collectBigBuffersBy(() => {});
    vi.useRealTimers();
  });
  test('are as many bytes as were asked for, and none where that is little or too much', () => {
    expect(newBig(2 ** 20 - 1)).toBeUndefined();
    expect(newBig(Number.NaN)).toBeUndefined();
    expect(newBig(2 ** 60)).toBeUndefined();
    expect(newBig(2 ** 20)?.byteLength).toBe(2 ** 20);
  });
});

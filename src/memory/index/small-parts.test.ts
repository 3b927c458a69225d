import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BestRows } from './best-rows.ts';
import { withRoom } from './growing.ts';
import { hash53, hashOf, hashStart, mixA, mixB } from './hash.ts';
import { IdTable, idHash } from './id-table.ts';
import { wordsNextDoor } from './ranking/neighbours.ts';
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
        expect(idHash(text)).toBe(hash53(text) % 2 ** 32);
      }),
    );
  });
});

test('an id is found as long as it lives, whatever was added, removed and stored', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.boolean()), { maxLength: 120 }),
      fc.boolean(),
      (steps, early) => {
        const ids: string[] = [];
        const dead = new Set<number>();
        let table = new IdTable((slot) => !dead.has(slot));
        const find = (id: string) => table.find(id, (slot) => !dead.has(slot) && ids[slot] === id);
        if (early) expect(find('0')).toBeUndefined();
        for (const [id, isRemoved] of steps) {
          const slot = find(String(id));
          expect(slot).toBe(
            ids.findIndex((each, at) => each === String(id) && !dead.has(at)) < 0
              ? undefined
              : ids.lastIndexOf(String(id)),
          );
          if (slot !== undefined && isRemoved) dead.add(slot);
          else if (slot === undefined) {
            table.append(idHash(String(id)));
            ids.push(String(id));
            expect(table.hashOf(ids.length - 1)).toBe(idHash(String(id)));
          }
        }
        expect([...table.stored]).toEqual(ids.map(idHash));
        table = new IdTable((slot) => !dead.has(slot), table.stored.slice());
        for (const [slot, id] of ids.entries()) if (!dead.has(slot)) expect(find(id)).toBe(slot);
        expect(find('none')).toBeUndefined();
        expect(table.memoryBytes).toBeGreaterThanOrEqual(4 * ids.length);
      },
    ),
    { numRuns: 200 },
  );
});

test('a table of ids is at most three quarters full, so that looking for what is not there ends', () => {
  const table = new IdTable(() => true);
  table.find('x', () => true);
  for (let slot = 0; slot < 1000; slot++) {
    table.append(idHash(String(slot)));
    expect(table.find('none', () => false)).toBeUndefined();
  }
  expect(table.memoryBytes).toBe(4 * 1024 + 4 * 2048);
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

describe('what an entry gains by the words of those next to it', () => {
  /** A row per entry; those of the list are gone. */
  const entriesWithout = (...gone: number[]) =>
    ({
      slotOfRow: (row: number) => row,
      livingNext: (slot: number, step: 1 | -1) => {
        let next = slot + step;
        while (gone.includes(next)) next += step;
        return next < 0 || next > 9 ? undefined : next;
      },
    }) as unknown as Parameters<typeof wordsNextDoor>[0];
  const gained = (scores: Record<number, number>, ...gone: number[]) => {
    const all = new Float32Array(100);
    for (const [row, score] of Object.entries(scores)) all[Number(row)] = score;
    const found = wordsNextDoor(entriesWithout(...gone), {
      rows: Uint32Array.from(Object.keys(scores).map(Number)),
      scores: all,
    } as unknown as Parameters<typeof wordsNextDoor>[1]);
    return Object.fromEntries([...found].map(([slot, worth]) => [slot, Math.round(worth * 100) / 100]));
  };

  test('is two fifths of the next one and one fifth of the one after it, on both sides', () => {
    expect(gained({ 5: 1 })).toEqual({ 3: 0.2, 4: 0.4, 6: 0.4, 7: 0.2 });
  });
  test('is added up, over those that are gone, and ends at the ends', () => {
    expect(gained({ 0: 1, 2: 0.5 })).toEqual({ 0: 0.1, 1: 0.6, 2: 0.2, 3: 0.2, 4: 0.1 });
    expect(gained({ 5: 1 }, 4, 6)).toEqual({ 2: 0.2, 3: 0.4, 7: 0.4, 8: 0.2 });
  });
  test('comes from the best 64 passages', () => {
    const scores = Object.fromEntries(Array.from({ length: 65 }, (_, row) => [row, row === 0 ? 0.1 : 1]));
    const found = gained(scores);
    expect(found[9]).toBeDefined();
    expect(found[0]).toBe(0.6);
  });
});

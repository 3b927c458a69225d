import { describe, expect, test } from 'vitest';
import { wordsNextDoor } from './neighbours.ts';

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
  test('comes from the lower rows where many are equally good', () => {
    const scores = Object.fromEntries(Array.from({ length: 66 }, (_, i) => [65 - i, 1]));
    const slots = {
      slotOfRow: (row: number) => 1_000 * row,
      livingNext: (slot: number, step: number) => slot + step,
    } as unknown as Parameters<typeof wordsNextDoor>[0];
    const found = wordsNextDoor(slots, {
      rows: Uint32Array.from(Object.values(scores), (_, i) => 65 - i),
      scores: new Float32Array(66).fill(1),
    } as unknown as Parameters<typeof wordsNextDoor>[1]);
    expect([found.has(63_001), found.has(64_001)]).toEqual([true, false]);
  });
});

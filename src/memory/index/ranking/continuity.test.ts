import { describe, expect, test } from 'vitest';
import { continuity } from './continuity.ts';

/** Entries in pairs that are alike, each of so many passages of so many words. */
function collection(passages: number, words: number, isOrdered = true) {
  const count = 64;
  const slotOfRow = (row: number) => Math.floor(row / passages);
  const rowsOf = (slot: number) => ({ first: slot * passages, end: (slot + 1) * passages });
  const livingNext = (slot: number, step: 1 | -1) =>
    slot + step < 0 || slot + step >= count ? undefined : slot + step;
  const coarseCosine = (a: number, b: number) => {
    const isNear = isOrdered && Math.abs(slotOfRow(a) - slotOfRow(b)) < 2;
    return isNear ? 0.9 : 0.3 + ((a * 31 + b * 17) % 10) / 50;
  };
  const parts = {
    entries: { slotOfRow, rowsOf, livingNext },
    vectors: { coarseCosine },
    words: { length: () => words },
  } as unknown as Parameters<typeof continuity>[0];
  return continuity(
    parts,
    Uint32Array.from({ length: count * passages }, (_, row) => row),
  );
}

describe('entries in a row belong together', () => {
  test('where neighbours are alike and entries are short', () => {
    expect(collection(1, 20)).toBe(1);
    expect(collection(1, 20, false)).toBeLessThan(0.1);
  });

  test('hardly where they are long, and just as little where a long one is cut into short passages', () => {
    expect(collection(1, 200)).toBeCloseTo(0.25);
    expect(collection(4, 50)).toBeCloseTo(0.25);
    expect(collection(100, 50)).toBeCloseTo(0.25);
  });
});

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

/**
 * 64 entries of so many passages; cosines of those far apart are 0.1 and 0.3 in turn, of which the mean is 0.2 and the spread 0.1, and those of neighbours are more by so many spreads.
 */
function measured(spreads: number, words: number, passages = 1) {
  let [isNear, far] = [false, false];
  const parts = {
    entries: {
      slotOfRow: (row: number) => row,
      rowsOf: (slot: number) => ({ first: slot, end: slot + passages }),
      livingNext: (slot: number, step: number) => (slot === 63 ? undefined : slot + step),
    },
    vectors: {
      coarseCosine: () => {
        isNear = !isNear;
        if (isNear) return 0.2 + spreads * 0.1;
        far = !far;
        return far ? 0.1 : 0.3;
      },
    },
    words: { length: () => words },
  } as unknown as Parameters<typeof continuity>[0];
  // Of 65 rows the last has no other after it: 64 pairs.
  const sample = Uint32Array.from({ length: 65 }, (_, row) => (row < 63 ? row : row + 1));
  return continuity(parts, sample);
}

describe('how much entries in a row belong together', () => {
  test.each([
    [0.2, 0],
    [0.3, 0],
    [0.45, 0.5],
    [0.6, 1],
    [0.9, 1],
  ])('neighbours more alike by %d of the spread: %d', (spreads, share) => {
    expect(measured(spreads, 10)).toBeCloseTo(share, 9);
  });

  test.each([
    [60, 1, 1],
    [85, 1, 0.625],
    [110, 1, 0.25],
    [300, 1, 0.25],
    // Eight passages of each are counted.
    [10, 8, 0.7],
    [10, 9, 0.7],
    [10, 7, 0.85],
  ])('entries of %i words in each of %i passages: %d', (words, passages, share) => {
    expect(measured(1, words, passages)).toBeCloseTo(share, 9);
  });

  test('one row, or rows without neighbours, say nothing', () => {
    const parts = {
      entries: {
        slotOfRow: (row: number) => row,
        rowsOf: (slot: number) => ({ first: slot, end: slot + 1 }),
        livingNext: (slot: number) => (slot < 10 ? slot + 1 : undefined),
      },
      vectors: { coarseCosine: () => 1 },
      words: { length: () => 1 },
    } as unknown as Parameters<typeof continuity>[0];
    expect(continuity(parts, Uint32Array.of(5))).toBe(0);
    expect(continuity(parts, Uint32Array.of(20, 21, 22))).toBe(0);
    // All alike: neighbours are no more alike than others.
    expect(continuity(parts, Uint32Array.of(1, 2, 3, 4))).toBe(0);
  });
});

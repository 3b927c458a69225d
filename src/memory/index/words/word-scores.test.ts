import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostingLists } from '../postings/posting-lists.ts';
import { WordScores } from './word-scores.ts';

const rowCount = 600;

test('the best rows and their scores are those of adding up every word of every row', () => {
  const scores = new WordScores();
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.double({ min: 0.01, max: 9, noNaN: true }), fc.integer({ min: 1, max: rowCount })),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('all', 'half', 'few'),
      fc.uniqueArray(fc.nat(rowCount - 1), { maxLength: 20 }),
      fc.nat(),
      (specification, k, kind, also, seed) => {
        const random = randomNumbers(seed);
        const words = specification.map(([weight, count]) => {
          const list = rowsOf(random, count).map((row) => row * 256 + 1 + Math.floor(random() * 3));
          const postings = new PostingLists();
          for (const posting of list) postings.add(1, posting);
          return {
            weight,
            count: list.length,
            postings: () => Uint32Array.from(list),
            lookUp: (rows: Uint32Array, found: (position: number, times: number) => void) =>
              postings.lookUp(1, rows, 256, (i, posting) => found(i, posting & 255)),
          };
        });
        const lengths = Uint16Array.from({ length: rowCount }, () => 1 + random() * 30);
        const norm = { fixed: 0.54, perWord: 0.03, lengths };
        const wanted =
          kind === 'all'
            ? undefined
            : Uint8Array.from({ length: rowCount }, () => Number(random() < (kind === 'half' ? 0.5 : 0.02)));
        const list = wanted && Uint32Array.from([...wanted.keys()].filter((row) => wanted[row] === 1));
        const asked = Uint32Array.from(also.filter((row) => !wanted || wanted[row] === 1));
        const only = kind === 'few' ? list : undefined;
        const sought = { rowCount, wanted, only, k, also: asked };
        const { rows: best, scored } = scores.best(words, norm, sought);
        expect([...scored].sort()).toEqual([...new Set([...asked, ...best])].sort());
        expect(scored.subarray(0, asked.length)).toEqual(asked);

        const expected = naiveScores(words, norm);
        const ranked = [...expected.keys()]
          .filter((row) => expected[row]! > 0 && (!wanted || wanted[row] === 1))
          .sort((a, b) => expected[b]! - expected[a]!);
        expect(best.length).toBe(Math.min(k, ranked.length));
        expect(new Set(best).size).toBe(best.length);
        const found = [...best].sort((a, b) => expected[b]! - expected[a]!);
        found.forEach((row, i) => {
          // Rows of equal scores may stand for one another.
          expect(expected[row]).toBeCloseTo(expected[ranked[i]!]!, 5);
          expect(!wanted || wanted[row] === 1).toBe(true);
        });
        for (const row of [...best, ...asked]) expect(scores.byRow[row]).toBeCloseTo(expected[row]!, 5);
      },
    ),
    { numRuns: 400 },
  );
});

function naiveScores(
  words: ReadonlyArray<{ weight: number; postings: () => Uint32Array }>,
  norm: { fixed: number; perWord: number; lengths: Uint16Array },
): number[] {
  const sums = new Array<number>(rowCount).fill(0);
  const reachable = words.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, postings } of words) {
    for (const posting of postings()) {
      const [row, times] = [posting >>> 8, posting & 255];
      const part = times / (times + norm.fixed + norm.perWord * norm.lengths[row]!);
      sums[row]! += (weight * part) / reachable;
    }
  }
  return sums;
}

function rowsOf(random: () => number, count: number): number[] {
  const rows = new Set<number>();
  while (rows.size < count) rows.add(Math.floor(random() * rowCount));
  return [...rows].sort((a, b) => a - b);
}

function randomNumbers(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

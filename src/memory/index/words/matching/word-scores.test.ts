import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostingLists } from '../../postings/posting-lists.ts';
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

/** A word in rows at even distances, and by which way its rows were asked for. */
function wordIn(weight: number, rows: readonly number[], ways: string[], name: string) {
  const list = rows.map((row) => row * 256 + 1);
  const postings = new PostingLists();
  for (const posting of list) postings.add(1, posting);
  return {
    weight,
    count: list.length,
    postings: () => {
      ways.push(`${name} read`);
      return Uint32Array.from(list);
    },
    lookUp: (asked: Uint32Array, found: (position: number, times: number) => void) => {
      ways.push(`${name} looked up ${asked.length}`);
      postings.lookUp(1, asked, 256, (i, posting) => found(i, posting & 255));
    },
  };
}

const upTo = (count: number, step = 1) => Array.from({ length: count }, (_, i) => i * step);
const evenNorm = { fixed: 0.5, perWord: 0, lengths: new Uint16Array(rowCount) };
const all = { rowCount, wanted: undefined, only: undefined, k: 3, also: new Uint32Array(0) };

test.each([
  // Looking up two rows costs about as much as reading sixteen.
  [16, [0, 1], ['a read']],
  [17, [0, 1], ['a looked up 2']],
  [17, [0, 1, 2], ['a read']],
])('a word in %i rows, of which only %o may be found', (count, only, expected) => {
  const ways: string[] = [];
  const wanted = new Uint8Array(rowCount);
  for (const row of only) wanted[row] = 1;
  const sought = { ...all, wanted, only: Uint32Array.from(only) };
  const { rows } = new WordScores().best([wordIn(1, upTo(count), ways, 'a')], evenNorm, sought);
  expect([...rows].sort()).toEqual(only);
  expect(ways).toEqual(expected);
});

test.each<[string, number, number, number, number[], string[]]>([
  ['rows of the weighty word are ahead of all others', 10, 1, 12, [], ['b looked up 12']],
  ['too many of them', 10, 1, 13, [], ['b read']],
  ['too many with those that were asked for also', 10, 1, 12, [599], ['b read']],
  ['the other word weighs nearly as much', 10, 9.9, 12, [], ['b read']],
  ['the other word could lift a row among them', 10, 7, 12, [], ['b read']],
  ['what was asked for also is looked up as well', 10, 1, 11, [599], ['b looked up 12']],
  ['there is little left to read', 10, 1, 50, [], ['b read']],
])('of two words, %s', (_, weight, other, count, also, expected) => {
  const ways: string[] = [];
  const words = [wordIn(other, upTo(100, 2), ways, 'b'), wordIn(weight, upTo(count, 3), ways, 'a')];
  const scores = new WordScores();
  const found = scores.best(words, evenNorm, { ...all, also: Uint32Array.from(also) });
  expect(ways).toEqual(['a read', ...expected]);
  // Rows that hold both: the first three of them.
  expect([...found.rows].sort((x, y) => x - y)).toEqual([0, 6, 12]);
  for (const row of found.rows) expect(scores.byRow[row]).toBeCloseTo(1 / 1.5, 6);
  for (const row of also) expect(scores.byRow[row]).toBe(0);
});

test('a query of nothing finds nothing, and what an earlier one left does not show', () => {
  const scores = new WordScores();
  expect(scores.memoryBytes).toBe(64 * 4);
  scores.best([wordIn(1, [1, 2, 3], [], 'a')], evenNorm, all);
  const none = scores.best([], evenNorm, { ...all, also: Uint32Array.of(2) });
  expect([[...none.rows], [...none.scored]]).toEqual([[], [2]]);
  expect(scores.byRow.every((score) => score === 0)).toBe(true);
  expect(scores.memoryBytes).toBe(64 * 4 + rowCount * 4 + 3 * 8);
  const found = scores.best([wordIn(0.5, [4], [], 'a')], evenNorm, all);
  expect([...found.rows]).toEqual([4]);
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

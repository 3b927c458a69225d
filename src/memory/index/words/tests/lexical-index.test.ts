import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runInTurns } from '../../steps.ts';
import { isFunctionWord } from '../function-words.ts';
import { LexicalIndex } from '../lexical-index.ts';
import { importanceOf } from '../word-worth.ts';
import { wordsOf } from '../words.ts';

const vocabulary = ['red', 'river', 'stone', 'bridge', 'old', 'mill', 'the', 'of', 'x2024a'];
const word = fc.constantFrom(...vocabulary);
const texts = fc.array(fc.array(word, { maxLength: 40 }), { minLength: 1, maxLength: 9 });

type Rows = ReadonlyArray<readonly string[]>;

/** The score of every row by the formulas of BM25 and of pairs, written down without an index. */
function scoresOf(rows: Rows, query: string, dead: readonly number[] = []): number[] {
  const alive = rows.filter((_, i) => !dead.includes(i));
  const average = alive.reduce((sum, { length }) => sum + length, 0) / alive.length || 1;
  const asked = wordsOf(query);
  const isHeld = (each: string) => rows.some((row) => row.includes(each));
  const worths = new Map(
    asked.map((each) => {
      const held = alive.filter((row) => row.includes(each)).length;
      const idf = Math.log(1 + (alive.length - held + 0.5) / (held + 0.5));
      // That somebody held it once is enough to make a code of it.
      return [each, idf * importanceOf(each, Number(isHeld(each)))];
    }),
  );
  const reachable = [...worths.values()].reduce((sum, worth) => sum + worth, 0);
  return rows.map((row, at) => {
    if (dead.includes(at)) return 0;
    const saturated = (times: number) => times / (times + 0.9 * (0.6 + (0.4 * row.length) / average));
    let score = 0;
    for (const [each, worth] of worths)
      score += worth * saturated(Math.min(255, row.filter((one) => one === each).length));
    const pairs = new Set(asked.slice(1).map((second, i) => `${asked[i]} ${second}`));
    for (const pair of pairs) {
      const [first, second] = pair.split(' ') as [string, string];
      if (!isHeld(first) || !isHeld(second)) continue;
      const times = row.filter((one, i) => one === first && row[i + 1] === second).length;
      score += 0.3 * ((worths.get(first)! + worths.get(second)!) / 2) * saturated(times);
    }
    return Math.min(1, score / (reachable || 1));
  });
}

function indexOf(rows: Rows): LexicalIndex {
  const index = new LexicalIndex();
  for (const row of rows) index.append(row);
  return index;
}

function expectScores(index: LexicalIndex, query: string, expected: readonly number[]): void {
  const { rows, scores } = index.match(query, 100);
  expect([...rows].sort()).toEqual([...expected.keys()].filter((row) => expected[row]! > 0).sort());
  for (const row of rows) expect(scores[row], `${query} in ${row}`).toBeCloseTo(expected[row]!, 5);
}

describe('the scores of a query', () => {
  test('are those of the formula, also without the rows that were removed, and after compaction', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.array(fc.boolean(), { maxLength: 9 }),
        async (given, asked, removed) => {
          const rows = given.map((row) => row.flatMap(wordsOf));
          const query = asked.join(' ');
          const index = indexOf(rows);
          expectScores(index, query, scoresOf(rows, query));
          const newRows = Int32Array.from(rows, () => -1);
          const kept: string[][] = [];
          for (const [i, row] of rows.entries()) {
            if (removed[i]) index.kill(i);
            else newRows[i] = kept.push(row) - 1;
          }
          const dead = [...rows.keys()].filter((i) => removed[i]);
          if (kept.length > 0) expectScores(index, query, scoresOf(rows, query, dead));
          const compacted = await runInTurns(index.compacted(newRows));
          expect([...compacted.frozen().lengths]).toEqual(kept.map(({ length }) => length));
          expect(compacted.frozen().sequences).toEqual(indexOf(kept).frozen().sequences);
          expectScores(new LexicalIndex(index.frozen()), query, scoresOf(rows, query));
          expectScores(compacted, query, scoresOf(kept, query));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('leave out rows that were removed, whether before or after others were added', () => {
    const rows = [['red', 'stone'], ['red'], ['mill'], ['red', 'mill', 'mill'], ['stone']];
    const index = indexOf(rows.slice(0, 3));
    index.kill(1);
    expectScores(index, 'red', scoresOf(rows.slice(0, 3), 'red', [1]));
    for (const row of rows.slice(3)) index.append(row);
    expectScores(index, 'red mill', scoresOf(rows, 'red mill', [1]));
  });

  test('are the same by every way to add up and to count, where rows are many', () => {
    const rows = Array.from({ length: 400 }, (_, i) => [
      'common',
      ...(i % 3 === 0 ? ['third', 'common'] : []),
      ...(i % 100 === 37 ? ['odd'] : []),
    ]);
    const index = indexOf(rows);
    const only = Uint32Array.of(37, 90, 337, 399);
    const mask = Uint8Array.from(rows, (_, i) => Number(only.includes(i)));
    // One dead row, then most of them.
    for (const dead of [[36], [...rows.keys()].filter((i) => i === 36 || i % 4 === 0)]) {
      for (const row of dead.filter((each) => each !== 36 || dead.length === 1)) index.kill(row);
      const expected = scoresOf(rows, 'odd third common', dead);
      const best = index.match('odd third common', 4);
      for (const row of best.rows) expect(best.scores[row]).toBeCloseTo(expected[row]!, 5);
      expect([...best.rows].sort((a, b) => a - b)).toEqual([37, 137, 237, 337]);
      const { scores } = index.match('odd third common', 4, { mask, list: only }, only);
      for (const row of only) if (!dead.includes(row)) expect(scores[row]).toBeCloseTo(expected[row]!, 5);
    }
    expect([...index.coverage('odd third', Uint32Array.of(337, 338, 399))]).toEqual([0.5, 0, 0.5]);
    expect(index.held('odd third common', 337)).toEqual(['odd', 'common']);
    expect(index.held('odd third common', 399)).toEqual(['third', 'common']);
  });

  test('are never above 1, however often words stand side by side', () => {
    const index = indexOf([Array(200).fill(['red', 'mill']).flat()]);
    expect(index.match('red mill', 1).scores[0]).toBe(1);
  });

  test('of an index that is compacted while rows are added are those of the rows that it began with', async () => {
    const index = indexOf([['red'], ['mill'], ['stone']]);
    const steps = index.compacted(Int32Array.of(0, -1, 1));
    expect(steps.next().done).toBe(false);
    index.append(['red', 'stone']);
    const compacted = await runInTurns(steps);
    expect([...compacted.frozen().lengths]).toEqual([1, 1]);
    expectScores(compacted, 'red stone', scoresOf([['red'], ['stone']], 'red stone'));
  });

  test('count a word up to 255 times, and a row up to 65,535 words', () => {
    const rows = [Array(254).fill('red'), Array(255).fill('red'), Array(300).fill('red'), ['mill']];
    expectScores(indexOf(rows), 'red', scoresOf(rows, 'red'));
    const index = indexOf([Array(65_535).fill('a'), Array(65_536).fill('a')]);
    expect([index.length(0), index.length(1)]).toEqual([65_535, 65_535]);
  });

  test('are the same for rows of few and of many words: every word once, in the order in which they come first', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => vocabulary[(i * i) % 7]!);
    const rows = [many(31), many(32), many(33), many(34)].map((row) => row.flatMap(wordsOf));
    for (const each of vocabulary) expectScores(indexOf(rows), each, scoresOf(rows, each));
    const [short, long] = [indexOf([rows[1]!]), indexOf([[...rows[1]!, 'stone']])];
    expect(new Set(long.frozen().postings.keys)).toEqual(
      new Set([...short.frozen().postings.keys, ...indexOf([['stone']]).frozen().postings.keys]),
    );
  });

  test('of selected rows are those of all rows', () => {
    const rows = [['red'], ['red', 'stone'], ['stone'], ['red', 'red']];
    const index = indexOf(rows);
    const all = scoresOf(rows, 'red');
    for (const list of [undefined, Uint32Array.of(1, 2)]) {
      const { rows: found, scores } = index.match('red', 9, { mask: Uint8Array.of(0, 1, 1, 0), list });
      expect([...found]).toEqual([1]);
      expect(scores[1]).toBeCloseTo(all[1]!, 5);
    }
    const { rows: best, scored, scores } = index.match('red', 1, {}, Uint32Array.of(1, 2));
    expect([...best]).toEqual([3]);
    expect([...scored]).toEqual([1, 2, 3]);
    expect([scores[1], scores[2]]).toEqual([expect.closeTo(all[1]!, 5), 0]);
  });

  test('of nothing are nothing', () => {
    expect([...new LexicalIndex().match('red', 3).rows]).toEqual([]);
    expect(indexOf([['red']]).match('?', 3)).toMatchObject({ contentWords: 0, codes: 0 });
  });
});

describe('what a query is made of', () => {
  const index = indexOf([
    ['red', 'river', 'x2024a'],
    ['the', 'old', 'mill'],
    ['red', 'red', 'old'],
  ]);

  test.each([
    ['red river', 2],
    ['red red', 1],
    ['the of', 0],
    ['the red unheard', 2],
  ])('%s: %i content words', (query, count) => {
    expect(index.match(query, 3).contentWords).toBe(count);
  });

  test('the share of its worth that is in codes which somebody holds', () => {
    expect(index.match('red river', 3).codes).toBe(0);
    expect(index.match('x2024a', 3).codes).toBe(1);
    expect(index.match('x9999b', 3).codes).toBe(0);
    // One row of three holds each: the code counts twice.
    expect(index.match('x2024a river', 3).codes).toBeCloseTo(2 / 3, 6);
    expect(index.match('x2024a x9999b', 3).codes).toBeLessThan(1);
  });

  test.each([
    ['red river', [1, 0, 0.5]],
    ['red unheard', [0.5, 0, 0.5]],
    ['the red', [1, 0, 1]],
    ['the of', [0, 0.5, 0]],
    ['red red river', [1, 0, 0.5]],
    // A code counts twice.
    ['red x2024a', [1, 0, expect.closeTo(1 / 3, 6)]],
    ['?', [0, 0, 0]],
  ])('%s: each row holds a share of it', (query, shares) => {
    expect([...index.coverage(query, Uint32Array.of(0, 1, 2))]).toEqual(shares);
  });

  test('the words that a row holds, and how they are written', () => {
    expect(index.held('red rivers red mills', 0)).toEqual(['red', 'river']);
    expect(index.held('the mill', 1)).toEqual(['the', 'mill']);
    expect(index.held('river', 2)).toEqual([]);
    expect(index.wordsOf('rivver of mills')).toEqual(['rivver', 'of', 'mill']);
    expect(index.held('rivver', 0)).toEqual(['river']);
  });

  test('the content words of a row are without those that hold a sentence together', () => {
    expect(index.contentWords(1)).toHaveLength(2);
    expect(index.contentWords(2)).toHaveLength(2);
    expect(isFunctionWord('the')).toBe(true);
  });

  test('eight words that nobody holds are looked at for slips, those that somebody holds and function words not among them', () => {
    const strange = (count: number) => Array.from({ length: count }, (_, i) => `${'qwertzui'[i]}xqzkvw`);
    expect(index.held([...strange(7), 'rivver'].join(' '), 0)).toEqual(['river']);
    expect(index.held([...strange(8), 'rivver'].join(' '), 0)).toEqual([]);
    expect(index.held(['red', 'red', 'mill', 'the', 'of', ...strange(7), 'rivver'].join(' '), 0)).toEqual([
      'red',
      'river',
    ]);
  });
});

test('all arrays count as memory', () => {
  const sizes = [0, 64, 65].map((count) => {
    const index = new LexicalIndex();
    for (let i = 0; i < count; i++) index.append([]);
    return index.memoryBytes;
  });
  // Lengths of 64 rows have room from the start, two bytes each; where sequences begin grows with the rows.
  expect(sizes[1]! - sizes[0]!).toBe((64 - 16) * 4);
  expect(sizes[2]! - sizes[1]!).toBe(64 * 4 + 64 * 2);
});

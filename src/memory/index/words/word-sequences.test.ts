import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hash53 } from '../hash.ts';
import { runInTurns } from '../steps.ts';
import { isFunctionWord } from './function-words.ts';
import { LexicalIndex } from './lexical-index.ts';
import { findPairs, type WeighedPair } from './matching/word-pairs.ts';
import { hash16, overlap, WordSequences } from './word-sequences.ts';
import { wordsOf } from './words.ts';

const word = fc.constantFrom('red', 'river', 'stone', 'bridge', 'old', 'mill');

test('pairs are counted as looking at every two neighbours counts them, also after compaction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(word, { maxLength: 12 }), { minLength: 1, maxLength: 8 }),
      fc.uniqueArray(fc.tuple(word, word), { maxLength: 5, selector: ([a, b]) => `${a} ${b}` }),
      fc.nat(),
      async (rows, asked, drop) => {
        const sequences = new WordSequences();
        for (const row of rows) sequences.append(row.map(hash53));
        const pairs = asked.map(([a, b], i) => ({ first: hash16(a), second: hash16(b), weight: i }));
        const newRows = Int32Array.from(rows, (_, i) => (i === drop % rows.length ? -1 : i));
        const kept = rows.filter((_, i) => newRows[i]! >= 0);
        expect(found(sequences, pairs, rows.length)).toEqual(expected(rows, asked));
        const compacted = new WordSequences(await runInTurns(sequences.compacted(newRows)));
        expect(found(compacted, pairs, kept.length)).toEqual(expected(kept, asked));
      },
    ),
  );
});

test('of two texts with the same words the one that has them side by side scores higher, and none above 1', () => {
  const index = new LexicalIndex();
  index.append(wordsOf('the group met to give support, and the old mill was open'));
  index.append(wordsOf('the support group met, and the old mill was open to give'));
  index.append(wordsOf('support group support group support group'));
  const { scores } = index.match('support group', 10);
  expect(scores[1]).toBeGreaterThan(scores[0]!);
  for (const score of scores) expect(score).toBeLessThanOrEqual(1);
});

test('the overlap of two rows is the share of the shorter set of content words that is in the other', () => {
  const any = fc.constantFrom('red', 'river', 'stone', 'bridge', 'old', 'the', 'of', 'and');
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), fc.array(any, { maxLength: 12 }), (a, b) => {
      const sequences = new WordSequences();
      for (const row of [a, b]) sequences.append(row.map(hash53));
      const [first, second] = [a, b].map((row) => new Set(row.filter((one) => !isFunctionWord(one))));
      const shared = first!.intersection(second!).size;
      const expected = shared / Math.max(1, Math.min(first!.size, second!.size));
      expect(overlap(sequences.contentWords(0), sequences.contentWords(1))).toBe(expected);
    }),
  );
});

test('content words are in rising order and each once, in rows of few and of many words', () => {
  for (const length of [0, 1, 2, 31, 32, 33, 34, 80]) {
    const sequences = new WordSequences();
    sequences.append([hash53('before')]);
    const words = Array.from({ length }, (_, i) => ((i * 7_919) % 23 === 0 ? 'the' : `word${(i * 31) % 40}`));
    sequences.append(words.map(hash53));
    sequences.append([hash53('after')]);
    const expected = [...new Set(words.filter((one) => one !== 'the').map(hash16))].sort((a, b) => a - b);
    expect([...sequences.contentWords(1)]).toEqual(expected);
  }
});

test('rows without a score are not looked at, and memory is what the arrays take', () => {
  const sequences = new WordSequences();
  expect(sequences.memoryBytes).toBe(64 * 2 + 16 * 4);
  for (let i = 0; i < 17; i++) sequences.append(['red', 'river'].map(hash53));
  expect(sequences.memoryBytes).toBe(64 * 2 + 32 * 4);
  const pairs = [{ first: hash16('red'), second: hash16('river'), weight: 2 }];
  const rows: number[] = [];
  const scores = new Float32Array(17);
  scores[3] = 1;
  findPairs(sequences.columns, pairs, { rows: Uint32Array.of(2, 3, 16), scores }, (row) => rows.push(row));
  expect(rows).toEqual([3]);
  findPairs(sequences.columns, [], { rows: Uint32Array.of(3), scores }, () => expect.unreachable());
});

test('a word that was unknown when a query was last asked is found as soon as a row holds it', () => {
  const index = new LexicalIndex();
  index.append(wordsOf('the old mill was open'));
  expect(index.match('bridges', 10).rows).toHaveLength(0);
  index.append(wordsOf('a bridge of stone'));
  expect([...index.match('bridges', 10).rows]).toEqual([1]);
  expect([...index.coverage('bridges', Uint32Array.of(0, 1))]).toEqual([0, 1]);
});

function found(sequences: WordSequences, pairs: readonly WeighedPair[], rows: number) {
  const list: Array<[row: number, pair: number, count: number]> = [];
  const all = { rows: Uint32Array.from(Array(rows).keys()), scores: new Float32Array(rows).fill(1) };
  findPairs(sequences.columns, pairs, all, (row, weight, count) => list.push([row, weight, count]));
  return list;
}

function expected(rows: string[][], asked: Array<[string, string]>) {
  return rows.flatMap((row, r) =>
    asked.flatMap(([a, b], i) => {
      const count = row.filter((next, at) => next === a && row[at + 1] === b).length;
      return count > 0 ? [[r, i, count]] : [];
    }),
  );
}

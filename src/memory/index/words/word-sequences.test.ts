import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runInTurns } from '../steps.ts';
import { LexicalIndex } from './lexical-index.ts';
import { hash16, WordSequences } from './word-sequences.ts';
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
        for (const row of rows) sequences.append(row);
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

function found(sequences: WordSequences, pairs: Parameters<WordSequences['findPairs']>[0], rows: number) {
  const list: Array<[row: number, pair: number, count: number]> = [];
  sequences.findPairs(pairs, Array(rows).keys(), (row, weight, count) => list.push([row, weight, count]));
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

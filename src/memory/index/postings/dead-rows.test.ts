import { expect, test } from 'vitest';
import { LexicalIndex } from '../words/lexical-index.ts';
import { DeadRows } from './dead-rows.ts';

test('rows are in order however they come', () => {
  const dead = new DeadRows();
  const added: number[] = [];
  for (let i = 0; i < 200; i++) {
    const row = (i * 7_919) % 1_009;
    dead.add(row);
    added.push(row);
    if (i % 7 === 0) expect([...dead.inOrder()]).toEqual(added.toSorted((a, b) => a - b));
  }
  expect([...dead.inOrder()]).toEqual(added.toSorted((a, b) => a - b));
});

test('removed rows no longer count in what a word is worth, whether few or most are removed', () => {
  const texts = Array.from({ length: 600 }, (_, i) => ['common', i % 3 === 0 ? 'third' : 'other', `own${i}`]);
  for (const isRemoved of [
    (i: number) => i % 100 === 7,
    (i: number) => i % 2 === 0,
    (i: number) => i === 599,
  ]) {
    const index = new LexicalIndex();
    const without = new LexicalIndex();
    for (const words of texts) index.append(words);
    for (const [i, words] of texts.entries()) {
      if (isRemoved(i)) index.kill(i);
      else without.append(words);
    }
    const best = (searched: LexicalIndex) => {
      const { rows, scores } = searched.match('common third own300 own3', 4);
      return Array.from(rows, (row) => scores[row]!).sort();
    };
    expect(best(index)).toEqual(best(without));
  }
});

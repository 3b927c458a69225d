import { expect, test } from 'vitest';
import { addToList } from './add-to-list.ts';

test('what is added under a key comes behind what was there', () => {
  const lists = new Map<string, number[]>();
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
  ] as const)
    addToList(lists, key, value);
  expect([...lists]).toEqual([
    ['a', [1, 3]],
    ['b', [2]],
  ]);
});

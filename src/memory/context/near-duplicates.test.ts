import { expect, test } from 'vitest';
import { withoutNearDuplicates } from './near-duplicates.ts';

const kept = (...contents: string[]) =>
  withoutNearDuplicates(contents.map((content) => ({ content }))).length;
const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `word${at + from}`).join(' ');

test('what says the same as one before is left out, the first one stays', () => {
  const entries = [
    { content: 'One two.', id: 1 },
    { content: 'one, TWO', id: 2 },
    { content: 'three', id: 3 },
  ];
  expect(withoutNearDuplicates(entries).map(({ id }) => id)).toEqual([1, 3]);
  expect(kept()).toBe(0);
});

test('nine tenths of the words are the same, and less is not', () => {
  expect(kept(words(10), `${words(9)} !!!!!`)).toBe(1);
  expect(kept(words(10), `${words(8)} ${'!'.repeat(11)}`)).toBe(2);
  // So much shorter that it cannot share enough.
  expect(kept(words(10), words(9))).toBe(2);
  expect(kept(words(20), words(20, 1))).toBe(1);
  expect(kept(words(18), words(18, 1))).toBe(2);
});

test('of a long text its beginning, its middle and its end are compared', () => {
  const long = (first: string, middle: string, last: string) =>
    [first, 'a'.repeat(4000), middle, 'b'.repeat(4000), last].join(' ');
  expect(kept(long('x', 'y', 'z'), long('x', 'y', 'z'))).toBe(1);
  expect(kept(long('x', 'y', words(40)), long('x', 'y', words(40, 40)))).toBe(2);
  expect(kept(long(words(40), 'y', 'z'), long(words(40, 40), 'y', 'z'))).toBe(2);
});

test('texts without words are the same where they are equal', () => {
  expect(kept('!!!', '!!!')).toBe(1);
  expect(kept('!!!', '???')).toBe(2);
  expect(kept('!!!', '!!!!!!')).toBe(2);
});

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

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `word${String(from + i).padStart(3, '0')}`).join(' ');

test.each<[string, string, string, boolean]>([
  // 95 words of 100 on both sides: 95 of the 105 that there are in both, nine tenths of them.
  ['nine tenths of the words', numbered(0, 100), numbered(5, 100), true],
  ['less of the words', numbered(0, 100), numbered(6, 100), false],
  ['nine of ten words', numbered(0, 10), `${numbered(0, 9)} !!!!!!!`, true],
  ['eight of nine words', numbered(0, 9), numbered(0, 8), false],
  ['the same words, written out more often', `${'tea '.repeat(10)}`, 'tea '.repeat(9), true],
  ['the same words, in a text that is much longer', 'tea '.repeat(10), 'tea '.repeat(8), false],
  ['the same signs', '!!!!', '!!!!', true],
  ['other signs', '!!!!', '????', false],
])('two texts with %s', (_, first, second, isSame) => {
  for (const pair of [
    [first, second],
    [second, first],
  ]) {
    const entries = pair.map((content) => ({ content }));
    expect(withoutNearDuplicates(entries)).toEqual(isSame ? [entries[0]] : entries);
  }
});

test('of a text of more than 6,000 letters its beginning, its middle and its end are compared', () => {
  const filler = (length: number, letter: string) => `${letter} `.repeat(length / 2);
  // In one of 7,000 letters the middle is from 2,500 to 4,500: what is between the pieces is not looked at.
  const long = (from2000: string, from4500: string) =>
    [
      filler(2_000, 'a'),
      filler(500, from2000),
      filler(2_000, 'b'),
      filler(500, from4500),
      filler(2_000, 'c'),
    ].join('');
  const kept = (...contents: string[]) =>
    withoutNearDuplicates(contents.map((content) => ({ content }))).length;
  expect(kept(long('x', 'y'), long('z', 'w'))).toBe(1);
  const whole = (letter: string) => `${filler(2_000, 'a')}${filler(500, letter)}${filler(3_500, 'b')}`;
  expect(whole('x')).toHaveLength(6_000);
  expect(kept(whole('x'), whole('z'))).toBe(2);
  expect(kept(filler(7_000, 'a').replace('a', 'q'), filler(7_000, 'a'))).toBe(2);
});

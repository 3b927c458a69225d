import { expect, test } from 'vitest';
import { passageLimits, splitPassages } from './passages.ts';

const words = (text: string) => text.match(/\w+|[^\w\s]/g)?.length ?? 0;
const characters = (text: string) => text.length;
const limits = { wholeTokens: 12, maxTokens: 10, overlapTokens: 4 };
const cut = (content: string, count = words, given = limits) =>
  splitPassages(content, count, given).map(({ start, end }) => content.slice(start, end));

test.each([
  [64, { wholeTokens: 64, maxTokens: 64, overlapTokens: 8 }],
  [200, { wholeTokens: 200, maxTokens: 128, overlapTokens: 16 }],
  [512, { wholeTokens: 256, maxTokens: 128, overlapTokens: 16 }],
  [20, { wholeTokens: 20, maxTokens: 20, overlapTokens: 2 }],
])('a model of %i tokens has passages of %o', (tokens, expected) => {
  expect(passageLimits(tokens)).toEqual(expected);
});

test.each<[content: string, passages: string[]]>([
  // Twelve tokens are still one passage, thirteen are not.
  ['a b c d e f g h i j k l', ['a b c d e f g h i j k l']],
  ['a b c d e f. g h i j k l', ['a b c d e f. ', 'g h i j k l']],
  // A sentence of up to four tokens is repeated, one of five is not.
  ['a b c d e. f g h. i j k l m n o p', ['a b c d e. f g h. ', 'i j k l m n o p']],
  ['a b c d e. f g h. i j k l', ['a b c d e. f g h. ', 'f g h. i j k l']],
  ['a b c d. e f g h. i j k l', ['a b c d. e f g h. ', 'i j k l']],
  // Where the next sentence leaves no room, nothing is repeated.
  ['a b c. d. e f g h i j k l.', ['a b c. d. ', 'e f g h i j k l.']],
  // A long sentence is cut behind a space near its middle.
  ['a b c d e f g h i j k l m n', ['a b c d e f g ', 'h i j k l m n']],
  // Lines and full stops of other scripts are borders.
  ['a b c d e f\ng h i j k l m', ['a b c d e f\n', 'g h i j k l m']],
  ['(a b c d e f.) g h i j k l', ['(a b c d e f.) ', 'g h i j k l']],
])('%s', (content, passages) => {
  expect(cut(content)).toEqual(passages);
});

test('a word that is too long is cut in the middle, but not inside of a character', () => {
  const given = { wholeTokens: 4, maxTokens: 4, overlapTokens: 0 };
  expect(cut('abcdefgh', characters, given)).toEqual(['abcd', 'efgh']);
  expect(cut('a😀😀😀', characters, given)).toEqual(['a😀', '😀😀']);
  expect(cut('abc d😀fgh', characters, given).join('')).toBe('abc d😀fgh');
  for (const part of cut('x😀'.repeat(40), characters, given)) expect(part.isWellFormed(), part).toBe(true);
});

test('a text of one long line is cut into passages of nearly the right length', () => {
  const line = Array.from({ length: 400 }, (_, i) => `w${i % 10}`).join(' ');
  const parts = cut(line);
  expect(parts.join('')).toBe(line);
  const lengths = parts.map(words);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(10);
  expect(parts.length).toBeLessThan(400 / 4);
  expect(lengths.slice(0, -2).every((length) => length >= 4)).toBe(true);
});

test('a conversation is cut between its turns; short turns share a passage, and a short one stays whole', () => {
  const given = { wholeTokens: 100, maxTokens: 20, overlapTokens: 2 };
  const turn = (speaker: string, count: number) => `${speaker}: ${'word '.repeat(count)}\n`;
  const short = turn('Ada', 1) + turn('Bob', 1) + turn('Ada', 1);
  expect(cut(short, words, given)).toEqual([short]);
  const turns = [turn('Ada', 8), turn('Bob', 9), turn('Ada', 5), turn('Bob', 6)];
  expect(cut(turns.join(''), words, given)).toEqual(turns);
  // Below a tenth of a passage a turn waits for the next one.
  const given40 = { ...given, maxTokens: 40 };
  const waiting = [turn('Ada', 1), turn('Bob', 20), turn('Ada', 1), turn('Bob', 20)];
  expect(cut(waiting.join(''), words, given40)).toEqual([
    waiting[0]! + waiting[1]!,
    waiting[2]! + waiting[3]!,
  ]);
  // And one that is too long is cut like any text.
  const long = [turn('Ada', 30), turn('Bob', 9), turn('Ada', 9)];
  const parts = cut(long.join(''), words, given);
  expect(parts.slice(-2)).toEqual(long.slice(1));
  expect(parts.slice(0, -2).every((part) => words(part) <= 20)).toBe(true);
});

import { expect, test } from 'vitest';
import { windowsOf } from './windows.ts';

/** Sentences of so many characters, the space behind each counted. */
const sentencesOf = (...lengths: number[]) =>
  lengths.map((length, i) => `${String.fromCharCode(97 + i).repeat(length - 2)}. `).join('');
const lengthsOf = (content: string, cuts = [content.length]) => {
  const passages = cuts.map((end, i) => ({ start: cuts[i - 1] ?? 0, end }));
  return windowsOf(content, passages).map((list) => list.map(({ start, end }) => end - start));
};

test('a window is a sentence of 60 characters or more, or as many short ones as have them', () => {
  expect(lengthsOf(sentencesOf(60, 80, 61, 200))).toEqual([[60, 80, 61, 200]]);
  expect(lengthsOf(sentencesOf(59, 3, 60, 30, 30, 250))).toEqual([[62, 60, 60, 250]]);
});

test('what is left at the end belongs to the window before it', () => {
  expect(lengthsOf(sentencesOf(60, 60, 60, 160, 60, 59))).toEqual([[60, 60, 60, 160, 119]]);
});

test('a content of fewer than 400 characters has none, however many sentences', () => {
  expect(lengthsOf(sentencesOf(60, 60, 60, 60, 60, 99))).toEqual([[]]);
  expect(lengthsOf(sentencesOf(60, 60, 60, 60, 60, 99), [120, 399])).toEqual([[], []]);
  expect(lengthsOf(sentencesOf(200, 200))).toEqual([[200, 200]]);
});

test('a passage that is one window has none', () => {
  expect(lengthsOf(sentencesOf(260, 60, 60, 60), [260, 380, 440])).toEqual([[], [60, 60], []]);
  expect(lengthsOf(sentencesOf(20, 260, 60, 60, 60), [20, 340, 460])).toEqual([[], [260, 60], [60, 60]]);
});

test('windows are where their text is in the content', () => {
  const content = sentencesOf(70, 60, 60, 210);
  const [, windows] = windowsOf(content, [
    { start: 0, end: 70 },
    { start: 70, end: content.length },
  ]);
  expect(windows!.map(({ start, end }) => content.slice(start, end)[0])).toEqual(['b', 'c', 'd']);
  expect(windows!.at(-1)!.end).toBe(content.length);
});

test('a long content without any sentence is cut in time in proportion to its length', () => {
  expect(lengthsOf('.'.repeat(40_000))).toEqual([[]]);
  expect(lengthsOf(`${')'.repeat(40_000)}\n`)).toEqual([[]]);
});

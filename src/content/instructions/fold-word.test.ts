import { expect, test } from 'vitest';
import { foldWord, withoutDigits } from './fold-word.ts';

test.each([
  ['Ignore', 'ignore'],
  ['RÈGLES', 'regles'],
  ['ＩＧＮＯＲＥ！', 'ignore!'],
  ['～', '~'],
  ['you’re', "you're"],
  // Cyrillic letters that look like Latin ones, among Latin letters and in a word of their own script.
  ['іgnоrе', 'ignore'],
  ['оса', 'оса'],
  ['지시', '지시'],
  ['', ''],
])('%s is read as %s', (word, folded) => {
  expect(foldWord(word)).toBe(folded);
});

test.each([
  ['1gn0r3', 'ignore'],
  ['pr0mp7', 'prompt'],
  ['4l1b8s', 'alibbs'],
  ['x2y6z9', 'x2y6z9'],
  ['ignore', undefined],
  ['2026', undefined],
  [`a1${'b'.repeat(18)}`, `ai${'b'.repeat(18)}`],
  [`a1${'b'.repeat(19)}`, undefined],
])('%s with digits for letters is %s', (word, letters) => {
  expect(withoutDigits(word)).toBe(letters);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateWords } from './date-words.ts';

test.each([
  '2026-03-14',
  'on March 14, 2026',
  '14 March 2026',
  'the 14th of March, 2026',
  'Mar. 14 2026',
  '14.03.2026',
  '3/14/2026',
])('%s is the same day however it is written', (text) => {
  expect(dateWords(text)).toEqual(expect.arrayContaining(['@2026-03-14', '@03-14', '@2026-03']));
});

test('a date without its year, and a month with its year, meet the full date', () => {
  expect(dateWords('March 14')).toEqual(['@03-14']);
  expect(dateWords('in March 2026')).toEqual(['@2026-03']);
  expect(dateWords('2026-03-14')).toContain('march');
});

test('numbers that are no dates give no words', () => {
  for (const text of ['1.2.30', '10.0.0.1', '2026-13-01', 'may 40', 'version 3', '99/99/2026', 'no digits'])
    expect(dateWords(text)).toEqual([]);
});

test('any text is read in time and gives words that nothing else gives', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      for (const word of dateWords(text)) expect(word).toMatch(/^@[\d-]+$|^[a-z]+$/);
    }),
  );
});

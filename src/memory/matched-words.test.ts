import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordsOf } from './index/words/words.ts';
import { matchedWords } from './matched-words.ts';

const marks = (content: string, query: string) =>
  matchedWords(content, { start: 0, end: content.length }, wordsOf(query)).map(({ text }) => text);

test('words are found in the form that the text has them in', () => {
  expect(marks('Ada deploys; DEPLOYED twice.', 'deploy')).toEqual(['deploys', 'DEPLOYED']);
  expect(marks('call parseHttpUrl(x)', 'url')).toEqual(['parseHttpUrl']);
  expect(marks('本社は東京にあります', '東京')).toContain('東京');
  expect(marks('The café opens.', 'CAFE')).toEqual(['café']);
});

test('words that say nothing are marked only where there are no others', () => {
  expect(marks('The release is the best.', 'the release')).toEqual(['release']);
  expect(marks('The release is the best.', 'the')).toEqual(['The', 'the']);
});

test('marks lie inside of the passage, in order, and are what the content has there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(200), fc.nat(200), (content, a, b) => {
      const passage = { start: Math.min(a, b), end: Math.max(a, b) };
      let last = passage.start;
      for (const { text, start, end } of matchedWords(content, passage, wordsOf(content))) {
        expect(content.slice(start, end)).toBe(text);
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeLessThanOrEqual(passage.end);
        last = end;
      }
    }),
  );
});

test('no more than a hundred are marked', () => {
  expect(marks('tea '.repeat(1_000), 'tea')).toHaveLength(100);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitPassages } from './passages.ts';

const words = (text: string) => text.match(/\w+|[^\w\s]/g)?.length ?? 0;
const limits = { wholeTokens: 24, maxTokens: 20, overlapTokens: 5 };

test('every character is in a passage, passages are in order, and none is too long', () => {
  const text = fc
    .array(
      fc.constantFrom(
        'one two ',
        'Three. ',
        'four\n',
        'Five!" ',
        '你好。',
        'x'.repeat(50),
        '😀'.repeat(9),
        '....',
        ' ',
      ),
      {
        maxLength: 80,
      },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (content) => {
      const passages = splitPassages(content, words, limits);
      let covered = 0;
      for (const { start, end } of passages) {
        expect(start).toBeLessThanOrEqual(covered);
        expect(end).toBeGreaterThan(covered - (content.length === 0 ? 1 : 0));
        const most = passages.length === 1 ? limits.wholeTokens : limits.maxTokens;
        expect(words(content.slice(start, end))).toBeLessThanOrEqual(most);
        expect(content.slice(start, end).isWellFormed()).toBe(true);
        covered = end;
      }
      expect(covered).toBe(content.length);
      expect(passages[0]!.start).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('content that fits is one passage', () => {
  expect(splitPassages('A short text. With two sentences.', words, limits)).toEqual([{ start: 0, end: 33 }]);
});

test('borders lie behind sentences, and the last sentence before a border is repeated after it', () => {
  const content = Array.from({ length: 12 }, (_, i) => `Sentence ${i} has words. `).join('');
  const passages = splitPassages(content, words, limits).map(({ start, end }) => content.slice(start, end));
  expect(passages.length).toBeGreaterThan(2);
  for (const passage of passages) expect(passage).toMatch(/^Sentence \d+ .*words\. $/);
  for (let i = 1; i < passages.length; i++) {
    const lastSentence = passages[i - 1]!.match(/Sentence \d+ has words\. $/)![0];
    expect(passages[i]!.startsWith(lastSentence)).toBe(true);
  }
});

test('a long content without a border is counted a few times over, not at every halving', () => {
  for (const content of ['word '.repeat(20_000), '.'.repeat(60_000), '😀-'.repeat(20_000)]) {
    let counted = 0;
    const passages = splitPassages(
      content,
      (text) => {
        counted += text.length;
        return words(text);
      },
      limits,
    );
    expect(counted).toBeLessThan(5 * content.length);
    expect(passages.every(({ start, end }) => content.slice(start, end).isWellFormed())).toBe(true);
  }
});

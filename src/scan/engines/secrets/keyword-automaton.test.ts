import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeywordAutomaton } from './keyword-automaton.ts';

function hitsOf(keywords: string[], text: string): string[] {
  const hits: string[] = [];
  const bytes = Buffer.from(text, 'latin1');
  new KeywordAutomaton(keywords).scan(bytes, (keyword, end) => hits.push(`${keyword}@${end}`));
  return hits.toSorted();
}

test('it reports every occurrence of every keyword, in any case, also overlapping ones', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'C', '_', '-'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { maxLength: 8, selector: (word) => word.toLowerCase() }),
      fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'c', '_', '-', 'x'), maxLength: 60 }),
      (keywords, text) => {
        const lower = text.toLowerCase();
        const expected = keywords.flatMap((keyword, index) =>
          [...lower].flatMap((_, at) =>
            lower.startsWith(keyword.toLowerCase(), at) ? [`${index}@${at + keyword.length}`] : [],
          ),
        );
        expect(hitsOf(keywords, text)).toEqual(expected.toSorted());
      },
    ),
  );
});

test('nothing is lost or told twice at the borders between the parts that are walked side by side', () => {
  const keywords = ['abcdefgh', 'cde', 'h'];
  for (let length = 1000; length < 1100; length++) {
    const text = 'abcdefgh'.repeat(Math.ceil(length / 8)).slice(0, length);
    const expected = keywords.flatMap((keyword, index) =>
      [...text.matchAll(new RegExp(keyword, 'g'))].map((match) => `${index}@${match.index + keyword.length}`),
    );
    expect(hitsOf(keywords, text)).toEqual(expected.toSorted());
  }
});

import { expect, test } from 'vitest';
import type { Concept, Lexicon } from './lexicon.ts';
import { WordReader } from './read-words.ts';

const known: Record<string, readonly Concept[]> = {
  ignore: ['ignore' as Concept],
  rule: ['rule' as Concept],
  無視: ['ignore' as Concept],
};
const lexicon = { unspaced: ['無視', '指示'], meaning: (word: string) => known[word] } as unknown as Lexicon;

/** Each word as `text@start-end`, with what it means, `+` where it is joined to the one before, `|` for the end of a sentence. */
function read(text: string): { words: string; longest: number; singleLetters: number } {
  const words: string[] = [];
  const counts = new WordReader(lexicon).read(text, {
    word: (word, concepts, start, end, joined) =>
      void words.push(`${joined ? '+' : ''}${word}@${start}-${end}${concepts ? `=${concepts.join()}` : ''}`),
    stop: () => void words.push('|'),
  });
  return { words: words.join(' '), ...counts };
}

test.each<[string, string, number, number]>([
  ['Ignore the rules', 'ignore@0-6=ignore +the@7-10 +rules@11-16', 6, 0],
  // Only one space joins.
  ['ignore  the', 'ignore@0-6=ignore the@8-11', 6, 0],
  ['ignore-the, it', 'ignore-the@0-10 it@12-14', 10, 0],
  ['a. b!', 'a@0-1 | +b@3-4 |', 1, 4],
  ["rule's", "rule's@0-6=rule", 6, 0],
  ['x1gnore', 'x1gnore@0-7', 7, 0],
  ['note: rule', 'note@0-4 :@4-5=colon rule@6-10=rule', 4, 0],
  // Addresses of any kind are one concept.
  ['see http://a.b/c now', 'see@0-3 +@4-16=url +now@17-20', 12, 0],
  ['to a@rule', 'to@0-2 +a@3-4=url rule@5-9=rule', 4, 1],
  ['at evil.com now', 'at@0-2 @3-11=url +now@12-15', 8, 0],
  // Words that somebody joined by dots are words, each at its place.
  ['ig.rule.b x', 'ig@0-2 rule@3-7=rule b@8-9 +x@10-11', 9, 2],
  ['', '', 0, 0],
])('the words of %j', (text, words, longest, singleLetters) => {
  expect(read(text)).toEqual({ words, longest, singleLetters });
  // A letter beyond ASCII at the end lets the other reader read the same.
  const other = read(`${text} é`);
  expect(other.words.startsWith(words)).toBe(true);
  expect(other.singleLetters).toBe(singleLetters + 1);
  if (text !== '') expect(other.longest).toBe(longest);
});

test('terms of scripts without spaces are found inside of a run', () => {
  expect(read('前の指示を無視。x').words).toBe('指示@2-4 無視@5-7=ignore | x@8-9');
});

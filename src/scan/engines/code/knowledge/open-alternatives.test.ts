import { expect, test } from 'vitest';
import { openAlternatives, openWordsOf } from './open-alternatives.ts';

test.each([
  ['^(?!r|resp|page\\b)', ['r', 'resp']],
  ['^(?!(?:a|b\\b)|c$)', ['a']],
  ['(?!get(?:Thread|Servlet\\w*))', ['getThread']],
  ['^(?!.*(?:session|df))', ['df']],
  ['^(?!.+(?:abc|abcd))', ['abc']],
  ['^(?![\\s\\S]*(?:a|\\ba))', ['a']],
  ['(?!a)(?!b\\b)(?!c)', ['a', 'c']],
  ['x(?!a)y(?!b)', ['a', 'b']],
  ['\\\\(?!a)', ['a']],
  ['(?![(]a|[|]b)', ['[(]a', '[|]b']],
  ['(?![\\]|]a)', ['[\\]|]a']],
  ['(?!\\)a|\\|b)', ['\\)a', '\\|b']],
  ['(?!(?:a|b)c|d)', ['(?:a|b)c', 'd']],
  ['(?!a(b|c))', ['ab', 'ac']],
  ['(?!a|b', ['a', 'b']],
  ['(?![a', ['[a']],
  ['(?!A|9)', ['A', '9']],
])('%s excludes more than its words', (expression, expected) => {
  expect(openAlternatives(expression)).toEqual(expected);
});

test.each([
  '^(?!r\\b|resp\\b)',
  '^(?!localhost\\b|127\\.|\\[::1\\])',
  '^(?!(?:close|end)$)',
  '^(?!.*(?:session|model|\\bdf\\b))',
  '^(?!proxy_|your\\w*|\\x00|[a-z])',
  '^(?:r|resp)',
  '\\(?!r|resp',
])('%s excludes its words alone', (expression) => {
  expect(openAlternatives(expression)).toEqual([]);
});

test.each([
  '(?!a\\x41)',
  '(?!\\u0041)',
  '(?!\\0)',
  '(?!\\w)',
  '(?!\\\\\\w)',
  '\\\\\\(?!a)',
  '(?!.*(?:abcd|\\bab))',
  '(?![^a]|[b]|c+)',
])('%s ends its words', (expression) => {
  expect(openAlternatives(expression)).toEqual([]);
});

test('every text of a rule file is looked at, but no example', () => {
  expect(
    openWordsOf({
      a: '(?!x)',
      b: [{ c: '(?!y)' }, null, 7, true],
      examples: { bad: ['(?!z)'] },
      d: undefined,
    }),
  ).toEqual(['x', 'y']);
  expect([openWordsOf(null), openWordsOf('(?!a)'), openWordsOf(7)]).toEqual([[], ['a'], []]);
});

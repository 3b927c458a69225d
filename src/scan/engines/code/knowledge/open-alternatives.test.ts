import { expect, test } from 'vitest';
import { openAlternatives } from './open-alternatives.ts';

test.each([
  ['^(?!r|resp|page\\b)', ['r', 'resp']],
  ['^(?!(?:a|b\\b)|c$)', ['a']],
  ['(?!get(?:Thread|Servlet\\w*))', ['getThread']],
  ['^(?!.*(?:session|df))', ['df']],
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

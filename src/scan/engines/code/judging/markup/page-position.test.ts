import { expect, test } from 'vitest';
import { positionBehind } from './page-position.ts';

test.each([
  ['<a href="', 'attribute'],
  ['<a href="/users/\0/', 'attribute'],
  ["<img alt='", 'attribute'],
  ['<div data-name="', 'attribute'],
  [' \0="', 'attribute'],
  ['<a href="\0">', 'content'],
  ['<li>', 'content'],
  ['<p>Dear ', 'content'],
  ['</b> ', 'content'],
] as const)('behind %j a value stands in the page: %s', (before, position) => {
  expect(positionBehind(before)).toBe(position);
});

test.each([
  ['a class is the choice of the program', '<p class="'],
  ['no quotes', '<p title='],
  ['no markup', 'Dear '],
  ['a comparison', 'a < b and '],
  ['a script', '<script>var name = "'],
  ['a part of a tag', '<p '],
  ['nothing', ''],
])('%s: none that is known', (_, before) => {
  expect(positionBehind(before)).toBeUndefined();
});

test('a long text takes no longer than its end', () => {
  expect(positionBehind(`${'<a '.repeat(100_000)}<p>`)).toBe('content');
});

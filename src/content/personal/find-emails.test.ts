import { expect, test } from 'vitest';
import { findEmails } from './find-emails.ts';

const found = (text: string): string[] => findEmails(text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['ada@example.org', ['ada@example.org']],
  ['@ada@example.org', ['ada@example.org']],
  ['a@b.de, c@d.fr', ['a@b.de', 'c@d.fr']],
  ['see ...ada@example.org.', ['ada@example.org']],
  ['@example.org', []],
  ['...@example.org', []],
  ['ada@localhost', []],
  ['ada@-x.org', []],
  ['ada@x.o', []],
])('%s', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('of a name of more than 64 characters the last 64 are taken', () => {
  expect(found(`${'a'.repeat(64)}@b.de`)).toEqual([`${'a'.repeat(64)}@b.de`]);
  expect(found(`${'a'.repeat(65)}@b.de`)).toEqual([`${'a'.repeat(64)}@b.de`]);
});

test('a domain has at most 255 characters', () => {
  const label = `${'b'.repeat(62)}.`;
  expect(found(`a@${label.repeat(3)}${'b'.repeat(62)}.de`)).toEqual([
    `a@${label.repeat(3)}${'b'.repeat(62)}.de`,
  ]);
  expect(found(`a@${label.repeat(4)}deu`)[0]).toHaveLength(2 + 255);
  expect(found(`a@${label.repeat(4)}${'d'.repeat(9)}`)[0]).toHaveLength(2 + 255);
});

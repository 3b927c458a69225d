import { expect, test } from 'vitest';
import { unsupportedLanguage } from './unsupported-language.ts';

function reasonsOf(path: string, text: string): string[] {
  return unsupportedLanguage(path, { text, bytes: Buffer.from(text) }).map(({ message }) => message);
}

test('a program in a language without a grammar is named, by its extension or its first line', () => {
  expect(reasonsOf('a/server.pl', 'print 1;\n')).toEqual(['Data is not followed through Perl.']);
  expect(reasonsOf('bin/tool', '#!/usr/bin/env perl\n')).toEqual([
    'Data is not followed through scripts of `perl`.',
  ]);
});

test('what is no program is not', () => {
  for (const [path, text] of [
    ['LICENSE', 'MIT'],
    ['a.txt', 'r'],
    ['r', 'x'],
    ['logo.svg', '<svg/>'],
  ] as const)
    expect(reasonsOf(path, text)).toEqual([]);
});

import { expect, test } from 'vitest';
import { isOneOf } from './function-words.ts';
import { languageOf } from './language-likeness.ts';

test.each([
  ['Where did the two of them meet for the first time?', 'english'],
  ['The office moved to Harbour Road.', 'english'],
  ['Wo haben sie sich zum ersten Mal getroffen?', 'other'],
  ['Où est le bureau de la société et qui le dirige ?', 'other'],
  ['¿Dónde está la oficina y quién es el director?', 'other'],
  ['Де знаходиться офіс компанії?', 'other'],
  ['本社はどこにありますか', 'other'],
])('%s is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test('what has no words of any language, and code, is of none', () => {
  for (const text of ['', '42', 'PostgreSQL 16', 'def open(path, mode): return den.la(path) # un des'])
    expect(languageOf(text)).toBeUndefined();
});

test('a word is one of a few only where all of it is the same', () => {
  const isKnown = isOneOf(['the', 'when', 'für']);
  expect(['the', 'when', 'für'].map(isKnown)).toEqual([true, true, true]);
  expect(['', 'th', 'tie', 'then', 'thee', 'whan'].map(isKnown)).toEqual(new Array(6).fill(false));
});

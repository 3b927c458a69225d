import { expect, test } from 'vitest';
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

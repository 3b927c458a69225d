import { expect, test } from 'vitest';
import { hash53 } from '../../hash.ts';
import { wordsOf } from '../words.ts';
import { knownSpellings } from './known-spellings.ts';
import { otherSpelling } from './other-spellings.ts';

const spelt = (query: string, held: string) => {
  const hashes = new Set(wordsOf(held).map(hash53));
  return knownSpellings(wordsOf(query), (hash) => (hashes.has(hash) ? 1 : 0)).join(' ');
};

test('a slip gives way to the word that is held', () => {
  expect(spelt('the transmiter', 'the transmitter of Tesla')).toBe('the transmitter');
});

test('names of a question in another script are found, its small words are not taken for names', () => {
  expect(spelt('Кто дал патент Тесле?', 'the patent of Tesla, and a god')).toBe('кто дал patent tesla');
  expect(spelt('Сколько год', 'the god and the skoll')).toBe(wordsOf('сколько год').join(' '));
});

test('what the namespace holds stays as it is written', () => {
  expect(spelt('патент', 'the patent, на патент')).toBe('патент');
});

test('words are not respelt in a script in which the namespace has no sentences', () => {
  expect(spelt('тесла', 'Tesla')).toBe(wordsOf('тесла')[0]);
  expect(spelt('tesla', 'Тесла')).toBe('tesla');
  expect(spelt('tesla', 'Теслу и патент')).toBe('тесл');
});

test('8 words of a query are looked at for slips, and not one more', () => {
  const right = [
    'lantern',
    'cupboard',
    'mountain',
    'penguin',
    'umbrella',
    'triangle',
    'sandwich',
    'keyboard',
    'hospital',
  ];
  const wrong = right.map((word) => `${word.slice(0, 3)}${word.slice(4)}`);
  expect(spelt(wrong.join(' '), right.join(' '))).toBe(
    [...wordsOf(right.slice(0, 8).join(' ')), ...wordsOf(wrong[8]!)].join(' '),
  );
});

test('16 words of a query are looked for in another script, and not one more', () => {
  const names = ['b', 'd', 'g', 'l', 'm', 'n', 'p', 'r', 't'].flatMap((letter) =>
    ['bana', 'bono'].map((ending) => `${letter}a${ending}`),
  );
  const inCyrillic = new Map(names.map((name) => [name, otherSpelling(name, ['Cyrillic'], () => 1)!]));
  const held = new Set([...inCyrillic.values(), ...wordsOf('и')].map(hash53));
  const found = knownSpellings(names, (hash) => (held.has(hash) ? 1 : 0));
  expect(names).toHaveLength(18);
  expect(found).toEqual(names.map((name, i) => (i < 16 ? inCyrillic.get(name) : name)));
});

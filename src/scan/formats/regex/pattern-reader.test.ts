import { expect, test } from 'vitest';
import { overlaps, readPattern } from './pattern-reader.ts';

const setOf = (pattern: string) => {
  const part = readPattern(pattern);
  const only = part?.k === 'all' ? part.parts[0] : part;
  if (only?.k !== 'set') throw new Error(`${pattern} is no single set`);
  return only.set;
};
const characters = (pattern: string) =>
  [...setOf(pattern)].flatMap((on, code) => (on && code < 128 ? [String.fromCharCode(code)] : [])).join('');

test.each([
  ['a', 'a'],
  ['[a-c]', 'abc'],
  ['[^\\s\\S]', ''],
  ['\\d', '0123456789'],
  ['[\\x41-\\x43]', 'ABC'],
  ['\\u0061', 'a'],
  ['(?i)a', 'Aa'],
  ['/[xy]/i', 'XYxy'],
  ['[a\\-]', '-a'],
  ['(?!b)[a-c]', 'ac'],
])('%s reads these characters: %j', (pattern, expected) => {
  const part = readPattern(pattern);
  const sets = part?.k === 'all' ? part.parts.filter(({ k }) => k === 'set') : [];
  const set = sets.length === 1 && sets[0]!.k === 'set' ? sets[0]!.set : setOf(pattern);
  expect([...set].flatMap((on, code) => (on && code < 128 ? [String.fromCharCode(code)] : [])).join('')).toBe(
    expected,
  );
});

test('two sets overlap where one character is in both, also the first and the last one', () => {
  expect(overlaps(setOf('[\\x00a]'), setOf('[\\x00b]'))).toBe(true);
  expect(overlaps(setOf('[aé]'), setOf('[bü]'))).toBe(true);
  expect(overlaps(setOf('[a-c]'), setOf('[d-f]'))).toBe(false);
  expect(characters('.')).not.toContain('\n');
  expect(characters('/./s')).toContain('\n');
});

test.each(['[a', '(a', 'a)', '('.repeat(40) + ')'.repeat(40), 'a'.repeat(2001)])(
  'what is broken, too deep or too long is not read: %#',
  (pattern) => {
    expect(readPattern(pattern)).toBeUndefined();
  },
);

test.each([
  ['a*', 0, Number.POSITIVE_INFINITY],
  ['a+', 1, Number.POSITIVE_INFINITY],
  ['a?', 0, 1],
  ['a{2}', 2, 2],
  ['a{2,}', 2, Number.POSITIVE_INFINITY],
  ['a{2,5}', 2, 5],
])('%s repeats from %d to %d times', (pattern, least, most) => {
  const part = readPattern(pattern);
  expect(part).toMatchObject({ k: 'all', parts: [{ k: 'repeat', least, most }] });
});

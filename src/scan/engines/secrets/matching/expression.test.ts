import { describe, expect, test } from 'vitest';
import { maxLength, parseExpression } from './expression.ts';

/** The bytes of the set that a pattern of one character is, as text. */
function bytesOf(pattern: string): string {
  const { root } = parseExpression(pattern);
  if (root.kind !== 'bytes') throw new Error(`${pattern} is more than one character`);
  return [...root.set].flatMap((on, byte) => (on && byte < 128 ? String.fromCharCode(byte) : [])).join('');
}

test.each([
  ['a', 'a'],
  ['(?i)a', 'Aa'],
  ['\\x41', 'A'],
  ['\\n', '\n'],
  ['\\.', '.'],
  ['[a-c]', 'abc'],
  ['[]a]', ']a'],
  ['(?i)[b-c]', 'BCbc'],
  ['\\d', '0123456789'],
  ['\\s', '\t\n\r '],
])('%s is %j', (pattern, bytes) => {
  expect(bytesOf(pattern)).toBe(bytes);
});

test('a dot is all but the end of a line, and a negated set all but its members', () => {
  expect(bytesOf('.')).toHaveLength(127);
  expect(bytesOf('.')).not.toContain('\n');
  expect(bytesOf('[^a-z\\n]')).toHaveLength(128 - 27);
  expect(bytesOf('(?i)[^a-z]')).toHaveLength(128 - 52);
});

test('an open repetition ends, and a closed one is as long as it says', () => {
  expect(maxLength(parseExpression('a+').root)).toBe(512);
  expect(maxLength(parseExpression('a{600,}').root)).toBe(600);
  expect(maxLength(parseExpression('(?:ab|c){2,3}d?').root)).toBe(7);
  expect(parseExpression('a*').root).toMatchObject({ kind: 'repeat', min: 0, max: 512 });
  expect(parseExpression('a?').root).toMatchObject({ kind: 'repeat', min: 0, max: 1 });
  expect(parseExpression('x(?<secret>a{2})').root).toMatchObject({
    items: [{ kind: 'bytes' }, { kind: 'secret', item: { kind: 'repeat', min: 2, max: 2 } }],
  });
});

describe('is refused with its reason', () => {
  test.each([
    ['^a', '"^" must be escaped or does not belong here'],
    ['*a', '"*" must be escaped or does not belong here'],
    ['a{,3}', 'A repetition is not of the form {n}, {n,} or {n,m}'],
    ['a{3,2}', 'A repetition is out of range'],
    ['a{2049}', 'A repetition is out of range'],
    ['a+?', 'Two repetitions in a row'],
    ['a**', '"*" must be escaped or does not belong here'],
    ['(?=a)', 'Only (?:…) and (?<secret>…) groups are supported'],
    ['(a)\\1', '"\\1" is not supported'],
    ['\\bword', '"\\b" is not supported'],
    ['\\D', '"\\D" is not supported'],
    ['\\x4', '\\x needs two hexadecimal digits'],
    ['a\\', 'A backslash at the end'],
    ['[z-a]', 'A range runs backwards'],
    ['[a-\\d]', 'A range ends in a class'],
    ['[a-', 'A class is not closed'],
    ['(a', 'A group is not closed'],
    ['é', 'Only ASCII is supported'],
    [`${'('.repeat(17)}a${')'.repeat(17)}`, 'Groups are nested too deeply'],
    ['(?:a{500}){13}', 'More than 6000 positions'],
  ])('%s', (pattern, reason) => {
    expect(() => parseExpression(pattern)).toThrow(reason);
  });

  test('not what is just within the bounds', () => {
    expect(() => parseExpression('(?:a{500}){12}')).not.toThrow();
    expect(() => parseExpression('a{2048}')).not.toThrow();
    expect(() => parseExpression(`${'('.repeat(16)}a${')'.repeat(16)}`)).not.toThrow();
  });
});

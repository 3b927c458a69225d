import { expect, test } from 'vitest';
import { ValueMask } from './value-mask.ts';

test('a value is masked wherever it stands, the longer of two before the shorter', () => {
  const mask = new ValueMask(['hunter2!', 'hunter2!-and-more']);
  expect(mask.apply('a hunter2! b hunter2!-and-more c hunter2?')).toBe('a •••••• b •••••• c hunter2?');
  expect(mask.apply('hunter2!')).toBe('••••••');
  expect(mask.applyDeep({ a: ['x hunter2!', 1], b: { c: 'hunter2!' } })).toEqual({
    a: ['x ••••••', 1],
    b: { c: '••••••' },
  });
});

test('each line of a value of several lines is masked, and pieces that are too short are not', () => {
  const [first, second] = ['MIIEowIBAAKCAQEA', 'x7Jv0pQmN3kLsT9a'];
  const mask = new ValueMask([`${first}\nPrivate\r\n${second}`, 'short']);
  expect(mask.apply(`Private ${second} ${first} short`)).toBe('Private •••••• •••••• short');
  expect(new ValueMask([]).apply('anything')).toBe('anything');
});

test.for([
  ['six characters', ['secret'], 'a secret, secretly', 'a ••••••, ••••••ly'],
  ['five', ['secre'], 'a secre', 'a secre'],
  ['one at the end', ['secret'], 'my secret', 'my ••••••'],
  ['a text that is shorter', ['secret'], 'secre', 'secre'],
  [
    'one line of 15 characters of two',
    [`${'a'.repeat(15)}\n${'b'.repeat(16)}`],
    `${'a'.repeat(15)} ${'b'.repeat(16)}`,
    `${'a'.repeat(15)} ••••••`,
  ],
  ['a line with blanks around it', ['  secret\t'], 'secret', '••••••'],
  [
    'two that begin alike',
    ['secret-one', 'secret-two'],
    'secret-two secret-one secret-six',
    '•••••• •••••• secret-six',
  ],
  ['two in a row', ['secret'], 'secretsecret', '••••••••••••'],
] as const)('masked: %s', ([, values, text, expected]) => {
  expect(new ValueMask(values).apply(text)).toBe(expected);
});

test('what is no text stays as it is', () => {
  const mask = new ValueMask(['secret']);
  for (const value of [1, null, undefined, true]) expect(mask.applyDeep(value)).toBe(value);
  const same = { a: 'x' };
  expect(new ValueMask([]).applyDeep(same)).toBe(same);
});

test('a value is found at the start, at the end, next to another one and behind a false start', () => {
  const mask = new ValueMask(['hunter22', 'pässwörd-日本語', 'aaaaaab']);
  const covered = (text: string) => mask.apply(text).replaceAll('••••••', '*');
  expect(covered('hunter22')).toBe('*');
  expect(covered('hunter22pässwörd-日本語')).toBe('**');
  expect(covered('x hunter2 hunter22')).toBe('x hunter2 *');
  expect(covered('aaaaaaaaab!')).toBe('aaa*!');
  expect(covered('hunter2')).toBe('hunter2');
  expect(covered('hunte')).toBe('hunte');
  expect(covered('')).toBe('');
});

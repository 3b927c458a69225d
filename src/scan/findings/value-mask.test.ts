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

import { expect, test } from 'vitest';
import { isFullCommit, isValidRef } from './ref-name.ts';

// biome-ignore format: one line for each row
test.for([
  ['main', true], ['a', true], ['refs/heads/main', true], ['feature/x.y', true], ['v1.0', true], ['a@b', true], ['über', true], ['a-b', true], ['@a', true],
  ['', false], ['@', false], ['-a', false], ['a/-b', false], ['.a', false], ['a/.b', false], ['a.', false], ['a./b', false], ['a.lock', false], ['a.lock/b', false], ['a//b', false], ['/a', false], ['a/', false],
  ['a..b', false], ['a@{1}', false], ['a b', false], ['a\nb', false], ['a\u007fb', false], ['a~1', false], ['a^', false], ['a:b', false], ['a?', false], ['a*', false], ['a[', false], ['a\\b', false], ['a\ud800', false],
] as const)('%j is a name of a ref: %s', ([ref, expected]) => {
  expect(isValidRef(ref)).toBe(expected);
});

test('a name has up to 512 bytes, however many characters these are', () => {
  expect([isValidRef('a'.repeat(512)), isValidRef('a'.repeat(513))]).toEqual([true, false]);
  expect([isValidRef('ä'.repeat(256)), isValidRef('ä'.repeat(257))]).toEqual([true, false]);
});

test.for([
  [40, true],
  [64, true],
  [39, false],
  [41, false],
  [63, false],
  [65, false],
] as const)('%i digits are a full commit: %s', ([length, expected]) => {
  expect(isFullCommit('a'.repeat(length))).toBe(expected);
  expect(isFullCommit('A'.repeat(length))).toBe(false);
});

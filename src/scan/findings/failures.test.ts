import { expect, test } from 'vitest';
import type { SkippedPath } from '../model/coverage.ts';
import { countPaths, describeFailures, failuresOf } from './failures.ts';
import { markedLines } from './marked-lines.ts';

const skipped = (
  path: string,
  reason: SkippedPath['reason'] = 'not_parsed',
  count?: number,
): SkippedPath => ({
  path,
  reason,
  message: '',
  ...(count !== undefined && { count }),
});

test.for([
  ['nothing', [], undefined],
  ['what nobody needs to read', [skipped('a', 'no_engine')], undefined],
  ['one', [skipped('a')], '1 not parsed (a)'],
  ['three', ['a', 'b', 'c'].map((path) => skipped(path)), '3 not parsed (a, b, c)'],
  ['more', ['a', 'b', 'c', 'd'].map((path) => skipped(path)), '4 not parsed (a, b, c, …)'],
  ['one twice', [skipped('a'), skipped('a')], '2 not parsed (a)'],
  ['some without a name', [skipped('…', 'time_limit', 7), skipped('b')], '7 time limit, 1 not parsed (b)'],
] as const)('failures are told in a sentence: %s', ([, paths, expected]) => {
  expect(describeFailures(paths)).toBe(expected && `Not everything could be analysed: ${expected}.`);
});

test('failures are counted by how many paths they stand for', () => {
  expect(countPaths([])).toBe(0);
  expect(countPaths([skipped('a'), skipped('…', 'time_limit', 0), skipped('…', 'time_limit', 5)])).toBe(6);
  expect(failuresOf([skipped('a'), skipped('b', 'no_engine')])).toEqual([skipped('a')]);
});

test('the lines of a finding are marked, or the one that is wrong', () => {
  expect(markedLines({ line: 3, startLine: 3, endLine: 5 })).toEqual([3, 5]);
  expect(markedLines({ line: 4, startLine: 3, endLine: 5 })).toEqual([4, 4]);
});

import { expect, test } from 'vitest';
import type { SkippedPath } from '../model/coverage.ts';
import { engineIds } from '../model/finding.ts';
import type { SkipReason } from '../model/skip-reason.ts';
import { countPaths, describeFailures, failuresOf } from './failures.ts';
import { markedLines } from './marked-lines.ts';
import { viewOf } from './scan-view.ts';

const whole = {
  engines: engineIds,
  paths: undefined,
  skipped: [],
  listed: undefined,
  isExcludedByRepository: () => false,
};
const known = { fingerprint: 'a', file: 'src/a.js', engine: 'code' } as const;
const skipped = (reason: SkipReason, path = 'src/a.js') => [{ path, reason, message: '' }];

test('a whole scan sees everything, also what is gone and what does not say where it was', () => {
  const isInView = viewOf(whole);
  expect(isInView(known)).toBe(true);
  expect(isInView({ fingerprint: 'a' })).toBe(true);
});

test.each([
  ['another engine', { engines: ['secrets'] as const }],
  ['another path', { paths: { include: ['lib/**'] } }],
  ['an excluded path', { paths: { exclude: ['src/**'] } }],
  ['a path that the repository excludes', { isExcludedByRepository: () => true }],
  ['a file that could not be analysed', { skipped: skipped('not_parsed') }],
  ['files that nobody knows and that could not be analysed', { skipped: skipped('time_limit', '…') }],
  ['a file that is not among those that were listed', { listed: new Set(['src/b.js']) }],
])('%s is out of view', (_, change) => {
  expect(viewOf({ ...whole, ...change })(known)).toBe(false);
});

test.each([
  ['the path itself', { paths: { include: ['src/**'], exclude: ['lib/**'] } }],
  ['a file that is listed', { listed: new Set(['src/a.js']) }],
  ['another file that could not be analysed', { skipped: skipped('not_parsed', 'src/b.js') }],
  ['what nobody needs to read', { skipped: skipped('no_engine') }],
])('%s is in view', (_, change) => {
  expect(viewOf({ ...whole, ...change })(known)).toBe(true);
});

test('without advisories no dependency is fixed', () => {
  const isInView = viewOf({ ...whole, skipped: skipped('advisories_missing', 'package.json') });
  expect(isInView({ ...known, engine: 'dependencies' })).toBe(false);
  expect(isInView(known)).toBe(true);
});

test.each([
  ['only some files were listed', { listed: new Set(['src/a.js']) }],
  ['some paths were wanted', { paths: { include: ['src/**'] } }],
  ['some paths were not', { paths: { exclude: ['lib/**'] } }],
])('what does not say where it was may be out of view where %s', (_, change) => {
  expect(viewOf({ ...whole, ...change })({ fingerprint: 'a' })).toBe(false);
});

const left = (path: string, reason: SkippedPath['reason'] = 'not_parsed', count?: number): SkippedPath => ({
  path,
  reason,
  message: '',
  ...(count !== undefined && { count }),
});

test.for([
  ['nothing', [], undefined],
  ['what nobody needs to read', [left('a', 'no_engine')], undefined],
  ['one', [left('a')], '1 not parsed (a)'],
  ['three', ['a', 'b', 'c'].map((path) => left(path)), '3 not parsed (a, b, c)'],
  ['more', ['a', 'b', 'c', 'd'].map((path) => left(path)), '4 not parsed (a, b, c, …)'],
  ['one twice', [left('a'), left('a')], '2 not parsed (a)'],
  ['some without a name', [left('…', 'time_limit', 7), left('b')], '7 time limit, 1 not parsed (b)'],
] as const)('failures are told in a sentence: %s', ([, paths, expected]) => {
  expect(describeFailures(paths)).toBe(expected && `Not everything could be analysed: ${expected}.`);
});

test('failures are counted by how many paths they stand for', () => {
  expect(countPaths([])).toBe(0);
  expect(countPaths([left('a'), left('…', 'time_limit', 0), left('…', 'time_limit', 5)])).toBe(6);
  expect(failuresOf([left('a'), left('b', 'no_engine')])).toEqual([left('a')]);
});

test('the lines of a finding are marked, or the one that is wrong', () => {
  expect(markedLines({ line: 3, startLine: 3, endLine: 5 })).toEqual([3, 5]);
  expect(markedLines({ line: 4, startLine: 3, endLine: 5 })).toEqual([4, 4]);
});

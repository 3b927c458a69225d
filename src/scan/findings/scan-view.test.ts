import { expect, test } from 'vitest';
import { engineIds } from '../model/finding.ts';
import type { SkipReason } from '../model/skip-reason.ts';
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

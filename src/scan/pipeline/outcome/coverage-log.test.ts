import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CoverageLog } from './coverage-log.ts';

const note = (path: string) => ({ path, message: 'Why.' });

test('what was excluded leaves a scan complete, what is unsupported or failed does not, and only failures are counted', () => {
  const log = new CoverageLog();
  log.skip({ ...note('a'), reason: 'submodule' });
  expect(log).toMatchObject({ complete: true, failed: 0, engineErrors: 0 });
  log.skip({ ...note('b'), reason: 'lfs_pointer' });
  expect(log).toMatchObject({ complete: false, failed: 0 });
  log.notes('code', [{ ...note('c'), reason: 'engine_error' }]);
  log.skip({ ...note('…'), reason: 'time_limit', count: 41 });
  expect(log).toMatchObject({ complete: false, failed: 42, engineErrors: 1 });
  expect(log.list().map(({ reason, kind }) => [reason, kind])).toEqual([
    ['engine_error', 'failed'],
    ['lfs_pointer', 'unsupported'],
    ['submodule', 'excluded'],
    ['time_limit', 'failed'],
  ]);
});

test('a long list is cut, and the paths that are not listed are still counted', () => {
  const log = new CoverageLog();
  for (let i = 0; i < 1_500; i++) log.skip({ ...note(`f${i}`), reason: 'not_parsed' });
  expect(log.failed).toBe(1_500);
  expect(log.list()).toHaveLength(1_001);
  expect(log.list().at(-1)).toMatchObject({ count: 500, kind: 'failed' });
});

test('the guide explains every reason there is', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/scanning.md', import.meta.url), 'utf8');
  const table = readFileSync(new URL('../../model/skip-reason.ts', import.meta.url), 'utf8');
  const reasons = [...table.matchAll(/^ {2}(\w+): '(?:excluded|unsupported|failed)',$/gm)].map(
    ([, one]) => one!,
  );
  expect(reasons.length).toBeGreaterThan(30);
  expect(reasons.filter((reason) => !guide.includes(`\`${reason}\``))).toEqual([]);
});

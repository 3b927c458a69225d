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

test('a thousand paths of one reason are listed, a hundred of what no engine reads, and a path of 1024 characters is whole', () => {
  const listed = (count: number, reason: 'not_parsed' | 'no_engine') => {
    const log = new CoverageLog();
    for (let i = 0; i < count; i++) log.skip({ ...note(`f${i}`), reason });
    const list = log.list();
    return [list.length, list.at(-1)!.message];
  };
  expect(listed(1000, 'not_parsed')).toEqual([1000, 'Why.']);
  expect(listed(1001, 'not_parsed')).toEqual([1001, 'And 1 further paths.']);
  expect(listed(100, 'no_engine')).toEqual([100, 'Why.']);
  expect(listed(101, 'no_engine')).toEqual([101, 'And 1 further paths.']);
  const path = (length: number) => {
    const log = new CoverageLog();
    log.skip({ ...note('p'.repeat(length)), reason: 'not_parsed' });
    return log.list()[0]!.path;
  };
  expect(path(1024)).toBe('p'.repeat(1024));
  expect(path(1025)).toBe(`${'p'.repeat(1024)}…`);
});

test('what stands for several paths counts as so many behind the limit', () => {
  const log = new CoverageLog();
  log.skipAll(Array.from({ length: 100 }, (_, i) => ({ ...note(`f${i}`), reason: 'no_engine' as const })));
  log.skip({ ...note('z'), reason: 'no_engine', count: 7 });
  log.skip({ ...note('zz'), reason: 'no_engine' });
  expect(log.list().at(-1)).toEqual({
    path: '…',
    reason: 'no_engine',
    message: 'And 8 further paths.',
    count: 8,
    kind: 'excluded',
  });
});

test('the list is in order of reason, path, engine and message', () => {
  const log = new CoverageLog();
  const rows = [
    ['a', 'engine_error', 'code', '1'],
    ['a', 'engine_error', 'code', '2'],
    ['a', 'engine_error', 'secrets', '1'],
    ['b', 'engine_error', 'code', '1'],
    ['a', 'time_limit', 'code', '1'],
  ] as const;
  for (const [path, reason, engine, message] of rows.toReversed())
    log.notes(engine, [{ path, reason, message }]);
  log.notes('code', undefined);
  expect(log.list().map(({ path, reason, engine, message }) => [path, reason, engine, message])).toEqual(
    rows,
  );
});

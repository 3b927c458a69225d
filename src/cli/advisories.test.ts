import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runInProcess } from '../../test/support/in-process-cli.ts';

const cli = (...args: string[]) => runInProcess(args);

test('advisories are taken from a folder, their state is told, and an empty index is never passed over in silence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = ['--data-dir', join(folder, 'data')];
  const before = await cli('advisories', 'status', ...data);
  expect(before).toMatchObject({ code: 1 });
  expect(before.out).toContain('none is judged');

  mkdirSync(join(folder, 'osv'));
  const affected = [{ package: { ecosystem: 'npm', name: 'a' }, versions: ['1.0.0'] }];
  const record = { id: 'GHSA-a', modified: '2026-01-01T00:00:00Z', affected };
  writeFileSync(join(folder, 'osv', 'a.json'), JSON.stringify(record));
  const synced = await cli('advisories', 'sync', '--from', join(folder, 'osv'), ...data);
  expect(synced).toMatchObject({ code: 0, said: '' });
  expect(synced.out).toContain('1 advisory: 1 new');
  writeFileSync(join(folder, 'osv', 'broken.json'), '{');
  const partly = await cli('advisories', 'sync', '--from', join(folder, 'osv'), ...data);
  const said = '1 file is no OSV record and was left out: broken.json (not JSON).';
  expect(partly.out).toContain(said);
  expect((await cli('advisories', 'status', ...data)).out).toContain(said);
  expect((await cli('doctor', ...data)).out).toContain(said);

  const after = await cli('advisories', 'status', '--json', ...data);
  expect(after.code).toBe(0);
  expect(JSON.parse(after.out)).toMatchObject({
    exists: true,
    records: 1,
    ecosystems: [{ ecosystem: 'npm', packages: 1 }],
  });
  const failed = await cli('advisories', 'sync', '--from', join(folder, 'nowhere'), ...data);
  expect(failed.code).toBe(1);
  expect(failed.said).toContain('no file or folder');
  expect((await cli('advisories', 'fetch', ...data)).code).toBe(2);
});

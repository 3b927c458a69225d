import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-fresh-advisories-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = join(root, 'project');
mkdirSync(folder);
writeFileSync(
  join(folder, 'package-lock.json'),
  JSON.stringify({ lockfileVersion: 3, packages: { '': {}, 'node_modules/left-pad': { version: '1.0.0' } } }),
);

function records(name: string, id: string): string {
  mkdirSync(join(root, name), { recursive: true });
  const affected = [{ package: { ecosystem: 'npm', name: 'left-pad' }, versions: ['1.0.0'] }];
  writeFileSync(
    join(root, name, `${id}.json`),
    JSON.stringify({ id, modified: '2026-11-01T00:00:00Z', summary: 'It pads.', affected }),
  );
  return join(root, name);
}

const scan = (cache: string, ...args: string[]) =>
  runInProcess(['scan', folder, '--engines', 'dependencies', '--json', ...args], {
    environment: { XDG_CACHE_HOME: join(root, cache), LOREKEEP_SCAN_ALLOW_HOSTS: '127.0.0.1:1' },
  });
const found = (out: string) =>
  JSON.parse(out).findings.flatMap((finding: { package: { vulnIds: string[] } }) => finding.package.vulnIds);

test('--sync-from fills the index of the user before the scan, and later scans find it from any folder', async () => {
  const { code, out } = await scan('cache', '--sync-from', records('osv', 'GHSA-first'));
  expect([code, found(out)]).toEqual([0, ['GHSA-first']]);
  expect(found((await scan('cache')).out)).toEqual(['GHSA-first']);
  // An index of today is not asked about again: nothing is fetched, and nothing can fail.
  const again = await scan('cache', '--sync');
  expect([again.code, again.said, found(again.out)]).toEqual([0, '', ['GHSA-first']]);
});

test('where an update fails the older index is used and reported; without one the scan fails and passes nothing', async () => {
  const from = ['--sync-from', 'https://127.0.0.1:1/all.zip'];
  const older = await scan('cache', ...from);
  expect([older.code, found(older.out)]).toEqual([0, ['GHSA-first']]);
  expect(older.said).toMatch(/could not be updated, those of \d{4}-\d\d-\d\d are used/);
  const none = await scan('empty', '--fail-on', 'high', ...from);
  expect(none.code).toBe(5);
  expect(none.said).toContain('The advisories could not be fetched');
  // No process of a scan was lost: none was started.
  expect(none.said).not.toContain('worker_lost');
});

test('a folder of records is read as it is and not synced', async () => {
  const args = ['--sync', '--advisories', records('osv', 'GHSA-first')];
  expect(await scan('cache', ...args)).toMatchObject({
    code: 2,
    said: expect.stringContaining('read as they are'),
  });
});

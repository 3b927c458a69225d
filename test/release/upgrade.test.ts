import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/app.ts';
import { lorekeep, startService } from '../support/process.ts';

test('a data folder of 0.1 is brought up to date by the first start: keys, memory, scans and secrets are there, and it can be written', async () => {
  const dataDir = oldFolder('data-0.1.tar.br');
  const variables = { LOREKEEP_DATA_DIR: dataDir };
  const service = await startService(variables);
  const key = readFileSync(join(dataDir, 'initial-key'), 'utf8').trim();
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${service.base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([path, response.status < 300]).toEqual([path, true]);
    return ((await response.json()) as { data: unknown }).data;
  };

  const list = async (path: string) => ((await call(path)) as { items: unknown[] }).items;

  const tea = { content: 'Ada prefers tea in the morning.', metadata: { place: 0, kind: 'office' } };
  expect(await list('/v1/memory/entries?namespace=old')).toHaveLength(3);
  const query = { namespace: 'old', query: 'what does she like to drink in the morning?', limit: 1 };
  expect(await call('/v1/memory/search', query)).toMatchObject([tea]);
  const filtered = { ...query, metadataFilter: { kind: 'travel' } };
  expect(await call('/v1/memory/search', filtered)).toMatchObject([{ metadata: { kind: 'travel' } }]);
  await call('/v1/memory/entries', {
    namespace: 'old',
    entries: [{ content: 'Written after the upgrade.' }],
  });
  expect(await list('/v1/memory/entries?namespace=old')).toHaveLength(4);

  const [scan] = (await list('/v1/security/scan')) as Array<{ scanId: string }>;
  expect(await call(`/v1/security/scan/${scan!.scanId}`)).toMatchObject({
    status: 'completed',
    findings: [{ file: 'a.js', line: 1, severity: 'high' }],
  });
  expect(await list('/v1/security/webhook-secrets')).toHaveLength(1);
  expect(await service.stop()).toBe(0);

  const verified = await lorekeep(['verify'], variables);
  expect([verified.code, verified.stderr]).toEqual([0, '']);
});

/** As `scripts/make-upgrade-fixture.ts` made it with the code of that release. */
function oldFolder(fixture: string): string {
  const folder = temporaryFolder();
  const tar = join(temporaryFolder(), 'data.tar');
  writeFileSync(tar, brotliDecompressSync(readFileSync(join(import.meta.dirname, fixture))));
  execFileSync('tar', ['-xf', tar, '-C', folder]);
  return folder;
}

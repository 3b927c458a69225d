import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyOfOtherTenant, openScanApp } from '../support/scan-app.ts';

const usage = '/v1/usage';

test('requests of a tenant are counted by day, and are still there after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lorekeep-usage-'));
  const bench = await openScanApp({}, { dataDir });
  const entry = { namespace: 'n', entries: [{ content: 'Ada drinks tea.' }] };
  await bench.call('POST', '/v1/memory/entries', entry);
  await bench.call('POST', '/v1/memory/search', { namespace: 'n', query: 'tea' });
  await bench.call('POST', '/v1/memory/search', { namespace: 'n' });
  await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' });
  const { data } = await bench.call('GET', `${usage}?days=2`);
  const [, today] = data.days;
  expect(data.days).toHaveLength(2);
  expect(today).toMatchObject({ requests: 4, errors: 1, writes: 1, searches: 1, scans: 1 });
  expect(today.date).toBe(new Date().toISOString().slice(0, 10));
  expect(today.bytesReceived).toBeGreaterThan(JSON.stringify(entry).length);
  expect(today.bytesSent).toBeGreaterThan(100);
  const other = await keyOfOtherTenant(bench);
  expect((await bench.call('GET', usage, undefined, other)).data.days.at(-1).requests).toBe(0);
  await bench.app.close();

  const again = await openScanApp({}, { dataDir });
  const { data: later } = await again.call('GET', `${usage}?days=1`);
  expect(later.days[0]).toMatchObject({ requests: 5, errors: 1, writes: 1, searches: 1, scans: 1 });
});

test('only an admin sees what the whole tenant asked for', async () => {
  const bench = await openScanApp();
  const issued = await bench.call('POST', '/v1/keys', {
    name: 'k',
    scopes: ['memory:read'],
    namespaces: ['a'],
  });
  const headers = { authorization: `Bearer ${issued.data.key}` };
  expect((await bench.call('GET', usage, undefined, headers)).data.code).toBe('insufficient_scope');
  for (const query of ['days=0', 'days=366', 'day=1'])
    expect((await bench.call('GET', `${usage}?${query}`)).data.code, query).toBe('validation_failed');
});

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadSecretKey } from '../../src/storage/embedded/key-file.ts';
import { changeStored, onPostgres } from '../support/backend.ts';
import { completed, openScanApp, type ScanApp } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 5 };

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-recovery-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(bench: ScanApp): Promise<string> {
  return (await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' })).data
    .scanId;
}

/** Two scans, one running and one waiting, in a service that has ended. */
async function leaveTwoScans(dataDir: string): Promise<[running: string, pending: string]> {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_RUNNING: '1' }, { dataDir });
  const running = await start(bench);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  const pending = await start(bench);
  await bench.app.close();
  return [running, pending];
}

/** What a service on this folder calls itself in the queue. */
function nodeOf(dataDir: string): string {
  return onPostgres() ? readFileSync(join(dataDir, 'node-id'), 'utf8').trim() : 'embedded';
}

test('scans that a service left behind go on in the next one, under their ids', async () => {
  const dataDir = makeFolder();
  const left = await leaveTwoScans(dataDir);
  const bench = await openScanApp({}, { dataDir });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(2), soon);
  for (const held of bench.begun) held.end(completed);
  for (const scanId of left) {
    await vi.waitFor(async () => {
      const { data } = await bench.call('GET', `/v1/security/scan/${scanId}`);
      // Ending a service in good order is not a failed attempt.
      expect(data).toMatchObject({ status: 'completed', attempt: 1 });
    }, soon);
  }
});

test('a scan of a service that was killed is taken back at once and counts as an attempt', async () => {
  const dataDir = makeFolder();
  const [scanId] = await leaveTwoScans(dataDir);
  // As if the process that held the job had died without a word.
  await changeStored(
    dataDir,
    `UPDATE jobs SET state = 'leased', leased_by = '${nodeOf(dataDir)}', lease_until = 9000000000000000, attempt = 1 WHERE id = (SELECT min(id) FROM jobs)`,
  );
  const bench = await openScanApp({}, { dataDir });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(2), soon);
  expect((await bench.call('GET', `/v1/security/scan/${scanId}`)).data).toMatchObject({
    status: 'running',
    attempt: 2,
  });
});

test('a scan whose worker was lost three times fails with worker_lost', async () => {
  const dataDir = makeFolder();
  const left = await leaveTwoScans(dataDir);
  await changeStored(dataDir, 'UPDATE jobs SET attempt = 3');
  const bench = await openScanApp({}, { dataDir });
  for (const scanId of left) {
    const { data } = await bench.call('GET', `/v1/security/scan/${scanId}`);
    expect(data).toMatchObject({ status: 'failed', errorCode: 'worker_lost', error: expect.any(String) });
  }
  expect(bench.begun).toEqual([]);
});

test('a scan that waited beyond its deadline fails with expired_in_queue', async () => {
  const dataDir = makeFolder();
  const left = await leaveTwoScans(dataDir);
  await changeStored(dataDir, 'UPDATE jobs SET expires_at = 1');
  const bench = await openScanApp({}, { dataDir });
  for (const scanId of left) {
    const { data } = await bench.call('GET', `/v1/security/scan/${scanId}`);
    expect(data).toMatchObject({ status: 'failed', errorCode: 'expired_in_queue' });
  }
});

test.skipIf(onPostgres())(
  'with another secret key a credential is not used, and the scan says so',
  async () => {
    const dataDir = makeFolder();
    const first = await openScanApp({}, { dataDir });
    const made = await first.call('POST', '/v1/security/credentials', {
      host: 'git.example.com',
      secret: 's',
    });
    await first.app.close();
    rmSync(join(dataDir, 'secret.key'));
    const bench = await openScanApp({}, { dataDir });
    const { credentialId } = made.data;
    const body = { repoUrl: 'https://git.example.com/a', credentialId, waitForCompletion: true };
    const { data } = await bench.call('POST', '/v1/security/scan', body);
    expect(data).toMatchObject({ status: 'failed', errorCode: 'auth_failed' });
    expect(bench.begun).toEqual([]);
  },
);

test('the secret key is made once, readable by its owner alone, and a damaged one is not replaced', () => {
  const folder = makeFolder();
  const key = loadSecretKey(folder);
  expect(key).toHaveLength(32);
  expect(loadSecretKey(folder)).toEqual(key);
  const file = join(folder, 'secret.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 10));
  expect(() => loadSecretKey(folder)).toThrow(/damaged/);
});

import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/app.ts';
import { completed, openScanApp, type ScanApp } from '../../test/support/scan-app.ts';
import { advisoryFolder, advisoryIndexFile } from '../scan/engines/dependencies/advisories/index-file.ts';

const scan = '/v1/security/scan';
const repoUrl = 'https://git.example.com/acme/webshop.git';
const soon = { timeout: 300_000, interval: 5 };

async function begin(bench: ScanApp, body: object = {}) {
  const before = bench.begun.length;
  const { data } = await bench.call('POST', scan, { repoUrl, ...body });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(before + 1), soon);
  return { scanId: data.scanId as string, held: bench.begun[before]! };
}

const ended = (bench: ScanApp, scanId: string) =>
  vi.waitFor(async () => {
    const { data } = await bench.call('GET', `${scan}/${scanId}`);
    expect(data.status).not.toMatch(/pending|running/);
    return data;
  }, soon);

const measured = async (bench: ScanApp) =>
  (await bench.app.server.inject({ method: 'GET', url: '/metrics' })).body;

test('a scan that ends is logged and counted by how it ended, and so is a crash of an engine', async () => {
  const lines: string[] = [];
  const settings = {
    LOREKEEP_METRICS_OPEN: 'true',
    LOREKEEP_LOG_LEVEL: 'info',
    LOREKEEP_SCAN_MAX_RUNNING: '1',
  };
  const bench = await openScanApp(settings, { log: (line) => void lines.push(line) });
  const first = await begin(bench);
  expect(await measured(bench)).toMatch(/^lorekeep_scans_running 1$/m);
  // A second one has to wait.
  await bench.call('POST', scan, { repoUrl: 'https://git.example.com/acme/other.git' });
  expect(await measured(bench)).toMatch(/^lorekeep_scan_jobs_waiting 1$/m);
  first.held.surroundings.onCrash!({ engine: 'code', step: 'analyse', errorName: 'TypeError' } as never);
  first.held.end({ status: 'failed', errorCode: 'repo_not_found', error: 'None.' });
  await ended(bench, first.scanId);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(2), soon);
  bench.begun[1]!.end(completed);
  await vi.waitFor(async () => expect(await measured(bench)).toMatch(/^lorekeep_scans_running 0$/m), soon);
  await vi.waitFor(async () => {
    const text = await measured(bench);
    expect(text).toMatch(/^lorekeep_scans_total\{status="failed",error_code="repo_not_found"\} 1$/m);
    expect(text).toMatch(/^lorekeep_scans_total\{status="completed",error_code="none"\} 1$/m);
    expect(text).toMatch(/^lorekeep_scan_engine_errors_total\{engine="code",step="analyse"\} 1$/m);
    expect(text).toMatch(/^lorekeep_scan_jobs_waiting 0$/m);
  }, soon);
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said.filter(({ msg }) => msg === 'a scan ended')).toMatchObject([
    { scanId: first.scanId, status: 'failed', errorCode: 'repo_not_found', sinceStartMs: expect.any(Number) },
    { status: 'completed' },
  ]);
  for (const { sinceStartMs, msg } of said)
    if (msg === 'a scan ended') expect(Number(sinceStartMs)).toBeLessThan(Date.now() / 2);
  expect(said.filter(({ msg }) => msg === 'an engine crashed')).toMatchObject([
    { scanId: first.scanId, engine: 'code', step: 'analyse' },
  ]);
});

test('a scan is given the folders and limits of the service, and what is left of them goes with its tenant', async () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'scratch', 'left'), { recursive: true });
  const certificate = join(temporaryFolder(), 'ca.pem');
  writeFileSync(certificate, '');
  const bench = await openScanApp(
    {
      LOREKEEP_SCAN_LIMITS_FILES: '123',
      LOREKEEP_SCAN_ALLOW_HOSTS: 'git.example.com',
      LOREKEEP_SCAN_CA_FILE: certificate,
    },
    { dataDir },
  );
  expect(existsSync(join(dataDir, 'scratch', 'left'))).toBe(false);
  const { held, scanId } = await begin(bench);
  expect(held.task.limits.files).toBe(123);
  const { scratchFolder, cacheFolder, network, sandbox } = held.surroundings;
  expect(scratchFolder).toBe(join(dataDir, 'scratch'));
  expect(network).toEqual({ allowHosts: ['git.example.com'], caFile: certificate });
  expect(cacheFolder!.startsWith(join(dataDir, 'scan-cache', 'ten_'))).toBe(true);
  expect(held.surroundings).not.toHaveProperty('advisoryIndexFile');
  const { data } = await bench.call('GET', '/readyz');
  expect(data.sandbox).toBe(sandbox!.kind);
  const { data: cancelled } = await bench.call('POST', `${scan}/${scanId}/cancel`);
  expect(cancelled.status).toBe('failed');
  expect(held.surroundings.signal.aborted).toBe(true);
});

test.each([
  ['own', ['own', 'user'], [2_000, 1_000]],
  ['user', ['own', 'user'], [1_000, 2_000]],
  ['own', ['own'], [1_000]],
  ['user', ['user'], [1_000]],
] as const)(
  'of the advisories of the service and of its user the newest serve: %s of %j',
  async (newest, there, times) => {
    const folders = { own: temporaryFolder(), user: temporaryFolder() };
    for (const [i, name] of there.entries()) {
      mkdirSync(advisoryFolder(folders[name]), { recursive: true });
      const file = advisoryIndexFile(advisoryFolder(folders[name]));
      writeFileSync(file, '');
      utimesSync(file, times[i]!, times[i]!);
    }
    const bench = await openScanApp({}, { dataDir: folders.own, userCacheFolder: folders.user });
    const { held } = await begin(bench);
    expect(held.surroundings.advisoryIndexFile).toBe(advisoryIndexFile(advisoryFolder(folders[newest])));
  },
);

test('an index that the operator names serves alone', async () => {
  const named = temporaryFolder();
  writeFileSync(advisoryIndexFile(named), '');
  const bench = await openScanApp({ LOREKEEP_ADVISORIES_DIR: named });
  const { held } = await begin(bench);
  expect(held.surroundings.advisoryIndexFile).toBe(advisoryIndexFile(named));
});

test('old scans, their batches and caches go when it is time for them', async () => {
  const timers: Array<{ ms: number; work: () => void }> = [];
  const real = globalThis.setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
    timers.push({ ms, work });
    return real(work, ms);
  }) as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const dataDir = temporaryFolder();
  const bench = await openScanApp(
    { LOREKEEP_SCAN_RETENTION_DAYS: '2', LOREKEEP_SCAN_CACHE_DAYS: '3' },
    { dataDir },
  );
  const { scanId, held } = await begin(bench);
  held.end({ status: 'failed', errorCode: 'repo_not_found', error: 'None.' });
  await ended(bench, scanId);
  const cleanUp = () => {
    for (const { ms, work } of timers) if (ms === 3_600_000) work();
  };
  const status = async () => (await bench.call('GET', `${scan}/${scanId}`)).status;
  const hour = 3_600_000;
  bench.clock.ahead = 47 * hour;
  cleanUp();
  expect(await status()).toBe(200);
  bench.clock.ahead = 49 * hour;
  cleanUp();
  await vi.waitFor(async () => expect(await status()).toBe(404), soon);
});

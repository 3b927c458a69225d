import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewJob } from '../../src/jobs/job-queue.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { reportFormats } from '../../src/scan/report/formats.ts';
import { openDataFolder } from '../../src/storage/embedded/data-folder.ts';
import { EmbeddedJobQueue } from '../../src/storage/embedded/job-queue.ts';
import { EmbeddedScanStore } from '../../src/storage/embedded/scan/scan-store.ts';
import { sampleFinding, sampleScan } from '../../test/support/sample-scan.ts';

// node bench/scan/service.ts: what the service around a scan costs, in milliseconds of CPU: the queue with 10,000 jobs
// waiting, a result with 50,000 findings, a list of 10,000 scans, and the reports.
const folderPath = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
const folder = openDataFolder(folderPath);
const { database } = folder;
const queue = new EmbeddedJobQueue(database, systemClock);
const store = new EmbeddedScanStore(database);
const results: Record<string, number> = {};

async function measure(name: string, times: number, work: (round: number) => unknown): Promise<void> {
  const before = process.cpuUsage();
  for (let round = 0; round < times; round++) await work(round);
  const { user, system } = process.cpuUsage(before);
  results[name] = Math.round((user + system) / 10 / times) / 100;
  console.log(`${name.padEnd(58)} ${String(results[name]).padStart(10)} ms`);
}

const tenants = Array.from({ length: 50 }, (_, i) => `ten_${i}`);
await database.write(() => {
  for (const id of tenants) database.run('INSERT INTO tenants VALUES (?, ?, 0)', id, id);
});
const jobOf = (number: number): NewJob => ({
  id: `job_${String(number).padStart(8, '0')}`,
  kind: 'scan',
  tenantId: tenants[number % 50]!,
  keyId: `key_${number % 200}`,
  payload: { scanId: `scan_${String(number).padStart(8, '0')}` },
  runAt: 0,
});
const createScan = (number: number) => {
  const job = jobOf(number);
  const { tenantId, keyId } = job;
  const scanId = `scan_${String(number).padStart(8, '0')}`;
  const request = {
    repoUrl: 'https://example.com/a',
    history: false,
    trustRepositoryConfig: false,
    labels: {},
  };
  const bounds = { maxWaiting: 1e6, maxWaitingPerKey: 1e6, quota: { max: 0, since: 0 } };
  return store.create({ scanId, tenantId, keyId, request, createdAt: number }, job, bounds);
};

await measure('start a scan, 100 at once (10,000 in all)', 100, (round) =>
  Promise.all(Array.from({ length: 100 }, (_, i) => createScan(round * 100 + i))),
);
const request = {
  kind: 'scan',
  node: 'bench',
  leaseMs: 30_000,
  maxRunning: 1e6,
  maxRunningPerKey: 1e6,
  maxAttempts: 3,
};
await measure('claim a job while 10,000 wait', 100, () => queue.claim(request));
await measure('look for a job while all slots are taken', 1000, () =>
  queue.claim({ ...request, maxRunning: 1 }),
);
await measure('list 50 of 10,000 scans', 100, () => store.list('ten_1', { limit: 50 }));
await measure('list 50 scans by a status that few have', 100, () =>
  store.list('ten_1', { limit: 50, status: 'failed' }),
);

const findings = Array.from({ length: 50_000 }, (_, i) =>
  sampleFinding({ id: `fin_${i}`, fingerprint: `${i}` }),
);
const scan = sampleScan({ findings, suppressedFindings: [] });
const claim = (await queue.claim(request))!;
const { scanId } = claim.payload as { scanId: string };
await measure('store a result of 50,000 findings', 1, () =>
  store.finish(claim, scanId, { outcome: scan, finishedAt: 1, followUps: [] }),
);
await measure('read 50,000 findings', 3, () => store.findings(scanId));
for (const [name, format] of Object.entries(reportFormats)) {
  await measure(`report 50,000 findings as ${name}`, 1, () => format.render(scan, { version: '0' }));
}
await measure('delete a scan of 50,000 findings', 1, () => store.remove(claim.tenantId, scanId));

folder.close();
rmSync(folderPath, { recursive: true, force: true });
const target = new URL('../results/', import.meta.url);
mkdirSync(target, { recursive: true });
writeFileSync(new URL('scan-service.json', target), `${JSON.stringify(results, null, 2)}\n`);

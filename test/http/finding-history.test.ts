import { expect, test, vi } from 'vitest';
import { findingHistory } from '../../src/contract/insight/finding-history-schemas.ts';
import type { ReportedScan } from '../../src/scan/model/outcome.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';
import { keyOfOtherTenant, openScanApp, type ScanApp } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 5 };
const wanted = sampleFinding({ id: 'fin_wanted' });
const others = Array.from({ length: 150 }, (_, i) => sampleFinding({ id: `fin_${i}`, fingerprint: `${i}` }));
const withIt: Partial<ReportedScan> = { findings: [...others, wanted] };
const without: Partial<ReportedScan> = { findings: others };

async function scanned(bench: ScanApp, outcome: Partial<ReportedScan>, body: object = {}): Promise<string> {
  const count = bench.begun.length;
  const { data } = await bench.call('POST', '/v1/security/scan', {
    repoUrl: 'https://git.example.com/a',
    ...body,
  });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(count + 1), soon);
  bench.begun[count]!.end(sampleScan({ suppressedFindings: [], ...outcome }));
  await vi.waitFor(async () => {
    expect((await bench.call('GET', '/v1/security/scan?limit=1')).data.items[0].status).toBe('completed');
  }, soon);
  return data.scanId;
}

const historyOf = (bench: ScanApp, id: string, headers?: Record<string, string>) =>
  bench.call('GET', `/v1/security/findings/${id}/history`, undefined, headers);

test('a finding has the scans that saw it, the first, the last, and the one in which it was fixed', async () => {
  const bench = await openScanApp();
  await scanned(bench, without);
  const first = await scanned(bench, withIt);
  await scanned(bench, withIt, { repoUrl: 'https://git.example.com/b' });
  const second = await scanned(bench, {
    findings: others,
    suppressedFindings: [{ ...wanted, status: 'false_positive' }],
  });
  const open = await historyOf(bench, wanted.id);
  expect(() => findingHistory.parse(open.data)).not.toThrow();
  // The newest sighting is of another repository that has the finding under the same id; a service gives each its own.
  expect(open.data.repoUrl).toBe('https://git.example.com/a');
  expect(open.data).toMatchObject({
    firstSeen: { scanId: first, commit: sampleScan().commit },
    lastSeen: { scanId: second },
    scans: [
      { scanId: second, suppressed: true },
      { scanId: first, suppressed: false },
    ],
  });
  expect(open.data).not.toHaveProperty('fixedIn');
  expect(open.data).not.toHaveProperty('truncated');

  const fixed = await scanned(bench, without);
  await scanned(bench, without);
  expect((await historyOf(bench, wanted.id)).data).toMatchObject({
    lastSeen: { scanId: second },
    fixedIn: { scanId: fixed },
  });
});

test('a scan that did not look there does not count as fixing it', async () => {
  const bench = await openScanApp();
  await scanned(bench, withIt, { branch: 'main' });
  const unread = { path: wanted.file, reason: 'engine_error', message: 'The engine crashed.' };
  const { coverage } = sampleScan();
  await scanned(bench, without, { branch: 'other' });
  await scanned(bench, without, { branch: 'main', engines: ['secrets'] });
  await scanned(bench, without, { branch: 'main', paths: { exclude: ['src/**'] } });
  await scanned(bench, { ...without, truncated: true }, { branch: 'main' });
  await scanned(
    bench,
    { ...without, coverage: { ...coverage, skipped: [unread as never] } },
    { branch: 'main' },
  );
  expect((await historyOf(bench, wanted.id)).data).not.toHaveProperty('fixedIn');
  const fixed = await scanned(bench, without, { branch: 'main' });
  expect((await historyOf(bench, wanted.id)).data.fixedIn.scanId).toBe(fixed);
});

test('another tenant sees no history, and neither does anybody of what was deleted', async () => {
  const bench = await openScanApp();
  const scanId = await scanned(bench, withIt);
  expect((await historyOf(bench, wanted.id, await keyOfOtherTenant(bench))).status).toBe(404);
  expect((await historyOf(bench, 'fin_none')).status).toBe(404);
  await bench.call('DELETE', `/v1/security/scan/${scanId}`);
  expect((await historyOf(bench, wanted.id)).status).toBe(404);
});

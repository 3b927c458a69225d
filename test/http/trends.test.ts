import { expect, test, vi } from 'vitest';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';
import { keyOfOtherTenant, openScanApp, type ScanApp } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 5 };
const trends = '/v1/security/trends';
const day = 86_400_000;

async function scanned(bench: ScanApp, ids: string[], body: object = {}): Promise<void> {
  const count = bench.begun.length;
  await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a', ...body });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(count + 1), soon);
  const findings = ids.map((id) => sampleFinding({ id, severity: 'high' }));
  bench.begun[count]!.end(sampleScan({ findings, suppressedFindings: [] }));
  await vi.waitFor(async () => {
    expect((await bench.call('GET', '/v1/security/scan?limit=1')).data.items[0].status).toBe('completed');
  }, soon);
}

const open = (high: number) => ({ critical: 0, high, medium: 0, low: 0, info: 0 });

test('each scan is compared with the one before it, and each day has what was open at its end', async () => {
  const bench = await openScanApp();
  await scanned(bench, ['fin_1', 'fin_2']);
  bench.clock.ahead = day;
  await scanned(bench, ['fin_2', 'fin_3', 'fin_4']);
  await scanned(bench, ['fin_9'], { repoUrl: 'https://git.example.com/b' });
  bench.clock.ahead = 3 * day;
  const { data } = await bench.call('GET', `${trends}?days=4`);
  expect(data.scans).toMatchObject([
    { repoUrl: 'https://git.example.com/a', open: open(2) },
    { repoUrl: 'https://git.example.com/a', open: open(3), new: 2, fixed: 1 },
    { repoUrl: 'https://git.example.com/b', open: open(1) },
  ]);
  expect(data.scans[0]).not.toHaveProperty('new');
  expect(data.days).toHaveLength(4);
  expect(data.days.map((one: { open: { high: number } }) => one.open.high)).toEqual([2, 4, 4, 4]);
  expect(data.days[1]).toMatchObject({ scans: 2, new: 2, fixed: 1 });
  expect(data.days.at(-1).date).toBe(new Date(Date.now() + 3 * day).toISOString().slice(0, 10));

  // The range begins behind the first two days: what was open then is carried on, and nothing is compared twice.
  const late = await bench.call('GET', `${trends}?days=2&repoUrl=https://git.example.com/a`);
  expect(late.data).toMatchObject({ scans: [], days: [{ open: open(3), scans: 0 }, { open: open(3) }] });
  await scanned(bench, []);
  const gone = await bench.call('GET', `${trends}?days=1&repoUrl=https://git.example.com/a`);
  expect(gone.data.scans).toMatchObject([{ open: open(0), new: 0, fixed: 3 }]);

  const other = await bench.call('GET', `${trends}?days=4`, undefined, await keyOfOtherTenant(bench));
  expect(other.data.scans).toEqual([]);
  expect(
    other.data.days.every((one: { open: object }) => JSON.stringify(one.open) === JSON.stringify(open(0))),
  ).toBe(true);
  for (const query of ['days=0', 'days=366', 'days=x', 'repo=a'])
    expect((await bench.call('GET', `${trends}?${query}`)).data.code, query).toBe('validation_failed');
});

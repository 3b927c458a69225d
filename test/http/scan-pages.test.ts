import { expect, test, vi } from 'vitest';
import { packagePage } from '../../src/contract/insight/package-schemas.ts';
import { diffView } from '../../src/contract/scan-responses.ts';
import type { Inventory } from '../../src/scan/model/inventory.ts';
import type { ReportedScan } from '../../src/scan/model/outcome.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';
import { keyOfOtherTenant, openScanApp, type ScanApp } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 5 };
const scan = '/v1/security/scan';

async function scanned(
  bench: ScanApp,
  outcome: Partial<ReportedScan>,
  repoUrl = 'https://git.example.com/a',
): Promise<string> {
  const count = bench.begun.length;
  const { data } = await bench.call('POST', scan, { repoUrl });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(count + 1), soon);
  bench.begun[count]!.end(sampleScan({ suppressedFindings: [], ...outcome }));
  await vi.waitFor(async () => {
    expect((await bench.call('GET', `${scan}/${data.scanId}`)).data.status).toBe('completed');
  }, soon);
  return data.scanId;
}

const finding = (number: number) =>
  sampleFinding({ id: `fin_${number}`, fingerprint: String(number).padStart(32, '0') });
const findings = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => finding(from + i));
const idsOf = (list: Array<{ id: string }>) => list.map(({ id }) => id);

test('the pages of a diff make up the whole diff, in its order', async () => {
  const bench = await openScanApp();
  const before = await scanned(bench, { findings: findings(0, 300) });
  const after = await scanned(bench, {
    findings: findings(120, 400),
    suppressedFindings: findings(0, 10).map((one) => ({ ...one, status: 'false_positive' })),
  });
  const path = `${scan}/${after}/diff?against=${before}`;
  const whole = (await bench.call('GET', path)).data;
  expect(whole.summary).toEqual({ new: 100, fixed: 110, unchanged: 180, suppressed: 10 });
  expect(whole).not.toHaveProperty('nextCursor');

  const first = (await bench.call('GET', `${path}&limit=30`)).data;
  expect(() => diffView.parse(first)).not.toThrow();
  expect(first.summary).toEqual(whole.summary);
  for (const list of ['new', 'fixed', 'unchanged', 'suppressed']) {
    expect(first[list]).toEqual(whole[list].slice(0, 30));
    const items: Array<{ id: string }> = [];
    let cursor = '';
    do {
      const { data } = await bench.call('GET', `${path}&list=${list}&limit=47${cursor}`);
      items.push(...data[list]);
      for (const other of ['new', 'fixed', 'unchanged', 'suppressed'])
        if (other !== list) expect(data[other]).toEqual([]);
      cursor = data.nextCursor ? `&cursor=${data.nextCursor}` : '';
    } while (cursor);
    expect(items).toEqual(whole[list]);
  }
});

test('a diff of two repositories comes in pages too, compared by fingerprint', async () => {
  const bench = await openScanApp();
  const renamed = (from: number, to: number) =>
    findings(from, to).map((one) => ({ ...one, id: `${one.id}_elsewhere` }));
  const before = await scanned(bench, { findings: findings(0, 5) });
  const after = await scanned(bench, { findings: renamed(3, 8) }, 'https://git.example.com/fork-of-a');
  const { data } = await bench.call('GET', `${scan}/${after}/diff?against=${before}&limit=2`);
  expect(data.summary).toEqual({ new: 3, fixed: 3, unchanged: 2, suppressed: 0 });
  expect([idsOf(data.new), idsOf(data.fixed)]).toEqual([
    ['fin_5_elsewhere', 'fin_6_elsewhere'],
    ['fin_0', 'fin_1'],
  ]);
});

test('a cursor of a diff is refused with another list, another scan, or without a list', async () => {
  const bench = await openScanApp();
  const before = await scanned(bench, { findings: findings(0, 5) });
  const after = await scanned(bench, { findings: findings(5, 9) });
  const path = `${scan}/${after}/diff?against=${before}`;
  const { nextCursor } = (await bench.call('GET', `${path}&list=new&limit=1`)).data;
  expect((await bench.call('GET', `${path}&list=fixed&limit=1&cursor=${nextCursor}`)).data.code).toBe(
    'invalid_cursor',
  );
  const other = `${scan}/${before}/diff?against=${after}&list=new&limit=1&cursor=${nextCursor}`;
  expect((await bench.call('GET', other)).data.code).toBe('invalid_cursor');
  expect((await bench.call('GET', `${path}&limit=1&cursor=${nextCursor}`)).data.code).toBe(
    'validation_failed',
  );
  for (const limit of ['0', '1001', 'x'])
    expect((await bench.call('GET', `${path}&limit=${limit}`)).status).toBe(400);
  expect((await bench.call('GET', path, undefined, await keyOfOtherTenant(bench))).status).toBe(404);
});

const brought = { ecosystem: 'npm', scope: 'runtime' as const, licences: ['MIT'], locations: [] };
const packageOf = (name: string, version: string, direct: boolean, needs: string[] = []) => ({
  ...brought,
  ...{ name, version, direct, needs, purl: `pkg:npm/${name}@${version}` },
});
const inventory: Inventory = {
  truncated: false,
  packages: [
    packageOf('zod', '4.0.0', true),
    packageOf('Express', '4.0.0', true, ['pkg:npm/pretty@2.1.0', 'pkg:npm/unknown@1.0.0']),
    packageOf('pretty', '2.1.0', false, ['pkg:npm/left-pad@1.0.0', 'pkg:npm/Express@4.0.0']),
    packageOf('left-pad', '1.0.0', false),
    packageOf('orphan', '', false),
  ],
};

test('packages come vulnerable first, then by name, each with the shortest way to it', async () => {
  const bench = await openScanApp();
  const scanId = await scanned(bench, { inventory });
  const { data } = await bench.call('GET', `${scan}/${scanId}/packages`);
  expect(() => packagePage.parse(data)).not.toThrow();
  expect(data.total).toBe(5);
  expect(data.items.map(({ name }: { name: string }) => name)).toEqual([
    'left-pad',
    'Express',
    'orphan',
    'pretty',
    'zod',
  ]);
  expect(data.items[0]).toEqual({
    purl: 'pkg:npm/left-pad@1.0.0',
    ecosystem: 'npm',
    name: 'left-pad',
    version: '1.0.0',
    scope: 'runtime',
    direct: false,
    licences: ['MIT'],
    vulnIds: ['GHSA-0000-1111-2222'],
    path: ['Express@4.0.0', 'pretty@2.1.0', 'left-pad@1.0.0'],
  });
  expect(data.items[2]).not.toHaveProperty('path');
  expect(data.items[2]).not.toHaveProperty('vulnIds');
});

test('packages are found by part of their name, and by being vulnerable, in pages', async () => {
  const bench = await openScanApp();
  const scanId = await scanned(bench, { inventory });
  const names = async (query: string) => {
    const { data } = await bench.call('GET', `${scan}/${scanId}/packages?${query}`);
    return data.items.map(({ name }: { name: string }) => name);
  };
  expect(await names('q=EXPR')).toEqual(['Express']);
  expect(await names('vulnerable=true')).toEqual(['left-pad']);
  const first = (await bench.call('GET', `${scan}/${scanId}/packages?limit=2`)).data;
  expect(await names(`limit=3&cursor=${first.nextCursor}`)).toEqual(['orphan', 'pretty', 'zod']);
  const other = await scanned(bench, { inventory });
  const foreign = await bench.call('GET', `${scan}/${other}/packages?cursor=${first.nextCursor}`);
  expect(foreign.data.code).toBe('invalid_cursor');
});

test('packages of another tenant, and of a scan that is not finished, are not shown; none is an empty list', async () => {
  const bench = await openScanApp();
  const scanId = await scanned(bench, { inventory });
  const none = await scanned(bench, {});
  expect((await bench.call('GET', `${scan}/${none}/packages`)).data).toEqual({ items: [], total: 0 });
  const stranger = await keyOfOtherTenant(bench);
  for (const id of [scanId, none, 'scan_x'])
    expect((await bench.call('GET', `${scan}/${id}/packages`, undefined, stranger)).status).toBe(404);
  const { data } = await bench.call('POST', scan, { repoUrl: 'https://git.example.com/a' });
  expect((await bench.call('GET', `${scan}/${data.scanId}/packages`)).data.code).toBe('scan_not_finished');
});

import { expect, test } from 'vitest';
import { sampleFinding } from '../../../../test/support/sample-scan.ts';
import type { InventoryPackage } from '../../model/inventory.ts';
import type { ScanRecord, ScanStatus } from '../../model/scan-record.ts';
import { orderPackages } from '../package-order.ts';
import { type PackageQuery, ScanPackages } from '../packages.ts';

const made = (name: string, version: string, direct: boolean, needs: string[] = []): InventoryPackage => ({
  purl: `pkg:npm/${name}@${version}`,
  ecosystem: 'npm',
  name,
  version,
  scope: 'runtime',
  direct,
  licences: [],
  locations: [],
  needs: needs.map((each) => `pkg:npm/${each}`),
});
const inventory = {
  truncated: true,
  packages: [
    made('zoo', '1', true, ['mid@2', 'deep@3']),
    made('mid', '2', false, ['deep@3', 'gone@1']),
    made('deep', '3', false, ['zoo@1']),
    made('Mid', '1', false),
    made('mid', '1', false),
    made('bare', '', true),
  ],
};
const vulnerable = (name: string, vulnIds: string[]) =>
  sampleFinding({ package: { purl: `pkg:npm/${name}`, path: [], vulnIds } });
const findings = [
  vulnerable('mid@2', ['GHSA-1', 'CVE-1']),
  vulnerable('mid@2', ['GHSA-2']),
  vulnerable('mid@2', ['GHSA-1']),
  vulnerable('bare@', []),
  sampleFinding(),
];

test('vulnerable packages come first with the names of their advisories, then all by name and version', () => {
  const { packages, truncated } = orderPackages(inventory, findings);
  expect(packages.map(({ name, version, vulnIds }) => [name, version, vulnIds])).toEqual([
    ['mid', '2', ['GHSA-1', 'GHSA-2']],
    ['Mid', '1', undefined],
    ['bare', '', undefined],
    ['deep', '3', undefined],
    ['mid', '1', undefined],
    ['zoo', '1', undefined],
  ]);
  expect(truncated).toBe(true);
});

test('the way to a package is the shortest from what the repository asks for', () => {
  const { pathTo } = orderPackages(inventory, []);
  expect(pathTo('pkg:npm/zoo@1')).toEqual(['zoo@1']);
  expect(pathTo('pkg:npm/deep@3')).toEqual(['zoo@1', 'deep@3']);
  expect(pathTo('pkg:npm/mid@2')).toEqual(['zoo@1', 'mid@2']);
  expect(pathTo('pkg:npm/bare@')).toEqual(['bare']);
  expect(pathTo('pkg:npm/mid@1')).toBeUndefined();
  expect(pathTo('pkg:npm/gone@1')).toBeUndefined();
});

function packagesOf(status: ScanStatus = 'completed') {
  const reads: string[] = [];
  const store = {
    find: async (_: string, scanId: string) =>
      scanId === 'unknown' ? undefined : ({ scanId, status } as ScanRecord),
    findings: async () => ({ findings, suppressedFindings: [] }),
    inventory: async (scanId: string) => {
      reads.push(scanId);
      if (scanId === 'broken' && reads.length === 1) throw new Error('away');
      return scanId === 'empty' ? undefined : inventory;
    },
  };
  const packages = new ScanPackages(store);
  const list = (scanId: string, query: Partial<PackageQuery> = {}) =>
    packages.list({ tenantId: 't', keyId: 'k' }, scanId, { vulnerable: false, from: 0, limit: 10, ...query });
  return { list, reads };
}

test.for<[Partial<PackageQuery>, string[], number]>([
  [{}, ['mid@2', 'Mid@1', 'bare@', 'deep@3', 'mid@1', 'zoo@1'], 6],
  [{ limit: 2 }, ['mid@2', 'Mid@1'], 6],
  [{ limit: 2, from: 2 }, ['bare@', 'deep@3'], 6],
  [{ vulnerable: true }, ['mid@2'], 1],
  [{ text: 'MI' }, ['mid@2', 'Mid@1', 'mid@1'], 3],
])('a page of packages: %j', async ([query, expected, total]) => {
  const page = await packagesOf().list('one', query);
  expect(page.items.map(({ name, version }) => `${name}@${version}`)).toEqual(expected);
  expect([page.total, page.truncated]).toEqual([total, true]);
});

test('an item has the way to it, where one is known', async () => {
  const { items } = await packagesOf().list('one', { text: 'mid' });
  expect(items.map(({ path }) => path)).toEqual([['zoo@1', 'mid@2'], undefined, undefined]);
  expect(items[1]).not.toHaveProperty('path');
});

test('the lists of the last two scans are kept, and one that could not be read is read again', async () => {
  const { list, reads } = packagesOf();
  for (const scanId of ['one', 'two', 'one', 'three', 'one', 'two']) await list(scanId);
  expect(reads).toEqual(['one', 'two', 'three', 'two']);
  const broken = packagesOf();
  await expect(broken.list('broken')).rejects.toThrow('away');
  expect((await broken.list('broken')).total).toBe(6);
});

test('a scan without packages has an empty list; one that is not there or not finished has none', async () => {
  expect(await packagesOf().list('empty')).toEqual({ items: [], total: 0, truncated: false });
  await expect(packagesOf().list('unknown')).rejects.toMatchObject({ code: 'scan_not_found' });
  for (const status of ['pending', 'running'] as const)
    await expect(packagesOf(status).list('one')).rejects.toMatchObject({ code: 'scan_not_finished' });
  expect((await packagesOf('failed').list('one')).total).toBe(6);
});

import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { InventoryPackage } from '../../../src/scan/model/inventory.ts';
import { openDataFolder } from '../../../src/storage/embedded/data-folder.ts';
import { packFindings } from '../../../src/storage/rows/finding-chunks.ts';
import { sampleFinding, sampleScan } from '../sample-scan.ts';

export const largeRepository = 'https://git.example.com/acme/large.git';

/**
 * Two scans of a repository, newer than all others, into the data folder of a service that is not running. Half of `count` findings are
 * new in the second one, half were fixed; it has `count` packages.
 */
export async function fillLargeScans(dataDir: string, count: number, now: number): Promise<void> {
  const half = count / 2;
  const [before, after] = await Promise.all([
    packFindings(findings(0, half), 0),
    packFindings(findings(half, count), 0),
  ]);
  const inventory = await promisify(zstdCompress)(
    Buffer.from(JSON.stringify({ truncated: false, packages: packages(count) })),
  );
  const { summary, coverage, commit } = sampleScan();
  const result = JSON.stringify({ summary, coverage, truncated: false, rules: [] });
  const request = JSON.stringify({
    repoUrl: largeRepository,
    history: false,
    trustRepositoryConfig: false,
    labels: {},
  });
  const folder = openDataFolder(dataDir);
  const { database } = folder;
  try {
    await database.write(() => {
      const tenant = String(database.get('SELECT id FROM tenants LIMIT 1')!['id']);
      for (const [id, chunks, at] of [
        ['scan_1', before, now - 2_000],
        ['scan_2', after, now - 1_000],
      ] as const) {
        database.run(
          `INSERT INTO scans (id, tenant_id, key_id, job_id, repo_url, request, created_at, status, started_at, finished_at, attempt,
             commit_id, result, list_bytes) VALUES (?1, ?2, 'kid_x', ?1, ?3, ?4, ?5, 'completed', ?5, ?5, 1, ?6, ?7, 0)`,
          ...[id, tenant, largeRepository, request, at, commit!, result],
        );
        for (const [position, { suppressed, ids, body }] of chunks.entries())
          database.run(
            'INSERT INTO findings (scan_id, position, tenant_id, suppressed, ids, body) VALUES (?, ?, ?, ?, ?, ?)',
            ...[id, position, tenant, suppressed, ids, body],
          );
        database.run('INSERT INTO inventories (scan_id, body) VALUES (?, ?)', id, inventory);
      }
    });
  } finally {
    folder.close();
  }
}

function findings(from: number, to: number) {
  const { snippet: _, ...finding } = sampleFinding({ trace: [] });
  return Array.from({ length: to - from }, (_, i) => ({
    ...finding,
    id: `fin_${String(from + i).padStart(26, '0')}`,
    fingerprint: String(from + i).padStart(32, '0'),
    title: `Finding number ${from + i}`,
  }));
}

function packages(count: number): InventoryPackage[] {
  const purlOf = (i: number) => `pkg:npm/package-${i}@1.0.0`;
  return Array.from({ length: count }, (_, i) => ({
    purl: purlOf(i),
    ecosystem: 'npm',
    name: `package-${i}`,
    version: '1.0.0',
    scope: 'runtime',
    direct: i < 100,
    licences: ['MIT'],
    locations: [{ file: 'package-lock.json', line: i + 1 }],
    needs: i + 100 < count ? [purlOf(i + 100)] : [],
  }));
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSync } from '../../src/scan/engines/dependencies/advisories/sync/run-sync.ts';
import { zipOf } from '../../test/support/zip.ts';

/**
 * Indexes 100,000 made-up records from a zip and judges a lockfile of 5,000 packages, each step in a process of its own so that its
 * peak memory is its own. Limits: 30 s, 1 s, 200 MB. `--json FILE` writes the figures.
 */
const records = 100_000;
const packages = 5_000;
// The machine may be busy with other things: processor time from here on is what the step itself costs.
let begun = process.cpuUsage();
const [step, ...rest] = process.argv.slice(2);

if (step === 'prepare') prepareStep(rest[0]!);
else if (step === 'index') await indexStep(rest[0]!);
else if (step === 'judge') await judgeStep(rest[0]!);
else orchestrate();

function orchestrate(): void {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
  try {
    const [, ...results] = ['prepare', 'index', 'judge'].map((name) => {
      const child = spawnSync(process.execPath, [import.meta.filename, name, folder], { encoding: 'utf8' });
      if (child.status !== 0) throw new Error(child.stderr);
      return JSON.parse(child.stdout) as Record<string, number>;
    });
    const limits = { indexWallMs: 30_000, judgeWallMs: 1_000, peakMegabytes: 200 };
    const report = { records, packages, limits, index: results[0], judge: results[1] };
    console.log(JSON.stringify(report, null, 2));
    const at = process.argv.indexOf('--json');
    if (at > 0) {
      mkdirSync('bench/results', { recursive: true });
      writeFileSync(process.argv[at + 1]!, `${JSON.stringify(report, null, 2)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function prepareStep(folder: string): void {
  writeFileSync(join(folder, 'all.zip'), archiveOf(records));
  writeFileSync(join(folder, 'package-lock.json'), lockfile(packages));
  console.log('{}');
}

async function indexStep(folder: string): Promise<void> {
  const started = performance.now();
  const request = { from: [join(folder, 'all.zip')], ecosystems: [], indexFile: join(folder, 'index.db') };
  const result = await runSync({ request, allowHosts: [], certificates: undefined }, () => {});
  print({ records: result.records, wallMs: performance.now() - started });
}

async function judgeStep(folder: string): Promise<void> {
  const { AdvisoryIndex } = await import('../../src/scan/engines/dependencies/advisories/advisory-index.ts');
  const { createDependenciesEngine } = await import(
    '../../src/scan/engines/dependencies/dependencies-engine.ts'
  );
  const advisories = AdvisoryIndex.open(join(folder, 'index.db'));
  const engine = createDependenciesEngine({ advisories });
  const bytes = readFileSync(join(folder, 'package-lock.json'));
  const text = bytes.toString('utf8');
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!(['package-lock.json']);
  begun = process.cpuUsage();
  const started = performance.now();
  const { facts } = engine.analyse({ path: 'package-lock.json', bytes, text, tree: undefined }, tools);
  const read = performance.now();
  const { findings } = engine.conclude!([{ path: 'package-lock.json', facts: facts! }], tools);
  print({ findings: findings.length, readMs: read - started, wallMs: performance.now() - started });
}

function print(figures: Record<string, number>): void {
  const { user, system } = process.cpuUsage(begun);
  const all = {
    ...figures,
    cpuMs: (user + system) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  console.log(
    JSON.stringify(Object.fromEntries(Object.entries(all).map(([key, value]) => [key, Math.round(value)]))),
  );
}

function lockfile(count: number): string {
  const entries = Array.from({ length: count }, (_, i) => {
    const needs = Object.fromEntries(
      [1, 2, 3].map((step) => [`package-${(i * 7 + step) % count}`, '^1.0.0']),
    );
    return [
      `node_modules/package-${i}`,
      { version: `1.${i % 20}.${i % 7}`, license: 'MIT', dependencies: needs },
    ] as const;
  });
  const root = { dependencies: { 'package-0': '^1.0.0', 'package-1': '^1.0.0' } };
  return JSON.stringify(
    { lockfileVersion: 3, packages: { '': root, ...Object.fromEntries(entries) } },
    null,
    2,
  );
}

/** A record the size of a real one: about 2 kB, one or two packages, a few ranges and a list of versions. */
function recordText(i: number): string {
  const name = `package-${i % 20_000}`;
  return JSON.stringify({
    schema_version: '1.6.0',
    id: `GHSA-${i.toString(36).padStart(4, '0')}-bench-${(i % 97).toString(36)}`,
    modified: new Date(1_600_000_000_000 + i * 1_000_000).toISOString(),
    aliases: [`CVE-2026-${10_000 + i}`],
    summary: `Problem ${i} in ${name}`,
    details: 'A remote attacker can make the program do what it should not. '.repeat(18),
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name, purl: `pkg:npm/${name}` },
        ranges: [
          {
            type: 'SEMVER',
            events: [
              { introduced: '0' },
              { fixed: i % 50 === 0 ? `1.${i % 30}.${i % 11}` : `0.${i % 30}.${i % 11}` },
              { introduced: '2.0.0' },
              { fixed: '2.1.5' },
            ],
          },
        ],
        versions: Array.from({ length: 20 }, (_, n) => `0.${n}.1`),
      },
    ],
    references: [{ type: 'WEB', url: `https://example.org/advisories/${i}` }],
    database_specific: { cwe_ids: ['CWE-79'], severity: 'HIGH' },
  });
}

/** More than 65,535 entries need the zip64 end record, as the archives of osv.dev do. */
function archiveOf(count: number): Buffer {
  return zipOf(
    Array.from({ length: count }, (_, i) => [`${i}.json`, recordText(i)] as const),
    { zip64: true },
  );
}

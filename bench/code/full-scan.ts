// What a whole scan of a folder costs, on the way that every scan takes (own process, threads, all findings joined): wall clock, CPU of all
// processes, and the largest resident memory of the analysing process and of everything together.
//   node bench/code/full-scan.ts DIR [--engines code] [--threads 2] [--name million-lines]
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanLimitDefaults } from '../../src/config/scan-defaults.ts';
import type { EngineId } from '../../src/scan/model/finding.ts';
import { runScan } from '../../src/scan/pipeline/run-scan.ts';
import { endedChildrenMs, watchMemory } from './process-tree.ts';

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const folder = args[0]!;
const engines = option('--engines')?.split(',') as EngineId[] | undefined;
const threads = Number(option('--threads') ?? 2);
const name = option('--name') ?? 'full-scan';
const scratchFolder = join(tmpdir(), `lorekeep-full-scan-${process.pid}`);

const memory = watchMemory();
const loadBefore = Math.round(loadavg()[0]! * 10) / 10;
const cpuBefore = usedMs();
const from = performance.now();
const outcome = await runScan(
  {
    source: { kind: 'folder', path: folder },
    ...(engines && { engines }),
    history: false,
    trustRepositoryConfig: false,
    triage: [],
    identityKey: Buffer.alloc(32, 1),
    now: 0,
    limits: { ...scanLimitDefaults, threads, files: 1_000_000, findings: 1_000_000 },
  },
  {
    onProgress: () => {},
    signal: new AbortController().signal,
    network: { allowHosts: [] },
    scratchFolder,
  },
);
const peak = memory.stop();
rmSync(scratchFolder, { recursive: true, force: true });
const wallSeconds = (performance.now() - from) / 1000;
const cpuSeconds = (usedMs() - cpuBefore) / 1000;
if (outcome.status === 'failed') throw new Error(outcome.error);
const round = (value: number) => Math.round(value * 10) / 10;
const result = {
  engines: engines ?? 'all',
  threads,
  loadBefore,
  files: outcome.coverage.files,
  megabytes: round(outcome.coverage.bytes / 1e6),
  lines: countLines(folder),
  findings: outcome.findings.length,
  wallSeconds: round(wallSeconds),
  cpuSeconds: round(cpuSeconds),
  peakMegabytes: { analysingProcess: peak.process, allTogether: peak.together },
};
console.log(JSON.stringify(result, null, 2));
writeFileSync(`bench/results/code-${name}.json`, `${JSON.stringify(result, null, 2)}\n`);

/** Lines of the files that the code engine reads. */
function countLines(path: string): number {
  let lines = 0;
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(?:[cm]?[jt]sx?|py|java|kt|cs|vue|go|php|rb)$/.test(entry.name))
      for (const byte of readFileSync(join(entry.parentPath, entry.name))) if (byte === 10) lines++;
  return lines;
}

/** CPU time of this process and of every child that ended meanwhile. */
function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedChildrenMs();
}

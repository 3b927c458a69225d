/**
 * What `lorekeep scan` costs on large repositories with all engines and nothing remembered, as a whole command with all its processes:
 *   node bench/code/giants.ts --mirror DIR [--only owner/name,…] [--engines code] [--name code-giants]
 * DIR holds bare clones as `owner+name/repo`; the files of their HEAD are written to a folder and that is scanned. Contents that a clone does not have are left out and counted.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Coverage } from '../../src/scan/model/coverage.ts';
import { gitFolder } from './cve/cases.ts';
import { endedChildrenMs, watchMemory } from './process-tree.ts';

const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const mirror = option('--mirror')!;
const engines = option('--engines');
const name = option('--name') ?? 'code-giants';
/** One in Python and TypeScript, one in Go, one of many packages in TypeScript. */
const repositories = option('--only')?.split(',') ?? [
  'apache/airflow',
  'activepieces/activepieces',
  'kubernetes/kubernetes',
];

const filesAtOnce = 2_000;

const results = [];
for (const repo of repositories) {
  const git = gitFolder({ repo }, mirror);
  if (git === undefined) console.log(`${repo}: not there`);
  else {
    results.push({ repo, ...(await measure(git)) });
    console.log(JSON.stringify(results.at(-1)));
  }
}
writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(results, null, 2)}\n`);

async function measure(git: string) {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-giant-'));
  try {
    const tree = join(folder, 'tree');
    const written = writeTree(git, tree);
    const report = join(folder, 'report.json');
    const loadBefore = round(loadavg()[0]!);
    const cpuBefore = endedChildrenMs();
    const from = performance.now();
    const memory = watchMemory();
    const command = ['src/main.ts', 'scan', tree, '--format', 'json', '--output', report, '--no-cache'];
    const exitCode = await run([...command, ...(engines ? ['--engines', engines] : [])]);
    const peakMegabytes = memory.stop();
    const { findings, coverage } = JSON.parse(readFileSync(report, 'utf8')) as {
      findings: unknown[];
      coverage: Coverage;
    };
    return {
      engines: engines ?? 'all',
      ...written,
      loadBefore,
      exitCode,
      findings: findings.length,
      reportMegabytes: round(statSync(report).size / 1e6),
      coverage: { complete: coverage.complete, notRead: reasonsOf(coverage) },
      wallSeconds: round((performance.now() - from) / 1000),
      cpuSeconds: round((endedChildrenMs() - cpuBefore) / 1000),
      peakMegabytes,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many files of each reason and engine were not read, or not as a whole. */
function reasonsOf({ skipped }: Coverage): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason, engine, count = 1 } of skipped) {
    const name = engine === undefined ? reason : `${engine}: ${reason}`;
    counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

function run(command: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', resolve);
  });
}

/** In parts: all contents at once would not fit into one buffer. */
function writeTree(git: string, folder: string) {
  const listing = gitOutput(git, ['ls-tree', '-r', '-z', 'HEAD']).toString('utf8');
  const files = listing
    .split('\0')
    .map((line) => /^100\d+ blob (\w+)\t(.+)$/s.exec(line))
    .filter((match) => match !== null)
    .map(([, object, path]) => ({ object: object!, path: path! }));
  const written = { files: 0, megabytes: 0, lines: 0, absent: 0 };
  for (let from = 0; from < files.length; from += filesAtOnce) {
    const part = files.slice(from, from + filesAtOnce);
    const output = gitOutput(git, ['cat-file', '--batch'], part.map(({ object }) => `${object}\n`).join(''));
    let at = 0;
    for (const { path } of part) {
      const end = output.indexOf(10, at);
      const size = Number(output.toString('latin1', at, end).split(' ')[2]);
      if (Number.isNaN(size)) {
        written.absent++;
        at = end + 1;
        continue;
      }
      const content = output.subarray(end + 1, end + 1 + size);
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
      written.files++;
      written.megabytes += size / 1e6;
      for (const byte of content) if (byte === 10) written.lines++;
      at = end + 2 + size;
    }
  }
  return { ...written, megabytes: round(written.megabytes) };
}

function gitOutput(git: string, command: readonly string[], input?: string): Buffer {
  const { status, stdout, stderr } = spawnSync('git', ['--git-dir', git, ...command], {
    input,
    maxBuffer: 2 ** 31,
  });
  if (status !== 0) throw new Error(`git ${command[0]} of ${git}: ${stderr.toString('utf8').slice(0, 200)}`);
  return stdout;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

// What a scan costs beside what its engines find, in CPU time of all its processes: a ten-file repository as a folder and as a
// commit, a second scan after a small commit, and how fast blobs are read.
//   node bench/scan/overhead.ts [--runs N] > bench/results/scan-overhead.json
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { scanLimitDefaults } from '../../src/config/scan-defaults.ts';
import type { EngineId } from '../../src/scan/model/finding.ts';
import type { ScanOutcome } from '../../src/scan/model/outcome.ts';
import type { ScanSource } from '../../src/scan/model/task.ts';
import { runScan } from '../../src/scan/pipeline/run-scan.ts';
import { createBareRepository } from '../../src/scan/source/git/bare-repository.ts';
import { readBlobs } from '../../src/scan/source/git/blob-reader.ts';
import { listTree } from '../../src/scan/source/git/list-tree.ts';

const runs = Number(process.argv[process.argv.indexOf('--runs') + 1] || 7) || 7;
const root = mkdtempSync(join(tmpdir(), 'lorekeep-bench-'));
try {
  const small = makeRepository('small', tenFiles());
  const large = makeRepository('large', manyFiles(600));
  const blobs = makeRepository('blobs', Object.fromEntries(randomFiles(400)));
  const folder = await cpuOf(() => scan({ kind: 'folder', path: small }));
  const commit = await cpuOf(() => scan({ kind: 'git', path: small }));
  // With the smallest engine alone what is left is the way itself: processes, fetch, listing, reading, identity, outcome.
  const smallestEngine = await cpuOf(() =>
    scan({ kind: 'folder', path: small }, undefined, ['supply-chain']),
  );
  const command = await cpuOf(async () => runCommand('scan', small, '--output', join(root, 'report.json')));
  const again = await secondScan(large);
  const reading = await readingSpeed(blobs);
  console.log(
    JSON.stringify(
      {
        tenFiles: {
          // The least of the runs is what a scan costs; the median is what it cost beside the other work of the machine.
          cpuMs: { folder: folder.least, commit: commit.least },
          medianCpuMs: { folder: folder.median, commit: commit.median },
          limitCpuMs: 400,
          cpuMsWithSmallestEngine: smallestEngine.least,
          // The whole of what somebody waits for who types it: one more Node, the command line and its report.
          cpuMsOfCommand: command.least,
          ofWhichNodeTwice: 2 * (await cpuOf(startNode)).least,
        },
        secondScan: again,
        blobs: { ...reading, limitMegabytesPerCpuSecond: 80 },
      },
      null,
      2,
    ),
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function scan(source: ScanSource, cacheFolder?: string, engines?: EngineId[]): Promise<ScanOutcome> {
  return runScan(
    {
      source,
      ...(engines && { engines }),
      history: false,
      trustRepositoryConfig: true,
      triage: [],
      identityKey: Buffer.alloc(32, 1),
      now: 0,
      limits: scanLimitDefaults,
    },
    {
      onProgress: () => {},
      signal: new AbortController().signal,
      network: { allowHosts: [] },
      scratchFolder: join(root, 'scratch'),
      ...(cacheFolder !== undefined && { cacheFolder }),
    },
  );
}

/** A scan of 600 files, then one after a commit that changes a single file: cold, and with the results of the first. */
async function secondScan(repository: string) {
  const cacheFolder = join(root, 'cache');
  const source: ScanSource = { kind: 'git', path: repository };
  await scan(source, cacheFolder);
  writeFileSync(join(repository, 'src', '7.js'), 'export const changed = 7;\n');
  commitAll(repository);
  let cold: ScanOutcome | undefined;
  let cached: ScanOutcome | undefined;
  const coldMs = await cpuMs(async () => {
    cold = await scan(source);
  });
  const cachedMs = await cpuMs(async () => {
    cached = await scan(source, cacheFolder);
  });
  return { files: 600, coldMs, cachedMs, identical: JSON.stringify(cold) === JSON.stringify(cached) };
}

async function readingSpeed(repository: string) {
  const gitDir = join(root, 'bare');
  mkdirSync(gitDir);
  await createBareRepository(gitDir, { borrowObjectsFrom: join(repository, '.git', 'objects') });
  const limits = { fileBytes: 1 << 26, memoryBytes: 4 * 1024 ** 3, cpuSeconds: 600 };
  const head = git(repository, 'rev-parse', 'HEAD').trim();
  const { entries } = await listTree(head, { gitDir, limits }, { files: 1e6 });
  let bytes = 0;
  const wallStarted = performance.now();
  const cpu = await cpuMs(async () => {
    for await (const content of readBlobs(
      entries.map(({ blob }) => blob!),
      { gitDir, limits },
      1e9,
    )) {
      bytes += content!.length;
    }
  });
  const megabytes = bytes / 1e6;
  return {
    megabytes: Math.round(megabytes),
    megabytesPerCpuSecond: Math.round(megabytes / (cpu / 1000)),
    megabytesPerSecond: Math.round(megabytes / ((performance.now() - wallStarted) / 1000)),
  };
}

async function cpuOf(work: () => Promise<unknown>): Promise<{ least: number; median: number }> {
  // The first one fills caches that every later start finds.
  await work();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) times.push(await cpuMs(work));
  times.sort((a, b) => a - b);
  return { least: times[0]!, median: times[Math.floor(runs / 2)]! };
}

/** CPU time of this process and of every child that ended meanwhile. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = usedMs();
  await work();
  return Math.round(usedMs() - before);
}

function usedMs(): number {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]!.split(' ');
  return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * 10;
}

async function startNode(): Promise<void> {
  execFileSync(process.execPath, ['-e', '']);
}

function runCommand(...args: string[]): void {
  execFileSync(process.execPath, ['scripts/run.mjs', ...args], { stdio: 'ignore' });
}

function makeRepository(name: string, files: Record<string, string | Buffer>): string {
  const folder = join(root, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git(folder, 'init', '-q');
  commitAll(folder);
  git(folder, 'gc', '-q');
  return folder;
}

function commitAll(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'x');
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
}

function tenFiles(): Record<string, string> {
  return {
    'package.json': '{"name":"a","dependencies":{"left-pad":"1.3.0"}}\n',
    'README.md': '# A small project\n',
    Dockerfile: 'FROM node:24\nUSER node\nCOPY . .\nCMD ["node", "src/0.js"]\n',
    '.github/workflows/ci.yml':
      'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n',
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((i) => [`src/${i}.js`, program(i)])),
  };
}

function manyFiles(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/${i}.js`, program(i).repeat(8)]));
}

function program(i: number): string {
  return `import { readFile } from 'node:fs/promises';

export async function load${i}(name) {
  const text = await readFile(\`./data/\${name}.json\`, 'utf8');
  return JSON.parse(text).items.filter((item) => item.size > ${i});
}
`;
}

/** Half random and half text, as sources and images together compress. */
function randomFiles(count: number): Array<[string, Buffer]> {
  return Array.from({ length: count }, (_, i) => [
    `b/${i}.dat`,
    Buffer.concat([randomBytes(80_000), Buffer.from(program(i).repeat(500))]),
  ]);
}

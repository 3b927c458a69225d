// Reading and searching the whole history of a repository, every unique blob once:
//   node bench/secrets/history.ts GIT_DIR [--blobs N]
// Two passes over the same blobs, as a scan lists and reads them: reading alone, and reading with the secrets engine behind it. The
// engine works while git unpacks, each on a core of its own where there are two. Memory is sampled along the way. CPU time of git is taken from
// /proc, since the kernel tells of a child only when it has ended.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSecretsEngine } from '../../src/scan/engines/secrets/secrets-engine.ts';
import { readBlobs } from '../../src/scan/source/git/blob-reader.ts';
import type { GitOptions } from '../../src/scan/source/git/git-process.ts';
import { listHistoryBlobs, listTips } from '../../src/scan/source/git/history-blobs.ts';
import { decodeText } from '../../src/scan/source/source-text.ts';

const { values, positionals } = parseArgs({ options: { blobs: { type: 'string' } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: history.ts GIT_DIR [--blobs N]');
const git: GitOptions = {
  gitDir: resolve(folder),
  limits: { fileBytes: 1024 ** 3, memoryBytes: 4 * 1024 ** 3, cpuSeconds: 3600 },
};
const engine = createSecretsEngine();
const maxBytes = 20 << 20;

const commits = Number(
  execFileSync('git', ['-C', folder, 'rev-list', '--count', '--all'], { encoding: 'utf8' }),
);
const started = performance.now();
const { entries: listed, missing } = await listHistoryBlobs(await listTips(git), git, 5_000_000);
const listSeconds = (performance.now() - started) / 1000;
const wanted = listed.filter(({ path, sizeBytes }) => engine.wants(path, sizeBytes) && sizeBytes <= maxBytes);
const chosen = wanted.slice(0, values.blobs === undefined ? undefined : Number(values.blobs));
const megabytes = chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6;
console.log(
  `${commits} commits, ${chosen.length} unique blobs, ${megabytes.toFixed(0)} MB, listed in ${listSeconds.toFixed(1)} s, ${missing} missing`,
);

const reading = await pass(() => {});
let findings = 0;
const searching = await pass((path, bytes) => {
  const file = {
    path,
    bytes,
    get text() {
      return decodeText(bytes);
    },
    tree: undefined,
  };
  findings += engine.analyse(file, { hashSecret: () => '' }).findings.length;
});
const result = {
  commits,
  blobs: chosen.length,
  megabytes,
  listSeconds,
  readingMBsWall: megabytes / reading.wall,
  readingMBsCpu: megabytes / (reading.own + reading.git),
  searchingMBsWall: megabytes / searching.wall,
  searchingMBsCpuOfService: megabytes / searching.own,
  gitMBsCpu: megabytes / searching.git,
  findings,
  rssMB: searching.rss,
};
console.log(result);
mkdirSync(new URL('../results/', import.meta.url), { recursive: true });
writeFileSync(
  new URL('../results/secrets-history.json', import.meta.url),
  `${JSON.stringify(result, undefined, 2)}\n`,
);

/** Seconds of wall time, of our CPU and of git's, and memory at each tenth of the way. */
async function pass(take: (path: string, bytes: Uint8Array) => void) {
  const before = process.cpuUsage();
  const start = performance.now();
  const rss: number[] = [];
  let gitSeconds = 0;
  let next = 0;
  for await (const bytes of readBlobs(
    chosen.map(({ blob }) => blob!),
    git,
    maxBytes,
  )) {
    const { path } = chosen[next++]!;
    if (bytes !== undefined) take(path, bytes);
    if (next % Math.ceil(chosen.length / 10) === 0 || next === chosen.length) {
      gitSeconds = Math.max(gitSeconds, childSeconds());
      rss.push(Math.round(process.memoryUsage.rss() / 1e6));
    }
  }
  const { user, system } = process.cpuUsage(before);
  return { wall: (performance.now() - start) / 1000, own: (user + system) / 1e6, git: gitSeconds, rss };
}

/** CPU time of the git process that runs now. */
function childSeconds(): number {
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, 'latin1').split(') ')[1]!.split(' ');
      if (Number(fields[1]) === process.pid) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / 100;
}

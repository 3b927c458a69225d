import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { languageOf } from '../../../src/scan/syntax/languages.ts';
import type { SourceToScan } from '../scan-sources.ts';

/** The files of a commit that are nearest to those of a fix, up to so many bytes: callers and callees are mostly next to it. All are as near where none is named. `wants` says which count. */
export function filesOfCommit(
  git: string,
  commit: string,
  around: readonly string[],
  maxBytes: number,
  wants: (path: string, size: number) => boolean = () => true,
): SourceToScan[] {
  const listing = run(git, ['ls-tree', '-r', '-l', '-z', commit]).toString('utf8');
  const languages = new Set(around.map(languageOf));
  const files = listing
    .split('\0')
    .map((line) => /^100\d+ blob (\w+) +(\d+)\t(.+)$/s.exec(line))
    .filter((match) => match !== null)
    .map(([, object, size, path]) => ({ object: object!, size: Number(size), path: path! }))
    .filter(({ path, size }) => wants(path, size))
    .filter(({ path }) => !/(?:^|\/)(?:node_modules|vendor|bower_components)\//.test(path))
    .map((file) => ({ ...file, rank: rankOf(file.path, around, languages) }))
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1));
  let bytes = 0;
  const chosen = files.filter(({ size, rank }) => {
    bytes += size;
    return rank === 0 || bytes <= maxBytes;
  });
  const contents = readObjects(
    git,
    chosen.map(({ object }) => object),
  );
  return chosen
    .map(({ path, size, object }) => ({ path, size, read: () => contents.get(object)! }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** How far a file is from those of the fix, other languages and tests last. */
function rankOf(path: string, around: readonly string[], languages: ReadonlySet<string | undefined>): number {
  if (around.includes(path)) return 0;
  if (around.length === 0) return 1;
  const distance = Math.min(...around.map((other) => stepsBetween(dirname(path), dirname(other))));
  const isOther = !languages.has(languageOf(path));
  const isTest = /(?:^|\/)(?:tests?|specs?|__tests__|examples?|docs?)\//i.test(path);
  // A manifest says that the repository is a library.
  const isManifest = languageOf(path) === undefined && !path.includes('/');
  return isManifest ? 1 : 1 + distance + (isOther ? 100 : 0) + (isTest ? 200 : 0);
}

function stepsBetween(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return left.length + right.length - 2 * shared;
}

function readObjects(git: string, objects: readonly string[]): Map<string, Buffer> {
  const output = run(git, ['cat-file', '--batch'], `${objects.join('\n')}\n`);
  const contents = new Map<string, Buffer>();
  let at = 0;
  for (const object of objects) {
    const end = output.indexOf(10, at);
    const size = Number(output.toString('latin1', at, end).split(' ')[2]);
    contents.set(object, output.subarray(end + 1, end + 1 + (size || 0)));
    at = end + 2 + size;
  }
  return contents;
}

function run(git: string, args: readonly string[], input?: string): Buffer {
  const { status, stdout, stderr } = spawnSync('git', ['--git-dir', git, ...args], {
    input,
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`git ${args[0]} of ${git}: ${stderr.toString('utf8').slice(0, 200)}`);
  return stdout;
}

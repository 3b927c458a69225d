import { ScanFailure } from '../../model/failure.ts';
import { comparePaths, isSafePath, maxPathBytes, type RepositoryEntry } from '../repository-entry.ts';
import { watchEnd } from './git-failure.ts';
import { feed, type GitOptions, runGit, spawnGit } from './git-process.ts';
import { splitRecords } from './split-records.ts';

const newline = 0x0a;
const questionMark = 0x3f;

/**
 * Every blob that any commit ever held, once, with one of its paths: five times faster than reading patches, and a secret
 * that was moved around is read once. Objects that are not there are told of, since a history can be had without them.
 */
export async function listHistoryBlobs(
  tips: readonly string[],
  git: GitOptions,
  maxBlobs: number,
): Promise<{ entries: RepositoryEntry[]; missing: number }> {
  // Trees have names as well, and there are more of them than of blobs.
  const child = spawnGit(
    [
      ...['rev-list', '--objects', '--missing=print'],
      ...['--filter=object:type=blob', '--filter-provided-objects', '--stdin'],
    ],
    git,
  );
  const ended = watchEnd(child);
  feed(child, `${tips.join('\n')}\n`);
  const paths = new Map<string, string>();
  let missing = 0;
  for await (const record of splitRecords(child.stdout, newline, maxPathBytes + 100)) {
    if (record?.[0] === questionMark) missing++;
    const space = record?.indexOf(0x20) ?? -1;
    // An object that a ref names directly has no path.
    if (!record || space === -1 || space === record.length - 1) continue;
    const path = record.subarray(space + 1).toString('utf8');
    if (isSafePath(path)) paths.set(record.toString('latin1', 0, space), path);
    if (paths.size > maxBlobs) {
      child.kill('SIGKILL');
      throw new ScanFailure('too_many_files', `The history holds more than ${maxBlobs} files.`);
    }
  }
  await ended();
  return { entries: (await withSizes(paths, git)).sort(comparePaths), missing };
}

async function withSizes(paths: ReadonlyMap<string, string>, git: GitOptions): Promise<RepositoryEntry[]> {
  const child = spawnGit(
    ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)', '--buffer'],
    git,
  );
  const ended = watchEnd(child);
  feed(child, `${[...paths.keys()].join('\n')}\n`);
  const entries: RepositoryEntry[] = [];
  for await (const record of splitRecords(child.stdout, newline, 200)) {
    const [blob, type, size] = record?.toString('latin1').split(' ') ?? [];
    if (type !== 'blob') continue;
    entries.push({ path: paths.get(blob!)!, sizeBytes: Number(size), blob: blob! });
  }
  await ended();
  return entries;
}

/** A commit as it is told next to a secret that it brought in. */
export interface CommitOrigin {
  commit: string;
  /** When its author wrote it (ISO 8601, UTC). */
  authorDate: string;
}

/** The earliest commit that brought in each blob. One walk over the history answers for all of them. */
export async function findCommitsOf(
  blobs: ReadonlySet<string>,
  tips: readonly string[],
  git: GitOptions,
): Promise<Map<string, CommitOrigin>> {
  const found = new Map<string, CommitOrigin>();
  if (blobs.size === 0) return found;
  const args = [
    'log',
    '--topo-order',
    '--reverse',
    '--root',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
  ];
  const child = spawnGit([...args, '--diff-merges=first-parent', '--format=%H %at', '--stdin'], git);
  const ended = watchEnd(child);
  feed(child, `${tips.join('\n')}\n`);
  let commit = '';
  for await (const record of splitRecords(child.stdout, newline, maxPathBytes + 300)) {
    const line = record?.toString('latin1') ?? '';
    if (!line.startsWith(':')) {
      if (line !== '') commit = line;
      continue;
    }
    const blob = line.split(' ', 4)[3]!;
    if (blobs.has(blob) && !found.has(blob)) found.set(blob, originOf(commit));
    if (found.size === blobs.size) {
      child.kill('SIGKILL');
      return found;
    }
  }
  await ended();
  return found;
}

function originOf(line: string): CommitOrigin {
  const [commit, seconds] = line.split(' ') as [string, string];
  // Whoever writes a commit chooses its date, and may choose one that no calendar has.
  const milliseconds = Math.min(Math.max(Number(seconds) * 1000 || 0, 0), 253_402_300_799_000);
  return { commit, authorDate: new Date(milliseconds).toISOString() };
}

/** Every ref of the bare repository, for a remote that was fetched with its history. */
export async function listTips(git: GitOptions): Promise<string[]> {
  const { stdout } = await runGit(['for-each-ref', '--format=%(objectname)'], git);
  return [...new Set(stdout.split('\n').filter((line) => line !== ''))];
}

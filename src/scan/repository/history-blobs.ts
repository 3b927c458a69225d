import { ScanFailure } from '../scan-failure.ts';
import { collectText, feed, type GitOptions, type GitProcess, runGit, spawnGit } from './git-process.ts';
import { comparePaths, isSafePath, maxPathBytes, type RepositoryEntry } from './repository-entry.ts';
import { splitRecords } from './split-records.ts';

const newline = 0x0a;

/**
 * Every blob that any commit ever held, once, with one of its paths: five times faster than reading patches, and a secret
 * that was moved around is read once.
 */
export async function listHistoryBlobs(
  tips: readonly string[],
  git: GitOptions,
  maxBlobs: number,
): Promise<RepositoryEntry[]> {
  const child = spawnGit(['rev-list', '--objects', '--stdin'], git);
  collectText(child.stderr, 0);
  feed(child, `${tips.join('\n')}\n`);
  const paths = new Map<string, string>();
  for await (const record of splitRecords(child.stdout, newline, maxPathBytes + 100)) {
    const space = record?.indexOf(0x20) ?? -1;
    // Commits have no name, the root tree has an empty one.
    if (!record || space === -1 || space === record.length - 1) continue;
    const path = record.subarray(space + 1).toString('utf8');
    if (isSafePath(path)) paths.set(record.toString('latin1', 0, space), path);
    if (paths.size > maxBlobs) {
      child.kill('SIGKILL');
      throw new ScanFailure('too_many_files', `The history holds more than ${maxBlobs} files.`);
    }
  }
  return (await withSizes(paths, git)).sort(comparePaths);
}

async function withSizes(paths: ReadonlyMap<string, string>, git: GitOptions): Promise<RepositoryEntry[]> {
  const child = spawnGit(
    ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)', '--buffer'],
    git,
  );
  collectText(child.stderr, 0);
  feed(child, `${[...paths.keys()].join('\n')}\n`);
  const entries: RepositoryEntry[] = [];
  for await (const record of splitRecords(child.stdout, newline, 200)) {
    const [blob, type, size] = record?.toString('latin1').split(' ') ?? [];
    if (type !== 'blob') continue;
    entries.push({ path: paths.get(blob!)!, sizeBytes: Number(size), blob: blob! });
  }
  return entries;
}

/** The earliest commit that brought in each blob. One walk over the history answers for all of them. */
export async function findCommitsOf(
  blobs: ReadonlySet<string>,
  tips: readonly string[],
  git: GitOptions,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
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
  const child = spawnGit([...args, '--diff-merges=first-parent', '--format=%H', '--stdin'], git);
  collectText(child.stderr, 0);
  feed(child, `${tips.join('\n')}\n`);
  let commit = '';
  for await (const record of splitRecords(child.stdout, newline, maxPathBytes + 300)) {
    const line = record?.toString('latin1') ?? '';
    if (!line.startsWith(':')) {
      if (line !== '') commit = line;
      continue;
    }
    const blob = line.split(' ', 4)[3]!;
    if (blobs.has(blob) && !found.has(blob)) found.set(blob, commit);
    if (found.size === blobs.size) break;
  }
  stop(child);
  return found;
}

/** Every ref of the bare repository, for a remote that was fetched with its history. */
export async function listTips(git: GitOptions): Promise<string[]> {
  const { stdout } = await runGit(['for-each-ref', '--format=%(objectname)'], git);
  return [...new Set(stdout.split('\n').filter((line) => line !== ''))];
}

function stop(child: GitProcess): void {
  child.kill('SIGKILL');
}

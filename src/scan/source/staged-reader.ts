import type { ObjectFormat } from './git/bare-repository.ts';
import { readBlobs } from './git/blob-reader.ts';
import { watchEnd } from './git/git-failure.ts';
import { feed, type GitOptions, spawnGit } from './git/git-process.ts';
import { addEntry, tooManyFiles } from './git/list-tree.ts';
import { splitRecords } from './git/split-records.ts';
import {
  comparePaths,
  type Listing,
  type ListingLimits,
  maxPathBytes,
  type RepositoryReader,
} from './repository-entry.ts';

const emptyTree: Record<ObjectFormat, string> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

export interface StagedAgainst {
  /** The last commit; absent before the first. */
  head: string | undefined;
  format: ObjectFormat;
  /** Only what lies in this folder; empty: all of it. */
  prefix: string;
}

/** What the next commit would add or change: the content in the index, not the one in the work tree. */
export function openStaged(
  { head, format, prefix }: StagedAgainst,
  git: GitOptions,
  limits: ListingLimits & { secretFileBytes: number },
): RepositoryReader {
  return {
    ...(head !== undefined && { commit: head }),
    list: async () => sized(await listChanges(head ?? emptyTree[format], prefix, git, limits), git),
    read: (entries) =>
      readBlobs(
        entries.map(({ blob }) => blob!),
        git,
        limits.secretFileBytes,
      ),
  };
}

async function listChanges(
  against: string,
  prefix: string,
  git: GitOptions,
  limits: ListingLimits,
): Promise<Change[]> {
  const child = spawnGit(
    [
      ...['diff-index', '--cached', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff', '-z'],
      ...(prefix === '' ? [] : [`--relative=${prefix}/`]),
      ...['--diff-filter=AMT', '--end-of-options', against, '--'],
    ],
    git,
  );
  const ended = watchEnd(child);
  feed(child, '');
  const changes: Change[] = [];
  // `:oldmode newmode oldid newid status`, then the path, each ended by a zero byte.
  let head: string | undefined;
  for await (const record of splitRecords(child.stdout, 0, maxPathBytes + 200)) {
    const text = record?.toString('utf8') ?? '…';
    if (head === undefined) {
      head = text;
      continue;
    }
    const [, mode, , blob] = head.split(' ') as [string, string, string, string];
    changes.push({ mode, blob, path: text });
    head = undefined;
    if (changes.length > limits.files) {
      child.kill('SIGKILL');
      throw tooManyFiles(limits);
    }
  }
  await ended();
  return changes;
}

interface Change {
  mode: string;
  blob: string;
  path: string;
}

async function sized(changes: Change[], git: GitOptions): Promise<Listing> {
  const child = spawnGit(['cat-file', '--batch-check=%(objectsize)', '--buffer'], git);
  const ended = watchEnd(child);
  feed(child, changes.map(({ blob }) => `${blob}\n`).join(''));
  const listing: Required<Listing> = { entries: [], skipped: [], links: [] };
  let next = 0;
  for await (const record of splitRecords(child.stdout, 0x0a, 200)) {
    const change = changes[next++];
    if (change) addEntry({ ...change, sizeBytes: Number(record ?? Number.NaN) }, listing);
  }
  await ended();
  const { entries, skipped, links } = listing;
  return { entries: entries.sort(comparePaths), skipped: skipped.sort(comparePaths), links };
}

import { repositoryConfigNames } from '../model/repository-config-names.ts';
import type { ObjectFormat } from './git/bare-repository.ts';
import { readBlobs } from './git/blob-reader.ts';
import { watchEnd } from './git/git-failure.ts';
import { feed, type GitOptions, runGit, spawnGit } from './git/git-process.ts';
import { addEntry, tooManyFiles } from './git/list-tree.ts';
import { splitRecords } from './git/split-records.ts';
import {
  comparePaths,
  type Listing,
  type ListingLimits,
  maxPathBytes,
  type RepositoryEntry,
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
  /** Only what is in this folder; empty: all of it. */
  prefix: string;
}

/** What the next commit would add or change: the content in the index, not the one in the work tree. */
export function openStaged(
  { head, format, prefix }: StagedAgainst,
  git: GitOptions,
  limits: ListingLimits & { secretFileBytes: number },
): RepositoryReader {
  let listed: Promise<Sides> | undefined;
  const list = () => {
    listed ??= listChanges(head ?? emptyTree[format], prefix, git, limits).then((changes) =>
      sized(changes, git, prefix),
    );
    return listed;
  };
  const read: RepositoryReader['read'] = (entries) =>
    readBlobs(
      entries.map(({ blob }) => blob!),
      git,
      limits.secretFileBytes,
    );
  return {
    ...(head !== undefined && { commit: head }),
    list: async () => (await list()).now,
    read,
    before: { list: async () => (await list()).old, read },
    find: async (paths) => {
      const sides = await listed;
      return sides?.settings && paths === repositoryConfigNames
        ? firstOf(sides.settings, paths)
        : findStaged(paths, prefix, git);
    },
  };
}

/** A file that is added has no old version; one that was renamed has it under its present name, so that nothing in it is new by moving. */
interface Change {
  path: string;
  old: Version | undefined;
  now: Version;
}

interface Version {
  mode: string;
  blob: string;
}

async function listChanges(
  against: string,
  prefix: string,
  git: GitOptions,
  limits: ListingLimits,
): Promise<Change[]> {
  const child = spawnGit(
    [
      ...['diff-index', '--cached', '--raw', '--no-abbrev', '--find-renames', '--no-ext-diff', '-z'],
      ...(prefix === '' ? [] : [`--relative=${prefix}/`]),
      ...['--diff-filter=AMTR', '--end-of-options', against, '--'],
    ],
    git,
  );
  const ended = watchEnd(child);
  feed(child, '');
  const changes: Change[] = [];
  // `:oldmode newmode oldid newid status`, then the path, for a renamed file the old one and the new one, each ended by a zero byte.
  let head: string[] | undefined;
  let isOldPath = false;
  for await (const record of splitRecords(child.stdout, 0, maxPathBytes + 200)) {
    const text = record?.toString('utf8') ?? '…';
    if (head === undefined) {
      head = text.slice(1).split(' ');
      isOldPath = head[4]!.startsWith('R');
      continue;
    }
    if (isOldPath) {
      isOldPath = false;
      continue;
    }
    const [oldMode, mode, oldBlob, blob, status] = head as [string, string, string, string, string];
    const old = status === 'A' ? undefined : { mode: oldMode, blob: oldBlob };
    changes.push({ path: text, old, now: { mode, blob } });
    head = undefined;
    if (changes.length > limits.files) {
      child.kill('SIGKILL');
      throw tooManyFiles(limits);
    }
  }
  await ended();
  return changes;
}

/** The first of these paths that the index has, changed or not. */
async function findStaged(
  paths: readonly string[],
  prefix: string,
  git: GitOptions,
): Promise<RepositoryEntry | undefined> {
  const input = placesOf(paths, prefix);
  const { code, stdout } = await runGit(['cat-file', '--batch-check'], { ...git, input });
  return code === 0 ? firstOf(stdout.split('\n'), paths) : undefined;
}

function placesOf(paths: readonly string[], prefix: string): string {
  return paths.map((path) => `:0:${prefix === '' ? path : `${prefix}/${path}`}\n`).join('');
}

/** `lines`: what git says of each path. */
function firstOf(lines: readonly string[], paths: readonly string[]): RepositoryEntry | undefined {
  for (const [at, path] of paths.entries()) {
    const found = /^([0-9a-f]{40,64}) blob (\d+)$/.exec(lines[at] ?? '');
    if (found) return { path, blob: found[1]!, sizeBytes: Number(found[2]) };
  }
  return undefined;
}

/** The files as they are now and as they were, and what git says of the places of the settings, where it was asked. */
interface Sides extends Record<'old' | 'now', Listing> {
  settings?: string[];
}

/** Asks one process for the sizes of both sides, and for the settings, which are read next. */
async function sized(changes: readonly Change[], git: GitOptions, prefix: string): Promise<Sides> {
  const sides = { old: emptyListing(), now: emptyListing() };
  const wanted = (['now', 'old'] as const).flatMap((side) =>
    changes.flatMap(({ path, [side]: version }) => (version ? [{ side, path, ...version }] : [])),
  );
  if (wanted.length === 0) return sides;
  const child = spawnGit(['cat-file', '--batch-check', '--buffer'], git);
  const ended = watchEnd(child);
  feed(child, `${wanted.map(({ blob }) => `${blob}\n`).join('')}${placesOf(repositoryConfigNames, prefix)}`);
  const settings: string[] = [];
  let next = 0;
  for await (const record of splitRecords(child.stdout, 0x0a, maxPathBytes + 200)) {
    const file = wanted[next++];
    const line = record?.toString('utf8') ?? '';
    // `<id> <type> <size>`, or `<id> missing`.
    if (file) addEntry({ ...file, sizeBytes: Number(line.split(' ')[2] ?? Number.NaN) }, sides[file.side]);
    else settings.push(line);
  }
  await ended();
  for (const { entries, skipped } of Object.values(sides)) {
    entries.sort(comparePaths);
    skipped.sort(comparePaths);
  }
  return { ...sides, settings };
}

function emptyListing(): Required<Listing> {
  return { entries: [], skipped: [], links: [] };
}

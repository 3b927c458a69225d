import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { SkippedPath } from '../scan-outcome.ts';
import { collectText, feed, type GitOptions, spawnGit } from './git-process.ts';
import { tooManyFiles } from './list-tree.ts';
import {
  comparePaths,
  isSafePath,
  type Listing,
  type ListingLimits,
  maxPathBytes,
  type RepositoryEntry,
  type RepositoryReader,
} from './repository-entry.ts';
import { splitRecords } from './split-records.ts';

export interface FolderOptions {
  limits: ListingLimits & { secretFileBytes: number };
  /** Where the folder is a git work tree: how to ask git which files it ignores. */
  workTree?: { git: GitOptions; commit?: string; excludeFile: string };
}

const maxDepth = 128;

/** The files of a folder as they lie there. Links are not followed, so that a scan stays inside the folder. */
export function openFolder(root: string, options: FolderOptions): RepositoryReader {
  const { limits, workTree } = options;
  return {
    ...(workTree?.commit !== undefined && { commit: workTree.commit }),
    list: async () => {
      const unignored = workTree && (await listUnignored(workTree.git, workTree.excludeFile, limits));
      return unignored ? describe(root, unignored) : walk(root, limits);
    },
    async *read(entries) {
      for (const { path } of entries) yield readInside(join(root, path), limits.secretFileBytes);
    },
  };
}

/** Tracked files and those that git does not ignore; undefined where git cannot tell, as on a machine without it. */
async function listUnignored(
  git: GitOptions,
  excludeFile: string,
  limits: ListingLimits,
): Promise<string[] | undefined> {
  const args = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    `--exclude-from=${excludeFile}`,
  ];
  const child = spawnGit(args, git);
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  collectText(child.stderr, 0);
  feed(child, '');
  const paths = new Set<string>();
  for await (const record of splitRecords(child.stdout, 0, maxPathBytes)) {
    if (record) paths.add(record.toString('utf8'));
    if (paths.size > limits.files) {
      child.kill('SIGKILL');
      throw tooManyFiles(limits);
    }
  }
  return (await ended) === 0 ? [...paths] : undefined;
}

function describe(root: string, paths: string[]): Listing {
  const entries: RepositoryEntry[] = [];
  const skipped: SkippedPath[] = [];
  for (const path of paths.sort()) {
    if (path.endsWith('/')) {
      skipped.push({ path, reason: 'nested_repository', message: 'This folder is a repository of its own.' });
    } else if (!isSafePath(path)) {
      skipped.push({ path, reason: 'unsafe_path', message: 'The path leads outside the repository.' });
    } else {
      addFile(root, path, entries, skipped);
    }
  }
  return { entries, skipped };
}

function walk(root: string, limits: ListingLimits): Listing {
  const entries: RepositoryEntry[] = [];
  const skipped: SkippedPath[] = [];
  const pending = [''];
  while (pending.length > 0) {
    const folder = pending.pop()!;
    for (const entry of readFolder(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const skip = entry.isDirectory() ? reasonToSkipFolder(entry.name, path) : undefined;
      if (skip) skipped.push({ path, ...skip });
      else if (entry.isDirectory()) pending.push(path);
      else if (entry.name !== '.git') addFile(root, path, entries, skipped);
      if (entries.length + skipped.length + pending.length > limits.files) throw tooManyFiles(limits);
    }
  }
  return { entries: entries.sort(comparePaths), skipped: skipped.sort(comparePaths) };
}

function reasonToSkipFolder(name: string, path: string): { reason: string; message: string } | undefined {
  if (name === '.git') return { reason: 'git_folder', message: 'The repository’s own data.' };
  // Installed packages are other people's code; the dependencies engine judges them by the lockfile.
  if (name === 'node_modules')
    return { reason: 'installed_packages', message: 'Installed packages are not scanned.' };
  if (path.split('/').length > maxDepth) {
    return { reason: 'path_too_deep', message: `Folders are read to a depth of ${maxDepth}.` };
  }
  return undefined;
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that may not be read or has just been removed holds nothing that could be scanned.
    return [];
  }
}

function addFile(root: string, path: string, entries: RepositoryEntry[], skipped: SkippedPath[]): void {
  const found = lstatSync(join(root, path), { throwIfNoEntry: false });
  // Deleted in the work tree but still in the index: not part of what is scanned.
  if (found === undefined) return;
  if (found.isSymbolicLink()) {
    skipped.push({ path, reason: 'symlink', message: 'Symbolic links are not followed.' });
  } else if (found.isDirectory()) {
    skipped.push({ path, reason: 'submodule', message: 'Submodules are repositories of their own.' });
  } else if (found.isFile()) {
    entries.push({ path, sizeBytes: found.size });
  } else {
    skipped.push({ path, reason: 'special_file', message: 'Not a regular file.' });
  }
}

/** Reads a regular file up to the limit; a pipe or device that took its place meanwhile neither blocks nor is read. */
function readInside(file: string, maxBytes: number): Uint8Array | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > maxBytes) return undefined;
    const content = new Uint8Array(found.size);
    let filled = 0;
    while (filled < content.length) {
      const read = readSync(descriptor, content, filled, content.length - filled, null);
      if (read === 0) break;
      filled += read;
    }
    return filled === content.length ? content : content.slice(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import type { SkippedPath } from '../model/coverage.ts';
import type { SkipReason } from '../model/skip-reason.ts';
import { onDisk, type Place, placeNamed } from './file-place.ts';
import { tooManyFiles } from './git/list-tree.ts';
import { looksBare } from './git/local-git.ts';
import type { ReadingRoom } from './reading-room.ts';
import {
  comparePaths,
  isSafePath,
  type Listing,
  type ListingLimits,
  type RepositoryReader,
} from './repository-entry.ts';
import { type ListedPlace, listUnignored, type WorkTree } from './work-tree-files.ts';

export interface FolderOptions {
  limits: ListingLimits & { secretFileBytes: number };
  /** Where the folder is a git work tree, or is in one: how to ask git which files it ignores. */
  workTree?: WorkTree & { commit?: string };
}

const maxDepth = 128;

const readAsFolder: SkippedPath = {
  path: '.',
  reason: 'git_folder',
  message:
    'The folder looks like a bare repository and has other files, or a work tree around it: its files were read, and no commit.',
};

/** The files of a folder as they lie there. Links are not followed, so that a scan stays inside the folder. */
export function openFolder(root: string, options: FolderOptions): RepositoryReader {
  const { limits, workTree } = options;
  return {
    ...(workTree?.commit !== undefined && { commit: workTree.commit }),
    list: async () => {
      const unignored = workTree && (await listUnignored(workTree, limits));
      const listing = unignored ? describe(root, unignored.places, unignored.skipped) : walk(root, limits);
      if (looksBare(root)) listing.skipped.push(readAsFolder);
      return listing;
    },
    async *read(entries, room) {
      for (const entry of entries) yield readInside(onDisk(root, entry), limits.secretFileBytes, room);
    },
  };
}

function describe(root: string, places: ListedPlace[], skipped: SkippedPath[]): Listing {
  const listing: Required<Listing> = { entries: [], skipped, links: [] };
  for (const place of places.sort(comparePaths)) {
    const { path } = place;
    if (path.endsWith('/')) {
      skipped.push({ path, reason: 'nested_repository', message: 'This folder is a repository of its own.' });
    } else if (!isSafePath(path)) {
      skipped.push({ path, reason: 'unsafe_path', message: 'The path leads outside the repository.' });
    } else {
      addFile(root, place, listing);
    }
  }
  return listing;
}

function walk(root: string, limits: ListingLimits): Listing {
  const listing: Required<Listing> = { entries: [], skipped: [], links: [] };
  const { entries, skipped, links } = listing;
  const pending: Place[] = [{ path: '' }];
  while (pending.length > 0) {
    const folder = pending.pop()!;
    for (const entry of readFolder(root, folder, skipped)) {
      const { name } = entry;
      const place = placeNamed(folder, name);
      const skip = entry.isDirectory() ? reasonToSkipFolder(name, place.path) : undefined;
      if (skip) skipped.push({ path: place.path, ...skip });
      else if (entry.isDirectory()) pending.push(place);
      else if (name !== '.git') addFile(root, place, listing);
      if (entries.length + skipped.length + pending.length > limits.files) throw tooManyFiles(limits);
    }
  }
  return { entries: entries.sort(comparePaths), skipped: skipped.sort(comparePaths), links };
}

function reasonToSkipFolder(name: string, path: string): { reason: SkipReason; message: string } | undefined {
  if (name === '.git') return { reason: 'git_folder', message: 'The repository’s own data.' };
  // Installed packages are other people's code; the dependencies engine checks them by the lockfile.
  if (name === 'node_modules')
    return { reason: 'installed_packages', message: 'Installed packages are not scanned.' };
  if (path.split('/').length > maxDepth) {
    return { reason: 'path_too_deep', message: `Folders are read to a depth of ${maxDepth}.` };
  }
  return undefined;
}

function readFolder(root: string, folder: Place, skipped: SkippedPath[]) {
  try {
    // A character for each byte, whatever the name is written in.
    return readdirSync(onDisk(root, folder), { withFileTypes: true, encoding: 'latin1' });
  } catch (error) {
    // One that has just been removed holds nothing; one that may not be read may hold anything.
    if (!isGone(error)) {
      const path = folder.path === '' ? '.' : folder.path;
      skipped.push({ path, reason: 'unreadable', message: 'The folder cannot be read.' });
    }
    return [];
  }
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
}

function addFile(root: string, place: ListedPlace, { entries, skipped, links }: Required<Listing>): void {
  const { path, rawPath, isSparse } = place;
  const found = look(onDisk(root, place));
  const named = rawPath === undefined ? { path } : { path, rawPath };
  if (found === undefined) {
    // Deleted in the work tree but still in the index: not part of what is scanned. Only what was never checked out is told.
    if (isSparse)
      skipped.push({ path, reason: 'sparse_checkout', message: 'The sparse checkout leaves this file out.' });
  } else if (found === 'refused') {
    skipped.push({ path, reason: 'unreadable', message: 'The file cannot be read.' });
  } else if (found.isSymbolicLink()) {
    skipped.push({ path, reason: 'symlink', message: 'Symbolic links are not followed.' });
    const target = linkTarget(onDisk(root, place));
    if (target !== undefined) links.push({ ...named, sizeBytes: found.size, target });
  } else if (found.isDirectory()) {
    skipped.push({ path, reason: 'submodule', message: 'Submodules are repositories of their own.' });
  } else if (found.isFile()) {
    entries.push({ ...named, sizeBytes: found.size });
  } else {
    skipped.push({ path, reason: 'special_file', message: 'Not a regular file.' });
  }
}

function linkTarget(link: string | Buffer): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    // Gone since it was listed: then there is nothing behind it.
    return undefined;
  }
}

/** A folder can be listed and yet not let anybody look at what it lists. */
function look(file: string | Buffer) {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return 'refused';
  }
}

/** Reads a regular file up to the limit; a pipe or device that took its place meanwhile neither blocks nor is read. */
function readInside(
  file: string | Buffer,
  maxBytes: number,
  room: ReadingRoom | undefined,
): Uint8Array | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > maxBytes) return undefined;
    // Not cleared: only what was read of it is given back.
    const content = room?.take(found.size) ?? Buffer.allocUnsafeSlow(found.size);
    let filled = 0;
    while (filled < content.length) {
      const read = readSync(descriptor, content, filled, content.length - filled, null);
      if (read === 0) break;
      filled += read;
    }
    return filled === content.length ? content : Uint8Array.from(content.subarray(0, filled));
  } finally {
    closeSync(descriptor);
  }
}

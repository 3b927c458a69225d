import { ScanFailure } from '../../model/failure.ts';
import {
  comparePaths,
  isSafePath,
  type Listing,
  type ListingLimits,
  maxPathBytes,
} from '../repository-entry.ts';
import { watchEnd } from './git-failure.ts';
import { feed, type GitOptions, spawnGit } from './git-process.ts';
import { splitRecords } from './split-records.ts';

/**
 * Lists a commit as a stream and stops at the limit: a tree of 200 kB can address more files than fit on any disk.
 * Only blobs that are files come back; links, submodules and paths that lead outside are said to be skipped.
 */
export async function listTree(commit: string, git: GitOptions, limits: ListingLimits): Promise<Listing> {
  const child = spawnGit(['ls-tree', '-r', '-l', '-z', '--full-tree', commit, '--'], git);
  const ended = watchEnd(child);
  feed(child, '');
  const listing: Required<Listing> = { entries: [], skipped: [], links: [] };
  const { entries, skipped, links } = listing;
  let seen = 0;
  for await (const record of splitRecords(child.stdout, 0, maxPathBytes + 200)) {
    if (++seen > limits.files) {
      child.kill('SIGKILL');
      throw tooManyFiles(limits);
    }
    const line = record && parseTreeLine(record);
    if (line === undefined) {
      skipped.push({ path: '…', reason: 'path_too_long', message: 'The path is longer than 4,096 bytes.' });
    } else {
      addEntry(line, listing);
    }
  }
  await ended();
  return { entries: entries.sort(comparePaths), skipped: skipped.sort(comparePaths), links };
}

export function tooManyFiles(limits: ListingLimits): ScanFailure {
  return new ScanFailure('too_many_files', `The repository has more than ${limits.files} files.`);
}

export interface TreeLine {
  mode: string;
  blob: string;
  sizeBytes: number;
  path: string;
}

function parseTreeLine(record: Buffer): TreeLine | undefined {
  const tab = record.indexOf(0x09);
  const fields = record.subarray(0, tab).toString('latin1').split(/ +/);
  const [mode, , blob, size] = fields as [string, string, string, string];
  if (record.length - tab - 1 > maxPathBytes) return undefined;
  return { mode, blob, sizeBytes: Number(size), path: record.subarray(tab + 1).toString('utf8') };
}

/** Sorts a tree or index entry into what can be read and what is skipped. */
export function addEntry(line: TreeLine, { entries, skipped, links }: Required<Listing>): void {
  const { mode, blob, sizeBytes, path } = line;
  if (!isSafePath(path)) {
    skipped.push({ path, reason: 'unsafe_path', message: 'The path leads outside the repository.' });
  } else if (mode === '120000') {
    skipped.push({ path, reason: 'symlink', message: 'Symbolic links are not followed.' });
    if (sizeBytes <= maxPathBytes) links.push({ path, sizeBytes, blob });
  } else if (mode === '160000') {
    skipped.push({ path, reason: 'submodule', message: 'Submodules are repositories of their own.' });
  } else if (Number.isSafeInteger(sizeBytes)) {
    entries.push({ path, sizeBytes, blob });
  } else {
    skipped.push({ path, reason: 'missing_object', message: 'The content is not in the repository.' });
  }
}

import type { SkippedPath } from '../model/coverage.ts';
import { type Place, placeIn } from './file-place.ts';
import { collectText, feed, type GitOptions, spawnGit } from './git/git-process.ts';
import { tooManyFiles } from './git/list-tree.ts';
import { splitRecords } from './git/split-records.ts';
import { type ListingLimits, maxPathBytes } from './repository-entry.ts';

/** A folder that is a work tree, or a part of one. */
export interface WorkTree {
  /** Runs in the folder that is listed. */
  git: GitOptions;
  excludeFile: string;
  /** The folder is not the root of the work tree. */
  isPart: boolean;
}

export interface ListedPlace extends Place {
  /** A sparse checkout leaves it out of the work tree. */
  isSparse?: true;
}

/** Each path follows a letter and a space that tell how git keeps it. */
const tagBytes = 2;
const notCheckedOut = 'S'.charCodeAt(0);

/** Tracked files and those that git does not ignore; undefined where git cannot tell, as on a machine without it. */
export async function listUnignored(
  { git, excludeFile, isPart }: WorkTree,
  limits: ListingLimits,
): Promise<{ places: ListedPlace[]; skipped: SkippedPath[] } | undefined> {
  const args = [
    'ls-files',
    '-z',
    '-t',
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
  const stderr = collectText(child.stderr, 1024 ** 2);
  feed(child, '');
  // By its bytes, because a conflict lists a file three times.
  const places = new Map<string, ListedPlace>();
  const skipped: SkippedPath[] = [];
  for await (const record of splitRecords(child.stdout, 0, tagBytes + maxPathBytes)) {
    if (record) {
      const name = record.subarray(tagBytes);
      const place: ListedPlace = placeIn({ path: '' }, name);
      if (record[0] === notCheckedOut) place.isSparse = true;
      places.set(name.toString('latin1'), place);
    } else {
      skipped.push({ path: '…', reason: 'path_too_long', message: 'The path is longer than 4,096 bytes.' });
    }
    if (places.size + skipped.length > limits.files) {
      child.kill('SIGKILL');
      throw tooManyFiles(limits);
    }
  }
  if ((await ended) !== 0) return undefined;
  skipped.push(...unreadableFolders(stderr()));
  // A folder that the repository around it ignores as a whole is none of its business: it is read as it is.
  if (isPart && places.size + skipped.length === 0) return undefined;
  return { places: [...places.values()], skipped };
}

/** Git lists around a folder that it cannot open and says so, cutting long lines; silence would pass for an empty folder. */
function unreadableFolders(stderr: string): SkippedPath[] {
  return [...stderr.matchAll(/^warning: could not open directory '(.+)$/gm)].map(([, words]) => ({
    path: words!.replace(/\/?': .*$/, '') || '.',
    reason: 'unreadable',
    message: 'The folder cannot be read.',
  }));
}

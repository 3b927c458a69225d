import { compareTexts } from '../../kernel/compare-texts.ts';
import type { SkippedPath } from '../model/coverage.ts';
import type { ScanLimits } from '../model/task.ts';
import type { ReadingRoom } from './reading-room.ts';

/** A file that can be read; known before any content is. */
export interface RepositoryEntry {
  path: string;
  /** The bytes of a path that is not UTF-8, by which a file of a folder is opened. */
  rawPath?: Uint8Array;
  sizeBytes: number;
  /** The git object id; absent in a plain folder. */
  blob?: string;
  /** The entry is another name, by a symbolic link, of the file at this path. */
  linkTo?: string;
}

/** A symbolic link: its own entry, and what it points to where that is known without reading it. */
export interface LinkEntry extends RepositoryEntry {
  target?: string;
}

export interface Listing {
  /** Sorted by path. */
  entries: RepositoryEntry[];
  /** What is there but is not a file that can be read. */
  skipped: SkippedPath[];
  /** Symbolic links, which are among the skipped as well. */
  links?: LinkEntry[];
}

/** An opened source of files: a commit, an index or a folder. */
export interface RepositoryReader {
  readonly commit?: string;
  list(): Promise<Listing>;
  /**
   * Content in the order asked for; undefined for a file that cannot be read or has changed its size beyond the limit. It may be in the room, where the caller has
   * one.
   */
  read(entries: readonly RepositoryEntry[], room?: ReadingRoom): AsyncIterable<Uint8Array | undefined>;
  /** Of what is staged: the same files as the last commit has them, under the names that they have now. */
  readonly before?: RepositoryReader;
  /** The first of these files that is in the repository, where it may be there without being listed, because only a part is. */
  find?(paths: readonly string[]): Promise<RepositoryEntry | undefined>;
}

export type ListingLimits = Pick<ScanLimits, 'files'>;

export const maxPathBytes = 4096;

/** A path that stays inside the repository. To git a backslash is a letter, and nothing is ever written by these names. */
export function isSafePath(path: string): boolean {
  return (
    path !== '' &&
    !path.includes('\0') &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

export function comparePaths(a: { path: string }, b: { path: string }): number {
  return compareTexts(a.path, b.path);
}

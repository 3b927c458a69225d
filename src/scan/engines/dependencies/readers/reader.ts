import type { ReadingProblems } from '../../../formats/reading-problems.ts';
import type { Dependency } from '../dependency.ts';
import type { Join } from '../resolve/join.ts';

/** What one file says. What only several files say together is left in `join`, for the second step. */
export interface Reading {
  dependencies: Dependency[];
  join?: Join;
  notes?: ReadingProblems;
}

/**
 * A lockfile says what is installed. A manifest says what is asked for, and counts only where no lockfile covers it. A record lists
 * components (an SBOM, a verification file) and counts only for what no lockfile in the repository says.
 */
export type ReaderKind = 'lockfile' | 'manifest' | 'record';

/**
 * Reads one format. Throws `MalformedFile` for what is not that format; never anything else, never without end. What is met on the way and
 * does not stop the reading is added to `problems`.
 */
export type ReadFile = (text: string, path: string, problems: ReadingProblems) => Reading;

/** A format: which files have it, and where its reader is. */
export interface Reader {
  id: string;
  kind: ReaderKind;
  matches(name: string, path: string): boolean;
  load(): Promise<ReadFile>;
}

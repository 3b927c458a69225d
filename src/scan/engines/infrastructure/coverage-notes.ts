import type { CoverageNote } from '../../model/coverage.ts';
import type { SkipReason } from '../../model/skip-reason.ts';

/** The problems of a parser as entries of the scan's coverage. */
export function notesOf(
  path: string,
  problems: ReadonlyArray<{ line: number; reason: SkipReason; message: string }>,
): CoverageNote[] {
  return problems.map(({ line, reason, message }) => ({ path, reason, message: `Line ${line}: ${message}` }));
}

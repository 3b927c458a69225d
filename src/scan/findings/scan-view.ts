import { compileGlobs } from '../formats/glob.ts';
import type { SkippedPath } from '../model/coverage.ts';
import { type EngineId, engineIds } from '../model/finding.ts';
import { skipKind } from '../model/skip-reason.ts';
import type { KnownFinding, ScanTask } from '../model/task.ts';

interface ScanView {
  engines: readonly EngineId[];
  paths: ScanTask['paths'];
  skipped: readonly SkippedPath[];
  /** The files that were listed, where these were not all of the repository. */
  listed: ReadonlySet<string> | undefined;
  /** What the repository's own configuration excludes, where it is followed. */
  isExcludedByRepository(path: string): boolean;
}

/** Whether a scan would have found a known finding again if it were still there. */
export function viewOf(scan: ScanView): (known: KnownFinding) => boolean {
  const { engines, paths, skipped, listed } = scan;
  const isIncluded = paths?.include?.length ? compileGlobs(paths.include) : () => true;
  const isExcluded = compileGlobs(paths?.exclude ?? []);
  const failed = new Set(
    skipped.filter(({ reason }) => skipKind(reason) === 'failed').map(({ path }) => path),
  );
  // A path of this name stands for files that nobody knows.
  const isUnsure = failed.has('…');
  const hasNoAdvisories = skipped.some(({ reason }) => reason === 'advisories_missing');
  return ({ file, engine }) => {
    if (engine === 'dependencies' && hasNoAdvisories) return false;
    if (engine === undefined ? engines.length < engineIds.length : !engines.includes(engine)) return false;
    if (isUnsure) return false;
    if (file === undefined) return listed === undefined && !paths?.include && !paths?.exclude;
    return (
      isIncluded(file) &&
      !isExcluded(file) &&
      !scan.isExcludedByRepository(file) &&
      !failed.has(file) &&
      (listed?.has(file) ?? true)
    );
  };
}

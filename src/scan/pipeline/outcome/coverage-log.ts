import type { CoverageNote, SkippedPath } from '../../model/coverage.ts';
import type { EngineId } from '../../model/finding.ts';
import { skipKind } from '../../model/skip-reason.ts';
import { comparePaths } from '../../source/repository-entry.ts';

const maxPathsPerReason = 1000;
/** What no engine reads is named so that it can be seen, and a repository may be full of it. */
const maxUnlooked = 100;
const maxPathLength = 1024;

/** Collects what was not read, and why. */
export class CoverageLog {
  readonly #skipped: SkippedPath[] = [];
  files = 0;
  bytes = 0;
  /** Earlier versions that were read, where the history was asked for. */
  history: { files: number; bytes: number } | undefined;

  skip(path: SkippedPath): void {
    this.#skipped.push(path);
  }

  /** One by one: a repository can hold more links than a call takes arguments. */
  skipAll(paths: readonly SkippedPath[]): void {
    for (const path of paths) this.#skipped.push(path);
  }

  notes(engine: EngineId, notes: readonly CoverageNote[] | undefined): void {
    for (const note of notes ?? []) this.#skipped.push({ ...note, engine });
  }

  /** Nothing was skipped but what somebody asked to exclude. */
  get complete(): boolean {
    return this.#skipped.every(({ reason }) => skipKind(reason) === 'excluded');
  }

  /** What should have been analysed and was not. */
  get failed(): number {
    return this.#count(({ reason }) => skipKind(reason) === 'failed');
  }

  get engineErrors(): number {
    return this.#count(({ reason }) => reason === 'engine_error');
  }

  #count(isCounted: (skipped: SkippedPath) => boolean): number {
    return this.#skipped.reduce((sum, skipped) => sum + (isCounted(skipped) ? (skipped.count ?? 1) : 0), 0);
  }

  /** Sorted, and bounded for each reason: a hostile repository can be skipped in 200,000 places. */
  list(): SkippedPath[] {
    const byReason = Map.groupBy(this.#skipped.sort(compareSkipped), ({ reason }) => reason);
    return [...byReason.keys()].sort().flatMap((reason) => {
      const paths = byReason.get(reason)!;
      const kind = skipKind(reason);
      const limit = reason === 'no_engine' ? maxUnlooked : maxPathsPerReason;
      const listed = paths.slice(0, limit).map((path) => ({ ...shorten(path), kind }));
      const more = paths.slice(limit).reduce((sum, { count }) => sum + (count ?? 1), 0);
      return more === 0
        ? listed
        : [...listed, { path: '…', reason, message: `And ${more} further paths.`, count: more, kind }];
    });
  }
}

function compareSkipped(a: SkippedPath, b: SkippedPath): number {
  return (
    comparePaths(a, b) ||
    comparePaths({ path: a.reason }, { path: b.reason }) ||
    comparePaths({ path: a.engine ?? '' }, { path: b.engine ?? '' }) ||
    comparePaths({ path: a.message }, { path: b.message })
  );
}

function shorten(skipped: SkippedPath): SkippedPath {
  if (skipped.path.length <= maxPathLength) return skipped;
  return { ...skipped, path: `${skipped.path.slice(0, maxPathLength).toWellFormed()}…` };
}

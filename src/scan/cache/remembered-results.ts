import type { EngineId } from '../model/finding.ts';

/** What engines say about a file, and the comments in it that are meant for the scan. */
export type ResultPart = EngineId | 'comments';
export type Results = Partial<Record<ResultPart, string>>;

/** What was said of files before, by the id of their content and their path. */
export interface RememberedResults {
  get(blob: string, path: string, part: ResultPart): string | undefined;
  set(blob: string, path: string, part: ResultPart, result: string): void;
  /** At the end of a scan; of one that did not get to every file, what it did not use is kept as well. */
  save(how: { isPartial: boolean }): void;
}

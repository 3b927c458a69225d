import type { EngineCrash } from '../model/engine-crash.ts';
import type { ScanOutcome, ScanProgress } from '../model/outcome.ts';
import type { ScanTask } from '../model/task.ts';
import type { LocalSource } from '../source/open-local.ts';

/** The first line that the analysing process reads. JSON, because it has to pass through whatever wraps the process. */
export interface ChildTask extends Omit<ScanTask, 'source' | 'identityKey'> {
  source: ChildSource;
  /** The repository's name for identity. */
  repository: string;
  identityKeyBase64: string;
  /** The bare repository that was fetched; for a local source an empty folder to build one in. */
  gitDir: string;
  cacheFile?: string;
  /** Where hooks remember the files of the last commits. */
  recentFolder?: string;
  advisoryIndexFile?: string;
}

export type ChildSource = { kind: 'fetched' } | LocalSource;

/** One line each on the standard output of the analysing process; the outcome is the last. */
export type ChildMessage = { progress: ScanProgress } | { crash: EngineCrash } | { outcome: ScanOutcome };

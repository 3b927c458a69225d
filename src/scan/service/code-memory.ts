import type { GatheredCode, RememberedCode } from '../model/code-symbol.ts';
import type { ScanTask } from '../model/task.ts';

/** Where the code of a scan is to be kept. */
export interface CodePlace {
  tenantId: string;
  namespace: string;
  /** The most entries that the tenant may hold; absent for any number. */
  maxEntries?: number;
  /** What tells the entries of this repository from those of others in the same namespace. */
  repository: string;
  /** The paths that were looked at; what is kept of others stays. Absent: all of them. */
  paths?: ScanTask['paths'];
}

/** A memory that scanned code can be kept in, so that it can be asked for in words. */
export interface CodeMemory {
  /**
   * Makes the namespace hold exactly this code of the repository: what is there already stays as it is, what is gone is removed. Doing it
   * twice changes nothing. Where it cannot be done to its end, the result says why.
   */
  remember(
    place: CodePlace,
    code: GatheredCode,
    options: { signal: AbortSignal; onProgress(done: number): void },
  ): Promise<RememberedCode>;
}

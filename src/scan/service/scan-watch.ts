import type { ScanProgress } from '../model/outcome.ts';

export type ScanEvent = 'progress' | 'status';

/**
 * Tells those who wait for a scan that something about it changed, and remembers how far running scans are. It lives in this
 * process only: whoever waits also looks at the store now and then, because another node may be the one that works.
 */
export class ScanWatch {
  readonly #listeners = new Map<string, Set<(event: ScanEvent) => void>>();
  readonly #progress = new Map<string, ScanProgress>();

  /** Returns how to stop listening. */
  listen(scanId: string, listener: (event: ScanEvent) => void): () => void {
    const listeners = this.#listeners.get(scanId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(scanId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(scanId);
    };
  }

  progress(scanId: string): ScanProgress | undefined {
    return this.#progress.get(scanId);
  }

  progressed(scanId: string, progress: ScanProgress): void {
    this.#progress.set(scanId, progress);
    this.#tell(scanId, 'progress');
  }

  /** The scan began, ended, or waits again. */
  changed(scanId: string, running: boolean): void {
    if (!running) this.#progress.delete(scanId);
    this.#tell(scanId, 'status');
  }

  #tell(scanId: string, event: ScanEvent): void {
    for (const listener of this.#listeners.get(scanId) ?? []) listener(event);
  }
}

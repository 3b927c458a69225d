import { noSignals, type Signals } from '../../kernel/signals.ts';
import type { ScanProgress } from '../model/outcome.ts';

const topic = 'scan';

/** What nodes tell each other: how far a scan is, or that it began or ended. */
interface Heard {
  scanId: string;
  progress?: ScanProgress;
  running?: boolean;
}

export type ScanEvent = 'progress' | 'status';

/**
 * Tells those who wait for a scan that something about it changed, and remembers how far running scans are. What other nodes work on
 * comes as signals; those may be lost, so that whoever waits also looks at the store now and then.
 */
export class ScanWatch {
  readonly #listeners = new Map<string, Set<(event: ScanEvent) => void>>();
  readonly #progress = new Map<string, ScanProgress>();
  readonly #signals: Signals;

  constructor(signals: Signals = noSignals) {
    this.#signals = signals;
    signals.listen(topic, (text) => this.#hear(JSON.parse(text) as Heard));
  }

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
    this.#signals.tell(topic, JSON.stringify({ scanId, progress } satisfies Heard));
    this.#tell(scanId, 'progress');
  }

  /** The scan began, ended, or waits again. */
  changed(scanId: string, running: boolean): void {
    if (!running) this.#progress.delete(scanId);
    this.#signals.tell(topic, JSON.stringify({ scanId, running } satisfies Heard));
    this.#tell(scanId, 'status');
  }

  #hear({ scanId, progress, running }: Heard): void {
    if (progress) {
      // Only for scans that somebody here waits for: all others are the business of their node.
      if (this.#listeners.has(scanId)) this.#progress.set(scanId, progress);
      this.#tell(scanId, 'progress');
    } else {
      if (!running) this.#progress.delete(scanId);
      this.#tell(scanId, 'status');
    }
  }

  #tell(scanId: string, event: ScanEvent): void {
    for (const listener of this.#listeners.get(scanId) ?? []) listener(event);
  }
}

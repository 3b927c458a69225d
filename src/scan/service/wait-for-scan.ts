import type { ScanRecord } from '../model/scan-record.ts';
import type { ScanWatch } from './scan-watch.ts';

export interface WaitOptions {
  watch: ScanWatch;
  scanId: string;
  /** The scan as it is now; undefined when it was deleted meanwhile. */
  look(): Promise<ScanRecord | undefined>;
  /** Stop waiting: a time limit, shutdown, or a caller who went away. */
  stop: AbortSignal;
  /** How often to look without being told, for the case that another node does the work. */
  lookEveryMs: number;
}

export function isFinished(scan: ScanRecord): boolean {
  return scan.status === 'completed' || scan.status === 'failed';
}

/** Resolves when the scan is finished or gone, or when waiting has to stop; with the scan as it is then. */
export function waitForScan(options: WaitOptions): Promise<ScanRecord | undefined> {
  const { watch, scanId, look, stop, lookEveryMs } = options;
  return new Promise((resolve, reject) => {
    let settled = false;
    // Listening begins before the first look: what ends in between is not missed.
    const unlisten = watch.listen(scanId, (event) => {
      if (event === 'status') void check();
    });
    const timer = setInterval(() => void check(), lookEveryMs);
    timer.unref();

    const settle = (end: () => void): void => {
      if (settled) return;
      settled = true;
      unlisten();
      clearInterval(timer);
      stop.removeEventListener('abort', check);
      end();
    };
    async function check(): Promise<void> {
      try {
        const scan = await look();
        if (scan === undefined || isFinished(scan) || stop.aborted) settle(() => resolve(scan));
      } catch (error) {
        settle(() => reject(error));
      }
    }
    stop.addEventListener('abort', check);
    void check();
  });
}

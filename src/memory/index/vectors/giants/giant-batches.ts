import { carryOut } from '../scan-call.ts';
import type { ScanSource, ScanWork, ScanWorkers } from '../scan-workers.ts';
import type { VectorArena } from '../vector-arena.ts';
import type { GiantScan } from './giant-scan.ts';

interface Waiting {
  scan: GiantScan;
  resolve: (rows: number[]) => void;
  reject: (reason: unknown) => void;
}

/** More in one pass save little and make the first wait for the last. */
const mostTogether = 4;

/** The searches of one giant. Those that arrive while all threads are busy are carried out together: rows that have no cells are read once for all of them. */
export class GiantBatches implements ScanSource {
  #waiting: Waiting[] = [];

  /** The rows that were found. On this thread where there are no others. */
  run(scan: GiantScan, arena: VectorArena, workers: ScanWorkers | undefined): Promise<number[]> | number[] {
    if (!workers) return [...carryOut(arena.all, { name: 'giant', scans: [scan] }).slice(1)];
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    this.#waiting.push({ scan, resolve, reject });
    workers.request(this);
    return promise;
  }

  take(): ScanWork | undefined {
    const together = this.#waiting.splice(0, mostTogether);
    if (together.length === 0) return undefined;
    return {
      call: { name: 'giant', scans: together.map(({ scan }) => scan) },
      done: (found) => {
        let at = 0;
        for (const { resolve } of together) {
          const end = at + 1 + found[at]!;
          resolve(found.slice(at + 1, end));
          at = end;
        }
      },
      failed: (reason) => {
        for (const { reject } of together) reject(reason);
      },
    };
  }
}

import { ArenaScratch } from './arena-scratch.ts';
import { nearQueryBytes } from './near-queries.ts';
import { carryOut, type ScanArguments, type ScanCall } from './scan-call.ts';
import type { ScanSource, ScanWork, ScanWorkers } from './scan-workers.ts';
import type { VectorArena } from './vector-arena.ts';
import type { WordsCall } from './words-call.ts';

/** The arguments of the kernel's `nearest` up to its queries, which differ as rows are added, and of `scanList` for the rows that it finds. */
export interface NearScan {
  rows: readonly [table: number, first: number, last: number, chunkRows: number, bitBytes: number];
  /** Where the query lies. */
  query: number;
  best: Extract<ScanCall, { name: 'nearest' }>['best'][number];
  /** Its words, which a thread matches as well; nobody does where there are no threads. */
  words?: WordsCall;
}

interface Waiting {
  scan: NearScan;
  resolve: (found: number) => void;
  reject: (reason: unknown) => void;
}

/** More queries in one pass save little and make the first wait for the last. */
const mostTogether = 8;

/**
 * The scans of one namespace by bits. Those that arrive while all threads are busy are carried out in one pass over the rows, each as it would be alone: what is read for one query is in
 * the processor's caches for the others.
 */
export class ScanBatches implements ScanSource {
  readonly #arena: VectorArena;
  #waiting: Waiting[] = [];

  constructor(arena: VectorArena) {
    this.#arena = arena;
  }

  /** How many rows were found. On this thread where there are no others. */
  run(scan: NearScan, workers: ScanWorkers | undefined): Promise<number> | number {
    if (!workers) {
      const near: Extract<ScanCall, { name: 'nearest' }>['near'] = [...scan.rows, scan.query, 1];
      const call: ScanCall = { name: 'nearest', arena: this.#arena.number, near, best: [scan.best] };
      return carryOut(this.#arena.all, call)[0]!;
    }
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.push({ scan, resolve, reject });
    workers.request(this);
    return promise;
  }

  get isFull(): boolean {
    return this.#waiting.length >= mostTogether;
  }

  take(): ScanWork | undefined {
    const first = this.#waiting[0];
    if (!first) return undefined;
    const [together, others]: [Waiting[], Waiting[]] = [[], []];
    for (const one of this.#waiting) {
      // Rows may have been added since an earlier one asked: its mask does not cover them.
      const fits = one.scan.rows[2] === first.scan.rows[2] && together.length < mostTogether;
      (fits ? together : others).push(one);
    }
    this.#waiting = others;
    const scratch = new ArenaScratch(this.#arena);
    let queries: number;
    try {
      queries = scratch.room(together.length * nearQueryBytes);
    } catch (reason) {
      // Whoever hands out work stands behind no search: those that wait have to be told.
      for (const { reject } of together) reject(reason);
      return this.take();
    }
    const bytes = new Uint8Array(this.#arena.memory.buffer);
    for (const [i, { scan }] of together.entries())
      bytes.copyWithin(queries + i * nearQueryBytes, scan.query, scan.query + nearQueryBytes);
    return {
      call: {
        name: 'nearest',
        arena: this.#arena.number,
        near: [...first.scan.rows, queries, together.length],
        best: together.map(({ scan }) => scan.best),
        ...(together.some(({ scan }) => scan.words) && { words: together.map(({ scan }) => scan.words) }),
      },
      done: (found) => {
        scratch.release();
        for (const [i, { resolve }] of together.entries()) resolve(found[i]!);
      },
      failed: (reason) => {
        scratch.release();
        for (const { reject } of together) reject(reason);
      },
    };
  }
}

/** A scan of all rows by their codes, for which there is no common pass. */
export class LoneScan implements ScanSource {
  #work: ScanWork | undefined;

  constructor(work: ScanWork) {
    this.#work = work;
  }

  static async run(
    args: ScanArguments,
    arena: VectorArena,
    workers: ScanWorkers | undefined,
  ): Promise<number> {
    const [found] = await LoneScan.found({ name: 'scan', arena: arena.number, args }, arena, workers);
    return found!;
  }

  /** What the call gives. */
  static found(
    call: ScanCall,
    arena: VectorArena,
    workers: ScanWorkers | undefined,
  ): Promise<readonly number[]> | readonly number[] {
    if (!workers) return carryOut(arena.all, call);
    return new Promise((resolve, reject) => {
      workers.request(new LoneScan({ call, done: resolve, failed: reject }));
    });
  }

  take(): ScanWork | undefined {
    const work = this.#work;
    this.#work = undefined;
    return work;
  }
}

import { Worker } from 'node:worker_threads';
import type { ScanCall } from './scan-call.ts';
import type { VectorArena } from './vector-arena.ts';

interface Pending {
  resolve: (found: number) => void;
  reject: (reason: unknown) => void;
}

/**
 * Threads that scan the shared arena, so that a search of a big namespace neither takes the time of one core nor holds up the event loop. They are started
 * when first needed and do not keep the process alive.
 */
export class ScanWorkers {
  readonly minBytes: number;
  readonly #arena: VectorArena;
  readonly #size: number;
  readonly #workers: Worker[] = [];
  readonly #pending = new Map<number, Pending>();
  #next = 0;
  #closed = false;

  /** Scans of fewer bytes than `minBytes` take about a millisecond, less than handing them over and back is worth. */
  constructor(arena: VectorArena, size: number, minBytes = 48 * 1024 * 1024) {
    this.#arena = arena;
    this.#size = size;
    this.minBytes = minBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** One call on one thread; how many rows were found. */
  run(call: ScanCall): Promise<number> {
    if (this.#closed) return Promise.reject(new Error('The scan workers are closed.'));
    if (this.#workers.length < this.#size) this.#workers.push(this.#start());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#workers[id % this.#workers.length]!.postMessage({ id, call });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
    this.#failAll(new Error('The scan workers are closed.'));
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./scan-worker.${extension}`, import.meta.url), {
      workerData: { memory: this.#arena.memory },
      // The parent's flags may belong to a test runner, whose loader a worker cannot use.
      execArgv: [],
    });
    worker.unref();
    worker.on('message', ({ id, found }: { id: number; found: number }) => {
      this.#pending.get(id)?.resolve(found);
      this.#pending.delete(id);
    });
    worker.on('error', (reason) => {
      this.#workers.splice(this.#workers.indexOf(worker), 1);
      this.#failAll(reason);
    });
    return worker;
  }

  #failAll(reason: unknown): void {
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }
}

import { Worker } from 'node:worker_threads';
import type { ScanCall } from './scan-call.ts';
import type { VectorArena } from './vector-arena.ts';

/** A call and whoever waits for it. */
export interface ScanWork {
  call: ScanCall;
  done: (found: readonly number[]) => void;
  failed: (reason: unknown) => void;
}

/** What is used of a worker. */
export type Thread = Pick<Worker, 'on' | 'postMessage' | 'terminate' | 'unref'>;

/** Scans of one namespace that wait for a thread. */
export interface ScanSource {
  /** Whether as many wait as can be done in one pass. */
  readonly isFull?: boolean;
  /** The next of them, as many as can be done in one pass over the rows; undefined when none waits. */
  take(): ScanWork | undefined;
}

/**
 * Threads that scan the shared arena, so that searches of big namespaces use all cores and leave the event loop free. They are started when first needed and do not keep the
 * process alive. What waits while all are busy is taken together when one is free, namespace by namespace in turn. Where waiting longer would not bring more together, a thread is given its next call before it
 * is through with the one before: the event loop may be busy when it is, and the thread would wait.
 */
export class ScanWorkers {
  /** Smaller scans take less than handing them over and back is worth. */
  readonly minRows: number;
  readonly #arena: VectorArena;
  readonly #size: number;
  readonly #startThread: (memories: WebAssembly.Memory[]) => Thread;
  /** How many memories each thread has been told of. */
  readonly #known = new WeakMap<Thread, number>();
  readonly #idle: Thread[] = [];
  /** What each thread has to do, one after the other. */
  readonly #busy = new Map<Thread, ScanWork[]>();
  readonly #waiting = new Set<ScanSource>();
  #closed = false;

  constructor(arena: VectorArena, size: number, minRows = 20_000, start = startThread) {
    this.#startThread = start;
    this.#arena = arena;
    this.#size = size;
    this.minRows = minRows;
  }

  /** Lets a thread take what waits at a source; again where it takes only part of it. */
  request(source: ScanSource): void {
    this.#waiting.add(source);
    this.#handOut();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const workers = [...this.#idle, ...this.#busy.keys()];
    this.#idle.length = 0;
    await Promise.all(workers.map((worker) => worker.terminate()));
    const reason = new Error('The scan workers are closed.');
    for (const works of this.#busy.values()) for (const { failed } of works) failed(reason);
    this.#busy.clear();
    this.#handOut();
  }

  #handOut(): void {
    for (const source of this.#waiting) {
      const isFree = this.#closed || this.#idle.length > 0 || this.#busy.size < this.#size;
      const next = isFree ? undefined : this.#nearlyFree(source);
      if (!isFree && !next) return;
      this.#waiting.delete(source);
      const work = source.take();
      if (!work) continue;
      // Others have their turn before it has another.
      this.#waiting.add(source);
      if (this.#closed) work.failed(new Error('The scan workers are closed.'));
      else this.#give(next ?? this.#idle.pop() ?? this.#start(), work);
    }
  }

  /** One that has a pass to do and nothing after it. The next one is not worth waiting for others, or they wait for this one. */
  #nearlyFree(source: ScanSource): Thread | undefined {
    if (!source.isFull && this.#waiting.size === 1) return undefined;
    for (const [thread, works] of this.#busy)
      if (works.length === 1 && works[0]!.call.name === 'nearest') return thread;
    return undefined;
  }

  #give(worker: Thread, work: ScanWork): void {
    this.#busy.set(worker, [...(this.#busy.get(worker) ?? []), work]);
    const { all } = this.#arena;
    const known = this.#known.get(worker)!;
    if (known < all.length) worker.postMessage({ memories: all.slice(known).map(({ memory }) => memory) });
    this.#known.set(worker, all.length);
    worker.postMessage(work.call);
  }

  #start(): Thread {
    const { all } = this.#arena;
    const worker = this.#startThread(all.map(({ memory }) => memory));
    this.#known.set(worker, all.length);
    worker.unref();
    worker.on('message', (found: number[]) => {
      const [work, ...rest] = this.#busy.get(worker) ?? [];
      if (rest.length > 0) this.#busy.set(worker, rest);
      else {
        this.#busy.delete(worker);
        if (!this.#closed) this.#idle.push(worker);
      }
      work?.done(found);
      this.#handOut();
    });
    worker.on('error', (reason) => {
      const [work, ...rest] = this.#busy.get(worker) ?? [];
      this.#busy.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
      work?.failed(reason);
      for (const next of rest) this.#give(this.#idle.pop() ?? this.#start(), next);
      this.#handOut();
    });
    return worker;
  }
}

function startThread(memories: WebAssembly.Memory[]): Thread {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./scan-worker.${extension}`, import.meta.url), {
    workerData: { memories },
    // The parent's flags may belong to a test runner, whose loader a worker cannot use.
    execArgv: [],
  });
}

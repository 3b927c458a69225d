import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { ScanFailure } from '../../model/failure.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './analysis-thread.ts';
import type { FileResults } from './file-analyser.ts';

type BatchFile = ThreadRequest['files'][number];

interface PendingFile extends BatchFile {
  done(results: FileResults): void;
}

/** A few tens of milliseconds of work: much more than handing it over costs, and little to wait for at the end. */
const maxBatchBytes = 32 * 1024;
const maxBatchFiles = 32;
/** One being worked on and one waiting, so that a thread never idles between two. */
const maxBatchesPerThread = 2;

/** Spreads files over threads. Order of arrival means nothing: each file's results go back to whoever handed it in. */
export class ThreadPool {
  readonly #threads: Worker[];
  readonly #load: number[];
  /** With a thread on each core there is none left to help with collecting garbage; helpers only wait for one another. */
  readonly #fillsMachine: boolean;
  readonly #batches = new Map<number, { thread: number; files: PendingFile[] }>();
  #open: PendingFile[] = [];
  #openBytes = 0;
  #nextBatch = 0;
  #failure: ScanFailure | undefined;
  #wake: () => void = () => {};

  constructor(size: number, data: ThreadData) {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const file = new URL(`./analysis-thread.${extension}`, import.meta.url);
    this.#load = new Array<number>(size).fill(0);
    this.#fillsMachine = size >= availableParallelism();
    if (this.#fillsMachine) setFlagsFromString('--no-parallel-scavenge');
    this.#threads = this.#load.map((_, index) => {
      const thread = new Worker(file, { workerData: data, stdout: false, stderr: false });
      thread.on('message', (answer: ThreadAnswer) => this.#take(answer));
      thread.on('error', (error: NodeJS.ErrnoException) => this.#fail(error, index));
      return thread;
    });
  }

  /** Hands a file in; waits while all threads have enough to do. */
  async add(file: BatchFile, done: (results: FileResults) => void): Promise<void> {
    this.#open.push({ ...file, done });
    this.#openBytes += file.bytes.length;
    if (this.#openBytes >= maxBatchBytes || this.#open.length >= maxBatchFiles) await this.#send();
  }

  /** Waits until everything that was handed in is done. */
  async drain(): Promise<void> {
    if (this.#open.length > 0) await this.#send();
    while (this.#batches.size > 0) await this.#change();
    if (this.#failure) throw this.#failure;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
    if (this.#fillsMachine) setFlagsFromString('--parallel-scavenge');
  }

  async #send(): Promise<void> {
    const files = this.#open;
    this.#open = [];
    this.#openBytes = 0;
    let thread = this.#idlest();
    while (this.#load[thread]! >= maxBatchesPerThread) {
      await this.#change();
      thread = this.#idlest();
    }
    const batch = this.#nextBatch++;
    this.#batches.set(batch, { thread, files });
    this.#load[thread]!++;
    const plain = files.map(({ path, bytes, engineIds }) => ({ path, bytes, engineIds }));
    this.#threads[thread]!.postMessage({ batch, files: plain } satisfies ThreadRequest);
  }

  #idlest(): number {
    return this.#load.indexOf(Math.min(...this.#load));
  }

  async #change(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (this.#failure) throw this.#failure;
  }

  #take({ batch, results }: ThreadAnswer): void {
    const { thread, files } = this.#batches.get(batch)!;
    this.#batches.delete(batch);
    this.#load[thread]!--;
    files.forEach((file, i) => {
      file.done(results[i]!);
    });
    this.#wake();
  }

  #fail(error: NodeJS.ErrnoException, thread: number): void {
    this.#failure ??=
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new ScanFailure('out_of_memory', 'Analysing the repository took more memory than the limit.')
        : new ScanFailure('engine_failed', 'An engine failed on this repository.', {
            cause: { error, thread },
          });
    this.#wake();
  }
}

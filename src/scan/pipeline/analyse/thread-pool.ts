import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { describeCrash, type EngineCrash, scanCrash } from '../../model/engine-crash.ts';
import { ScanFailure } from '../../model/failure.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './analysis-thread.ts';
import type { Deadline } from './deadline.ts';
import { type BatchFile, FileBatch, type PendingFile } from './file-batch.ts';
import { type FileOutcome, lostOutcome } from './file-outcome.ts';

export interface ThreadPoolOptions {
  data: ThreadData;
  /** After it nothing more is handed out. */
  deadline: Deadline;
  onCrash(crash: EngineCrash): void;
  /** What the threads run; absent: the analysis. */
  program?: URL;
  /** Absent: a thread of Node. */
  startThread?(program: URL, data: ThreadData): Thread;
  /** So many threads may end by a file before the scan gives up: each costs a new thread, and what it was at is done again. */
  maxDeaths?: number;
}

/** What the pool needs of a thread. */
export interface Thread {
  on(event: 'message', listener: (answer: ThreadAnswer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  removeAllListeners(): unknown;
  postMessage(request: ThreadRequest): void;
  terminate(): Promise<unknown>;
}

/** One being worked on and one waiting, so that a thread never idles between two. */
const maxBatchesPerThread = 2;
const deadlineCheckMs = 200;
/** A thread lives long enough to be worth collecting: with as much for the young as the process has, each would hold a hundred megabytes of garbage. */
const resourceLimits = { maxYoungGenerationSizeMb: 48 };
/** What threads are at when the time is over may still end; one that does not is stopped. */
const maxMsToEnd = 10_000;
const defaultMaxDeaths = 100;

/**
 * Spreads files over threads. Order of arrival means nothing: each file's outcome goes back to whoever handed it in. Of a file that the deadline
 * overtakes nothing is heard. A thread that a file ended, or that had to be stopped in the middle of one, is replaced, and the other files are
 * handed to the new one.
 */
export class ThreadPool {
  readonly #threads: Thread[];
  readonly #load: number[];
  /** With a thread on each core there is none left to help with collecting garbage; helpers only wait for one another. */
  readonly #fillsMachine: boolean;
  readonly #batches = new Map<number, { thread: number; files: PendingFile[] }>();
  readonly #open = new FileBatch();
  #nextBatch = 0;
  #deaths = 0;
  #failure: ScanFailure | undefined;
  #wake: () => void = () => {};
  readonly #options: ThreadPoolOptions;
  readonly #clock: NodeJS.Timeout;
  #lateSince: number | undefined;

  constructor(size: number, options: ThreadPoolOptions) {
    this.#options = options;
    this.#clock = setInterval(() => this.#lookAtTime(), deadlineCheckMs);
    this.#clock.unref();
    this.#load = new Array<number>(size).fill(0);
    this.#fillsMachine = size >= availableParallelism();
    if (this.#fillsMachine) setFlagsFromString('--no-parallel-scavenge');
    this.#threads = this.#load.map((_, index) => this.#start(index));
  }

  #start(index: number): Thread {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const analysis = new URL(`./analysis-thread.${extension}`, import.meta.url);
    const { data, program = analysis, startThread = startWorker } = this.#options;
    const thread = startThread(program, data);
    thread.on('message', (answer: ThreadAnswer) => this.#take(answer));
    let error: NodeJS.ErrnoException = new Error('The thread ended.');
    thread.on('error', (thrown) => {
      error = thrown;
    });
    // Only now is everything here that it sent before: what it was at is known.
    thread.on('exit', () => this.#restart(error, index));
    return thread;
  }

  /** Hands a file in; waits while all threads have enough to do. */
  async add(file: BatchFile, done: (outcome: FileOutcome) => void): Promise<void> {
    if (this.#lateSince !== undefined) return;
    if (this.#open.add({ ...file, done })) await this.#send();
  }

  /** Whether a file would not have to wait. */
  get hasRoom(): boolean {
    return !this.#open.isEmpty || this.#load[this.#idlest()]! < maxBatchesPerThread;
  }

  /** Waits until everything that was handed in is done, or until there is no time left for it. */
  async drain(): Promise<void> {
    if (!this.#open.isEmpty) await this.#send();
    while (this.#batches.size > 0 && !this.#isOver) await this.#change();
    if (this.#failure) throw this.#failure;
    if (this.#batches.size > 0) await this.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#clock);
    this.#batches.clear();
    await Promise.all(this.#threads.map(stop));
    if (this.#fillsMachine) setFlagsFromString('--parallel-scavenge');
  }

  async #send(): Promise<void> {
    const files = this.#open.take();
    let thread = this.#idlest();
    while (this.#load[thread]! >= maxBatchesPerThread) {
      await this.#change();
      if (this.#lateSince !== undefined) return;
      thread = this.#idlest();
    }
    this.#post(this.#addBatch(thread, files));
  }

  #addBatch(thread: number, files: PendingFile[]): number {
    const batch = this.#nextBatch++;
    this.#batches.set(batch, { thread, files });
    this.#load[thread]!++;
    return batch;
  }

  #removeBatch(batch: number): void {
    this.#load[this.#batches.get(batch)!.thread]!--;
    this.#batches.delete(batch);
  }

  #post(batch: number): void {
    const { thread, files } = this.#batches.get(batch)!;
    const plain = files.map(({ path, bytes, engineIds }) => ({ path, bytes, engineIds }));
    this.#threads[thread]!.postMessage({ batch, files: plain } satisfies ThreadRequest);
  }

  get #isOver(): boolean {
    return this.#lateSince !== undefined && performance.now() - this.#lateSince >= maxMsToEnd;
  }

  #lookAtTime(): void {
    if (this.#options.deadline.look() === undefined) return;
    this.#lateSince ??= performance.now();
    this.#wake();
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

  #take({ batch, outcomes, crashes, isSpent }: ThreadAnswer): void {
    const pending = this.#batches.get(batch);
    if (!pending) return;
    for (const crash of crashes) this.#options.onCrash(crash);
    const done = pending.files.splice(0, outcomes.length);
    if (pending.files.length === 0) this.#removeBatch(batch);
    if (isSpent) this.#replace(pending.thread);
    done.forEach((file, i) => {
      file.done(outcomes[i]!);
    });
    this.#wake();
  }

  /** Hands everything that a thread had to do to another one. */
  #replace(thread: number): void {
    void stop(this.#threads[thread]!);
    this.#threads[thread] = this.#start(thread);
    for (const [batch, pending] of this.#batches) if (pending.thread === thread) this.#post(batch);
  }

  /** One file of the first batch ended the thread: alone in a batch it is that file, else each of them is tried alone. */
  #restart(error: NodeJS.ErrnoException, thread: number): void {
    const first = [...this.#batches].find(([, pending]) => pending.thread === thread);
    const { maxDeaths = defaultMaxDeaths } = this.#options;
    if (!first || ++this.#deaths > maxDeaths) {
      this.#fail(error);
      return;
    }
    const [batch, { files }] = first;
    this.#removeBatch(batch);
    if (files.length === 1) this.#lose(files[0]!, error);
    else for (const file of files) this.#addBatch(thread, [file]);
    this.#replace(thread);
    this.#wake();
  }

  #lose({ path, engineIds, done }: PendingFile, error: NodeJS.ErrnoException): void {
    for (const engine of engineIds)
      this.#options.onCrash({ engine, step: 'file', path, ...describeCrash(error) });
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const message = isMemory
      ? 'Analysing the file took more memory than the limit.'
      : 'The file ended the thread that analysed it.';
    done(lostOutcome(engineIds, { path, reason: 'engine_error', message }));
  }

  #fail(error: NodeJS.ErrnoException): void {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isMemory) this.#options.onCrash(scanCrash(error));
    this.#failure ??= isMemory
      ? new ScanFailure('out_of_memory', 'Analysing the repository took more memory than the limit.')
      : new ScanFailure('engine_failed', 'An engine failed on this repository.', { cause: error });
    this.#wake();
  }
}

function startWorker(program: URL, data: ThreadData): Thread {
  return new Worker(program, { workerData: data, resourceLimits, stdout: false, stderr: false });
}

async function stop(thread: Thread): Promise<void> {
  thread.removeAllListeners();
  // What it still throws on its way out concerns nobody: another thread does its work.
  thread.on('error', () => {});
  await thread.terminate();
}

import { Worker } from 'node:worker_threads';
import type { EncoderText } from './encoder.ts';
import type { ThreadData } from './encoder-thread.ts';

interface Pending {
  resolve: (vectors: Float32Array[]) => void;
  reject: (reason: unknown) => void;
}

/** A worker thread with its workspace. It starts with the first batch, and again with the next one after a failure. */
export class EncoderWorker {
  readonly #data: ThreadData;
  readonly #pending: Pending[] = [];
  #worker: Worker | undefined;
  #closed = false;

  constructor(data: ThreadData) {
    this.#data = data;
  }

  get waiting(): number {
    return this.#pending.length;
  }

  encode(batch: readonly EncoderText[]): Promise<Float32Array[]> {
    if (this.#closed) return Promise.reject(new Error('The model is closed.'));
    this.#worker ??= this.#start();
    // While somebody waits for a vector, the process must not end.
    this.#worker.ref();
    this.#worker.postMessage(batch);
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#worker?.terminate();
    this.#failAll(new Error('The model is closed.'));
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./encoder-thread.${extension}`, import.meta.url), {
      workerData: this.#data,
      // The parent's flags may belong to a test runner, whose loader a worker cannot use.
      execArgv: [],
    });
    // Answers come in the order of the batches.
    worker.on('message', (vectors: Float32Array[]) => {
      this.#pending.shift()?.resolve(vectors);
      if (this.#pending.length === 0) worker.unref();
    });
    worker.on('error', (reason) => {
      this.#worker = undefined;
      this.#failAll(reason);
    });
    return worker;
  }

  #failAll(reason: unknown): void {
    for (const { reject } of this.#pending.splice(0)) reject(reason);
  }
}

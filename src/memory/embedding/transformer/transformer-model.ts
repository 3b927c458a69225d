import type { SentenceEncoder } from '../sentence-encoder.ts';
import { normalised } from '../vectors.ts';
import type { EncoderText } from './encoder.ts';
import { layOut, maxRowsOf, type Workspace } from './encoder-memory.ts';
import { EncoderWorker } from './encoder-worker.ts';
import { chooseKernels, type KernelBuild } from './kernel.ts';
import { readWeights, type WholeHeader, type WholeWeights, whole } from './weights-file.ts';

const pageBytes = 65_536;

/** A transformer encoder on our own kernels, WebAssembly or native, in worker threads that share one memory, so that the weights are there once. */
export class TransformerModel implements SentenceEncoder {
  readonly header: WholeHeader;
  readonly #threads: EncoderWorker[];

  private constructor(header: WholeHeader, threads: EncoderWorker[]) {
    this.header = header;
    this.#threads = threads;
  }

  /** The file is not needed afterwards. Threads start when they are first needed and do not keep the process alive. */
  static load(
    file: Uint8Array,
    threads: number,
    build: KernelBuild = chooseKernels().build,
  ): TransformerModel {
    return TransformerModel.start(whole(readWeights(file)), threads, build);
  }

  static start(
    { header, data }: WholeWeights,
    threads: number,
    build: KernelBuild = chooseKernels().build,
  ): TransformerModel {
    const { weights, workspaces, bytes } = layOut(header, data.length, threads);
    const pages = Math.ceil(bytes / pageBytes);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    new Uint8Array(memory.buffer).set(data, weights);
    const thread = (workspace: Workspace) => new EncoderWorker({ header, memory, weights, workspace, build });
    return new TransformerModel(header, workspaces.map(thread));
  }

  get threads(): number {
    return this.#threads.length;
  }

  async run(batch: ReadonlyArray<readonly number[]>): Promise<Float32Array[]> {
    return (await this.runParts(batch.map((pieces) => [pieces]))).map(normalised);
  }

  /** The same for texts in parts; the vectors come as the model gives them. */
  async runParts(batch: readonly EncoderText[]): Promise<Float32Array[]> {
    this.#check(batch);
    const idle = this.#threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
    return idle.encode(batch);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** The kernel checks nothing: a piece or a length that does not fit would read or write what belongs to others. */
  #check(batch: readonly EncoderText[]): void {
    const { vocabulary, positions, parts = [0] } = this.header;
    let total = 0;
    for (const text of batch) {
      if (text.length === 0 || text.length > parts.length)
        throw new Error(`A text of ${text.length} parts does not fit the model.`);
      for (const [part, pieces] of text.entries()) {
        total += pieces.length;
        if (pieces.length === 0 || pieces.length > (parts[part + 1] ?? positions) - parts[part]!)
          throw new Error(`A text of ${pieces.length} pieces does not fit the model.`);
        if (!pieces.every((piece) => Number.isInteger(piece) && piece >= 0 && piece < vocabulary))
          throw new Error('A text has a piece that the model does not know.');
      }
    }
    if (total > maxRowsOf(this.header)) throw new Error(`A batch of ${total} pieces does not fit the model.`);
  }
}

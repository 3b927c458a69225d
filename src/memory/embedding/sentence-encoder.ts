/** Runs a model off the event loop: word pieces in, one vector of length 1 out for each text. */
export interface SentenceEncoder {
  /** Batches that it can work on at the same time. */
  readonly threads: number;
  /** All texts of a batch together have at most as many pieces as the model's longest text. */
  run(batch: ReadonlyArray<readonly number[]>): Promise<Float32Array[]>;
  close(): Promise<void>;
}

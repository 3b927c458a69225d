/**
 * Memory for contents that are let go together, so that none is asked for and given back for each file. What does not fit has to be somewhere else, and what is to
 * outlive the others has to be copied.
 */
export class ReadingRoom {
  readonly #bytes: Buffer;
  #used = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** Not cleared; undefined where there is not enough left. */
  take(size: number): Buffer | undefined {
    const start = this.#used;
    if (size > this.#bytes.length - start) return undefined;
    this.#used += size;
    return this.#bytes.subarray(start, start + size);
  }

  /** The same content, to be kept or handed to a thread. */
  outside(content: Uint8Array): Uint8Array {
    return content.buffer === this.#bytes.buffer ? new Uint8Array(content) : content;
  }

  /** From now on contents take the place of those before. */
  clear(): void {
    this.#used = 0;
  }
}

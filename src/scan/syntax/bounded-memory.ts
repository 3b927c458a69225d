const pageBytes = 65_536;
const initialPages = 512;
const maxPages = 16_384;
/** No more than that is kept for texts: what a large one needed is mostly never needed again. */
const keptBytes = 32 << 20;

/**
 * The memory of one tree-sitter instance. It never shrinks, and a text can make the parser ask for a gigabyte between two of its steps, so how far it may grow
 * is set before each text.
 */
export class BoundedMemory extends WebAssembly.Memory {
  readonly #beforeGrowing: () => void;
  #maxBytes = maxPages * pageBytes;
  #grammarBytes = 0;

  /** Before it becomes larger than what is kept, `beforeGrowing` may make room elsewhere. */
  constructor(beforeGrowing: () => void) {
    super({ initial: initialPages, maximum: maxPages });
    this.#beforeGrowing = beforeGrowing;
  }

  /** From now on no more is given than up to `bytes`; what is there already stays. */
  limitTo(bytes: number): void {
    this.#maxBytes = bytes;
  }

  /** What it grows by while a grammar is loaded is no text's. */
  whileLoading<Result>(load: () => Result): Result {
    const before = this.buffer.byteLength;
    const result = load();
    this.#grammarBytes += this.buffer.byteLength - before;
    return result;
  }

  /** A text made it so large that it should be replaced. */
  get isOvergrown(): boolean {
    return this.#isTooMuch(this.buffer.byteLength);
  }

  /** Called by the instance when it runs out of memory; it takes the error for a refusal. */
  override grow(pages: number): number {
    const wanted = this.buffer.byteLength + pages * pageBytes;
    if (wanted > this.#maxBytes) throw new RangeError('The parser wants more memory than its text may cost.');
    if (this.#isTooMuch(wanted) && !this.isOvergrown) this.#beforeGrowing();
    return super.grow(pages);
  }

  /** As new, for another instance: pages that were never used stay so. */
  wipe(): void {
    new Uint8Array(this.buffer).fill(0);
    this.#grammarBytes = 0;
  }

  #isTooMuch(bytes: number): boolean {
    return bytes > initialPages * pageBytes + this.#grammarBytes + keptBytes;
  }
}

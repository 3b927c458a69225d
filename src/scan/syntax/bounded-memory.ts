const pageBytes = 65_536;
const initialPages = 512;
const maxPages = 16_384;

/**
 * The memory of one tree-sitter instance. It never shrinks, and a text can make the parser ask for a gigabyte between two of its steps, so how far it may grow
 * is set before each text.
 */
export class BoundedMemory extends WebAssembly.Memory {
  #maxBytes = maxPages * pageBytes;

  constructor() {
    super({ initial: initialPages, maximum: maxPages });
  }

  /** From now on no more is given than up to `bytes`; what is there already stays. */
  limitTo(bytes: number): void {
    this.#maxBytes = bytes;
  }

  /** Called by the instance when it runs out of memory; it takes the error for a refusal. */
  override grow(pages: number): number {
    const wanted = this.buffer.byteLength + pages * pageBytes;
    if (wanted > this.#maxBytes) throw new RangeError('The parser wants more memory than its text may cost.');
    return super.grow(pages);
  }

  /** As new, for another instance: pages that were never used stay so. */
  wipe(): void {
    new Uint8Array(this.buffer).fill(0);
  }
}

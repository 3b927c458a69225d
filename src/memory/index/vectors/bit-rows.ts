import { withRoom } from '../columns/growing.ts';
import type { ArenaScratch } from './arena-scratch.ts';
import type { VectorArena } from './vector-arena.ts';

/** Where the codes of the rows lie, from which the bits are taken. */
export interface CodedRows {
  /** Block by block, 32 rows each. */
  blocks: Uint32Array;
  width: number;
  count: number;
  /** Thin rows have no low bytes, so that their bits are taken from the high ones. */
  isThin(row: number): boolean;
  /** Adds the components of one row, nearly, each divided by `parts`. */
  addRow(row: number, parts: number, into: Float32Array): void;
}

/** Chunks are big, so that a scan runs through memory without jumps. */
const chunkRows = 1024;
/** The bits of so many rows lie together, as the codes of a block do. */
const groupRows = 32;

/**
 * One bit for each component of each row of a big namespace: it finds the near rows at an eighth of the memory traffic of the codes. Derived from the codes, and
 * made when first needed; no snapshot holds it.
 */
export class BitRows {
  readonly #arena: VectorArena;
  readonly bytes: number;
  #chunks = new Uint32Array();
  #chunkCount = 0;
  #rows = 0;
  /** Where the bits are taken from. */
  #centre: { values: Float32Array; rowsThen: number } | undefined;

  /** With a centre, bits are taken from it however many rows there are. */
  constructor(arena: VectorArena, dims: number, centre?: Float32Array) {
    this.#arena = arena;
    this.bytes = BitRows.bytesOf(dims);
    if (centre) this.#centre = { values: centre, rowsThen: Number.POSITIVE_INFINITY };
  }

  static bytesOf(dims: number): number {
    return Math.ceil(dims / 32) * 4;
  }

  get memoryBytes(): number {
    return this.#chunkCount * chunkRows * this.bytes;
  }

  /** Where the bits are taken from; undefined before the first. */
  get centre(): Float32Array | undefined {
    return this.#centre?.values;
  }

  get chunks(): Uint32Array {
    return this.#chunks.subarray(0, this.#chunkCount);
  }

  get chunkRows(): number {
    return chunkRows;
  }

  /**
   * Gives bits to the rows that have none yet. Embeddings lie to one side of the origin, so bits are taken from the centre of a sample; when the namespace
   * has grown to four times its size then, the centre is computed again, unless another thread is reading the bits.
   */
  update(scratch: ArenaScratch, coded: CodedRows, isRead: boolean): void {
    if (!this.#centre || (coded.count > this.#centre.rowsThen * 4 && !isRead)) {
      this.#centre = { values: centreOf(coded), rowsThen: coded.count };
      this.#rows = 0;
    }
    if (this.#rows === coded.count) return;
    const centre = scratch.put(this.#centre.values);
    const { blocks, width } = coded;
    while (this.#rows < coded.count) {
      const block = Math.floor(this.#rows / groupRows);
      const first = this.#rows % groupRows;
      const last = Math.min(groupRows, coded.count - block * groupRows);
      const group = this.#place(block * groupRows);
      const isThin = Number(coded.isThin(block * groupRows));
      this.#arena.kernel.writeBits(blocks[block]!, first, last, width, centre, group, isThin);
      this.#rows = block * groupRows + last;
    }
  }

  release(): void {
    for (const chunk of this.chunks) this.#arena.free(chunk, chunkRows * this.bytes);
    this.#chunkCount = 0;
    this.#rows = 0;
  }

  #place(row: number): number {
    const chunk = Math.floor(row / chunkRows);
    if (chunk === this.#chunkCount) {
      this.#chunks = withRoom(this.#chunks, chunk + 1);
      this.#chunks[this.#chunkCount++] = this.#arena.allocate(chunkRows * this.bytes);
    }
    return this.#chunks[chunk]! + (row % chunkRows) * this.bytes;
  }
}

export function centreOf({ count, width, addRow }: Omit<CodedRows, 'isThin'>): Float32Array {
  const centre = new Float32Array(width);
  const size = Math.min(count, 2048);
  for (let i = 0; i < size; i++) addRow(Math.floor((i * count) / size), size, centre);
  return centre;
}

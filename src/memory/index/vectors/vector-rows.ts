import { withRoom } from '../growing.ts';
import type { Section } from '../snapshot/snapshot-sections.ts';
import type { Rotation } from './rotation.ts';
import type { VectorArena } from './vector-arena.ts';
import { VectorSearch } from './vector-search.ts';

/** The high bytes of a row. */
export interface CoarseRow {
  readonly codes: Int8Array;
  readonly scale: number;
}

/** Rows to a block: small, so that a namespace of a few entries costs little. */
const blockRows = 32;

/**
 * The vectors of one namespace as 16-bit fixed point: a scale for each row, and for each component a high byte, which alone is scanned, and a low byte,
 * which rescoring adds. That is half the memory of floats at an error of a few millionths in a cosine, a thousandth of the model's own noise.
 * Rows are only ever appended; who removes entries rebuilds when too many rows are dead.
 */
export class VectorRows {
  readonly #arena: VectorArena;
  readonly dims: number;
  /** Dimensions rounded up for the kernel's loops; the rest is zero. */
  readonly width: number;
  readonly blockRows = blockRows;
  readonly search: VectorSearch;
  readonly #blockBytes: number;
  readonly #rotation: Rotation;
  #blocks = new Uint32Array();
  #blockCount = 0;
  #count = 0;

  constructor(arena: VectorArena, dims: number) {
    this.#arena = arena;
    this.dims = dims;
    this.width = Math.ceil(dims / 16) * 16;
    this.#blockBytes = blockRows * (2 * this.width + 4);
    this.#rotation = arena.rotationOf(dims);
    this.search = new VectorSearch(arena, this);
  }

  get count(): number {
    return this.#count;
  }

  get memoryBytes(): number {
    return this.#blockCount * this.#blockBytes + this.search.memoryBytes;
  }

  /** Where each block begins in the arena. */
  get blockTable(): Uint32Array {
    return this.#blocks.subarray(0, this.#blockCount);
  }

  /** A vector as the rows are coded. */
  turn(vector: Float32Array): Float32Array {
    return this.#rotation.apply(vector);
  }

  append(vector: Float32Array): void {
    if (vector.length !== this.dims)
      throw new Error(`A vector of ${vector.length} dimensions among ${this.dims}.`);
    if (this.#count % blockRows === 0) this.#newBlock();
    const block = this.#blocks[this.#blockCount - 1]!;
    this.#rotation.encode(vector, this.width, block, this.#count % blockRows);
    this.#count++;
  }

  /** Gives the memory back; nothing may be asked of it afterwards. */
  release(): void {
    for (let i = 0; i < this.#blockCount; i++) this.#arena.free(this.#blocks[i]!, this.#blockBytes);
    this.search.release();
    this.#blockCount = 0;
    this.#count = 0;
  }

  /** The blocks as one stretch of bytes, for a snapshot: rows that are added later do not show. Valid until `release`. */
  section(name: string): Section {
    const blocks = this.blockTable.slice();
    return {
      name,
      kind: 'Uint8Array',
      byteLength: blocks.length * this.#blockBytes,
      stableBytes: Math.floor(this.#count / blockRows) * this.#blockBytes,
      copy: (start, into) => this.#copyBytes(blocks, start, into),
    };
  }

  /** Makes room for rows whose bytes then come by `writeBytes`, as a section gave them. */
  addEmpty(rows: number): void {
    while (this.#blockCount < Math.ceil(rows / blockRows)) this.#newBlock();
    this.#count = rows;
  }

  writeBytes(start: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const at = start + done;
      const block = this.#block(Math.floor(at / this.#blockBytes));
      const some = bytes.subarray(done, done + this.#blockBytes - (at % this.#blockBytes));
      block.set(some, at % this.#blockBytes);
      done += some.length;
    }
  }

  /** Appends a row of others of the same dimensions. */
  copy(from: VectorRows, row: number): void {
    if (this.#count % blockRows === 0) this.#newBlock();
    const source = from.#block(Math.floor(row / blockRows));
    const target = this.#block(this.#blockCount - 1);
    const [a, b] = [row % blockRows, this.#count % blockRows];
    const width = this.width;
    const scales = blockRows * width;
    const low = scales + blockRows * 4;
    target.set(source.subarray(a * width, (a + 1) * width), b * width);
    target.set(source.subarray(scales + a * 4, scales + (a + 1) * 4), scales + b * 4);
    target.set(source.subarray(low + a * width, low + (a + 1) * width), low + b * width);
    this.#count++;
  }

  get blockBytes(): number {
    return this.#blockBytes;
  }

  #newBlock(): void {
    this.#blocks = withRoom(this.#blocks, this.#blockCount + 1);
    this.#blocks[this.#blockCount++] = this.#arena.allocate(this.#blockBytes);
  }

  #copyBytes(blocks: Uint32Array, start: number, into: Uint8Array): void {
    const { buffer } = this.#arena.memory;
    for (let done = 0; done < into.length; ) {
      const at = start + done;
      const inBlock = at % this.#blockBytes;
      const bytes = Math.min(into.length - done, this.#blockBytes - inBlock);
      const block = blocks[Math.floor(at / this.#blockBytes)]!;
      into.set(new Uint8Array(buffer, block + inBlock, bytes), done);
      done += bytes;
    }
  }

  #block(index: number): Uint8Array {
    return new Uint8Array(this.#arena.memory.buffer, this.#blocks[index]!, this.#blockBytes);
  }

  /** The cosine of two rows by their high bytes alone, right to a hundredth. */
  coarseCosine(a: number, b: number): number {
    return coarseCosine(this.#high(a), this.#high(b));
  }

  /** A copy of the high bytes of a row, for whoever compares it with several others. */
  coarseRow(row: number): CoarseRow {
    const { codes, scale } = this.#high(row);
    return { codes: codes.slice(), scale };
  }

  #high(row: number): CoarseRow {
    const { buffer } = this.#arena.memory;
    const block = this.#blocks[Math.floor(row / blockRows)]!;
    const at = row % blockRows;
    return {
      codes: new Int8Array(buffer, block + at * this.width, this.width),
      scale: new Float32Array(buffer, block + blockRows * this.width, blockRows)[at]!,
    };
  }

  /** A row by all that is kept of it. */
  exact(row: number): Float32Array {
    const block = this.#block(Math.floor(row / blockRows));
    const { codes, scale } = this.#high(row);
    const start = blockRows * (this.width + 4) + (row % blockRows) * this.width;
    const low = new Int8Array(block.buffer, block.byteOffset + start, this.width);
    return Float32Array.from(codes, (code, i) => (code * 256 + low[i]!) * scale);
  }

  /** Adds a row by its high bytes alone, divided by `parts`. */
  addCoarse(row: number, parts: number, into: Float32Array): void {
    const { codes, scale } = this.#high(row);
    for (let i = 0; i < codes.length; i++) into[i]! += Math.fround(codes[i]! * 256 * scale) / parts;
  }

  /** A row by its high bytes alone. */
  coarse(row: number): Float32Array {
    const { codes, scale } = this.#high(row);
    return Float32Array.from(codes, (code) => code * 256 * scale);
  }
}

/** Right to a hundredth. */
export function coarseCosine(a: CoarseRow, b: CoarseRow): number {
  const first = a.codes;
  const second = b.codes;
  let sum = 0;
  for (let i = 0; i < first.length; i++) sum += first[i]! * second[i]!;
  return Math.min(1, sum * 65_536 * a.scale * b.scale);
}

import { withRoom } from '../columns/growing.ts';
import type { BitRows } from './bit-rows.ts';
import type { Cells } from './giants/cells.ts';
import type { Rotation } from './rotation.ts';
import type { VectorArena } from './vector-arena.ts';

/** The high bytes of a row. */
export interface CoarseRow {
  readonly codes: Int8Array;
  readonly scale: number;
}

/** Rows to a block: small, so that a namespace of a few entries costs little. */
export const blockRows = 32;

/** Dimensions rounded up for the kernel's loops. */
export function widthOf(dims: number): number {
  return Math.ceil(dims / 16) * 16;
}

export function blockBytesOf(width: number, isThin: boolean): number {
  return blockRows * (width + 4 + (isThin ? width / 4 : width));
}

/** Where a stretch of rows lies, and what they are. */
interface StretchOptions {
  arena: VectorArena;
  dims: number;
  /** Its first row among all of the namespace. */
  first: number;
  /** The most rows that it may have. */
  limit: number;
  /** So many of its first rows have low bytes, a multiple of 32; the others are thin. */
  wide: number;
}

/**
 * Rows of a namespace that lie in one memory, one after the other; all rows of any but a giant. Its first rows are 16-bit fixed point, all others thin with ten bits; high bytes and scales lie at the same places in both. Its rows are counted from 0.
 */
export class RowStretch {
  readonly arena: VectorArena;
  readonly first: number;
  readonly wide: number;
  readonly width: number;
  /** What searches derive from the rows, and make when first needed. */
  bits: BitRows | undefined;
  cells: Cells | undefined;
  readonly #limit: number;
  readonly #rotation: Rotation;
  #blocks = new Uint32Array();
  #blockCount = 0;
  #count = 0;

  constructor({ arena, dims, first, limit, wide }: StretchOptions) {
    this.arena = arena;
    this.first = first;
    this.wide = wide;
    this.width = widthOf(dims);
    this.#limit = limit;
    this.#rotation = arena.rotationOf(dims);
  }

  get count(): number {
    return this.#count;
  }

  /** Whether the next row belongs to another stretch: at its limit, or where its memory has no room for another block. */
  get isFull(): boolean {
    if (this.#count % blockRows !== 0) return false;
    return this.#count === this.#limit || this.arena.isLeft(this.blockBytes(this.#blockCount));
  }

  isThin(row: number): boolean {
    return row >= this.wide;
  }

  blockBytes(index: number): number {
    return blockBytesOf(this.width, this.isThin(index * blockRows));
  }

  /** The bytes of its first blocks. */
  bytesOf(blocks: number): number {
    const wide = Math.min(blocks, this.wide / blockRows);
    return wide * blockBytesOf(this.width, false) + (blocks - wide) * blockBytesOf(this.width, true);
  }

  /** Which block a byte of its blocks is in, where in it, and how long the block is. */
  blockAt(byte: number): { index: number; at: number; bytes: number } {
    const wideBytes = this.bytesOf(this.wide / blockRows);
    const isThin = byte >= wideBytes;
    const bytes = blockBytesOf(this.width, isThin);
    const inKind = isThin ? byte - wideBytes : byte;
    const before = isThin ? this.wide / blockRows : 0;
    return { index: before + Math.floor(inKind / bytes), at: inKind % bytes, bytes };
  }

  get memoryBytes(): number {
    const derived = (this.bits?.memoryBytes ?? 0) + (this.cells?.memoryBytes ?? 0);
    return this.bytesOf(this.#blockCount) + derived;
  }

  /** Where each block begins in the arena. */
  get blockTable(): Uint32Array {
    return this.#blocks.subarray(0, this.#blockCount);
  }

  append(vector: Float32Array): void {
    const at = this.#count % blockRows;
    if (at === 0) this.#newBlock();
    const block = this.#blocks[this.#blockCount - 1]!;
    if (this.isThin(this.#count)) this.#rotation.encodeThin(vector, this.width, block, at);
    else this.#rotation.encode(vector, this.width, block, at);
    this.#count++;
  }

  /** Room for up to so many rows more, as many as belong here; how many those are. */
  addEmpty(rows: number): number {
    let added = 0;
    while (added < rows && !this.isFull) {
      this.#newBlock();
      const some = Math.min(blockRows, rows - added);
      this.#count += some;
      added += some;
    }
    return added;
  }

  /** Appends a row of another stretch. A row that is thin already may become one with low bytes, never the other way round: rows only ever move to the front. */
  copy(from: RowStretch, row: number): void {
    const isThin = this.isThin(this.#count);
    if (isThin && !from.isThin(row)) throw new Error('A row cannot be copied as a thin one.');
    const [a, b] = [row % blockRows, this.#count % blockRows];
    if (b === 0) this.#newBlock();
    const source = from.block(Math.floor(row / blockRows));
    const target = this.block(this.#blockCount - 1);
    const { width } = this;
    const scales = blockRows * width;
    const low = scales + blockRows * 4;
    target.set(source.subarray(a * width, (a + 1) * width), b * width);
    target.set(source.subarray(scales + a * 4, scales + (a + 1) * 4), scales + b * 4);
    const own = isThin ? width / 4 : width;
    if (isThin === from.isThin(row))
      target.set(source.subarray(low + a * own, low + (a + 1) * own), low + b * own);
    else target.set(from.#lowBytes(row), low + b * own);
    this.#count++;
  }

  release(): void {
    for (let i = 0; i < this.#blockCount; i++) this.arena.free(this.#blocks[i]!, this.blockBytes(i));
    this.bits?.release();
    this.cells?.release();
    this.#blockCount = 0;
    this.#count = 0;
  }

  block(index: number): Uint8Array {
    return new Uint8Array(this.arena.memory.buffer, this.#blocks[index]!, this.blockBytes(index));
  }

  high(row: number): CoarseRow {
    const { buffer } = this.arena.memory;
    const block = this.#blocks[Math.floor(row / blockRows)]!;
    const at = row % blockRows;
    return {
      codes: new Int8Array(buffer, block + at * this.width, this.width),
      scale: new Float32Array(buffer, block + blockRows * this.width, blockRows)[at]!,
    };
  }

  /** A row by all that is kept of it. */
  exact(row: number): Float32Array {
    const { codes, scale } = this.high(row);
    const low = new Int8Array(this.#lowBytes(row).buffer);
    return Float32Array.from(codes, (code, i) => (code * 256 + low[i]!) * scale);
  }

  /** Adds a row by its high bytes alone, divided by `parts`. */
  addCoarse(row: number, parts: number, into: Float32Array): void {
    const { codes, scale } = this.high(row);
    for (let i = 0; i < codes.length; i++) into[i]! += Math.fround(codes[i]! * 256 * scale) / parts;
  }

  /** A copy; what the two bits of a thin row stand for. */
  #lowBytes(row: number): Uint8Array {
    const block = this.block(Math.floor(row / blockRows));
    const isThin = this.isThin(row);
    const own = isThin ? this.width / 4 : this.width;
    const start = blockRows * (this.width + 4) + (row % blockRows) * own;
    const stored = block.slice(start, start + own);
    if (!isThin) return stored;
    const low = new Int8Array(this.width);
    for (let i = 0; i < low.length; i++) {
      const bits = stored[(i >> 4) * 4 + (i & 3)]! >> (((i >> 2) & 3) * 2);
      low[i] = ((bits & 3) - 2) * 64;
    }
    return new Uint8Array(low.buffer);
  }

  #newBlock(): void {
    this.#blocks = withRoom(this.#blocks, this.#blockCount + 1);
    const block = this.arena.allocate(this.blockBytes(this.#blockCount));
    this.#blocks[this.#blockCount++] = block;
  }
}

import type { Section } from '../snapshot/snapshot-sections.ts';
import { blockBytesOf, blockRows, type CoarseRow, RowStretch, widthOf } from './row-stretch.ts';
import type { VectorArena } from './vector-arena.ts';
import { VectorSearch } from './vector-search.ts';

/**
 * The vectors of one namespace as 16-bit fixed point: a scale for each row, and for each component a high byte, which alone is scanned, and a low byte,
 * which rescoring adds. That is half the memory of floats at an error of a few millionths in a cosine, a thousandth of the model's own noise. From the 262,145th row on they have two bits
 * instead of the low byte, at an error of a ten-thousandth, so that a million take less than a gigabyte and ten million 6.
 * Rows are only ever appended; who removes entries rebuilds when too many rows are dead.
 */
export class VectorRows {
  readonly #arena: VectorArena;
  readonly dims: number;
  /** Dimensions rounded up for the kernel's loops; the rest is zero. */
  readonly width: number;
  readonly blockRows = blockRows;
  readonly search: VectorSearch;
  readonly #stretches: RowStretch[] = [];

  constructor(arena: VectorArena, dims: number) {
    this.#arena = arena;
    this.dims = dims;
    this.width = widthOf(dims);
    this.search = new VectorSearch(this);
  }

  get count(): number {
    const last = this.#stretches.at(-1);
    return last ? last.first + last.count : 0;
  }

  get memoryBytes(): number {
    let bytes = 0;
    for (const stretch of this.#stretches) bytes += stretch.memoryBytes;
    return bytes;
  }

  /** In their order; more than one only where there are more rows than a stretch has, or a memory was full. */
  get stretches(): readonly RowStretch[] {
    return this.#stretches;
  }

  /** A vector as the rows are coded. */
  turn(vector: Float32Array): Float32Array {
    return this.#arena.rotationOf(this.dims).apply(vector);
  }

  append(vector: Float32Array): void {
    if (vector.length !== this.dims)
      throw new Error(`A vector of ${vector.length} dimensions among ${this.dims}.`);
    this.#open().append(vector);
  }

  /** Gives the memory back; nothing may be asked of it afterwards. */
  release(): void {
    for (const stretch of this.#stretches) stretch.release();
    this.#stretches.length = 0;
  }

  /** How many bytes a snapshot has of so many rows. Which rows are thin depends on their number alone, so that it is the same wherever they lie. */
  bytesOf(rows: number): number {
    const blocks = Math.ceil(rows / blockRows);
    const wide = Math.min(blocks, this.#arena.wideRows / blockRows);
    return wide * blockBytesOf(this.width, false) + (blocks - wide) * blockBytesOf(this.width, true);
  }

  /** The blocks as one stretch of bytes, for a snapshot: rows that are added later do not show. Valid until `release`. */
  section(name: string): Section {
    const count = this.count;
    const pieces = this.#stretches.map((stretch) => ({ stretch, blocks: stretch.blockTable.slice() }));
    return {
      name,
      kind: 'Uint8Array',
      byteLength: this.bytesOf(count),
      stableBytes: this.bytesOf(count - (count % blockRows)),
      copy: (start, into) => this.#copyBytes(pieces, start, into),
    };
  }

  /** Makes room for rows whose bytes then come by `writeBytes`, as a section gave them. */
  addEmpty(rows: number): void {
    for (let left = rows; left > 0; ) left -= this.#open().addEmpty(left);
  }

  writeBytes(start: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const at = start + done;
      const stretch = this.#stretches.findLast(({ first }) => this.bytesOf(first) <= at)!;
      const inStretch = at - this.bytesOf(stretch.first);
      const { index, at: inBlock, bytes: blockBytes } = stretch.blockAt(inStretch);
      const some = bytes.subarray(done, done + blockBytes - inBlock);
      stretch.block(index).set(some, inBlock);
      done += some.length;
    }
  }

  /** Appends a row of others of the same dimensions. */
  copy(from: VectorRows, row: number): void {
    const source = from.stretchOf(row);
    this.#open().copy(source, row - source.first);
  }

  stretchOf(row: number): RowStretch {
    const stretches = this.#stretches;
    let at = stretches.length - 1;
    while (stretches[at]!.first > row) at--;
    return stretches[at]!;
  }

  /** The stretch that the next row belongs to. */
  #open(): RowStretch {
    const last = this.#stretches.at(-1);
    if (last && !last.isFull) return last;
    const first = last ? last.first + last.count : 0;
    const { stretchRows, wideRows } = this.#arena;
    const wide = Math.max(0, wideRows - first);
    // A stretch of a few rows is not worth its cells.
    const blocks = first === 0 ? 1 : Math.ceil(stretchRows / blockRows / 16);
    const arena = this.#arena.withRoom(blockBytesOf(this.width, wide === 0), blocks);
    const limit = stretchRows - (first % stretchRows);
    const stretch = new RowStretch({ arena, dims: this.dims, first, limit, wide });
    this.#stretches.push(stretch);
    return stretch;
  }

  #copyBytes(
    pieces: ReadonlyArray<{ stretch: RowStretch; blocks: Uint32Array }>,
    start: number,
    into: Uint8Array,
  ): void {
    for (let done = 0; done < into.length; ) {
      const at = start + done;
      const { stretch, blocks } = pieces.findLast(({ stretch: { first } }) => this.bytesOf(first) <= at)!;
      const inStretch = at - this.bytesOf(stretch.first);
      const { index, at: inBlock, bytes: blockBytes } = stretch.blockAt(inStretch);
      const bytes = Math.min(into.length - done, blockBytes - inBlock);
      into.set(new Uint8Array(stretch.arena.memory.buffer, blocks[index]! + inBlock, bytes), done);
      done += bytes;
    }
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
    const stretch = this.stretchOf(row);
    return stretch.high(row - stretch.first);
  }

  /** A row by all that is kept of it. */
  exact(row: number): Float32Array {
    const stretch = this.stretchOf(row);
    return stretch.exact(row - stretch.first);
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

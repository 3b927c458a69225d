import type { ScanKernel, ScanMemory } from '../kernel.ts';
import { queryCodes } from '../query-codes.ts';
import { blockRows } from '../row-stretch.ts';
import { bitGain } from './bit-measure.ts';
import { type CellScan, levelCount } from './cells.ts';

/** The rows that cells are made of, where the cells go, and room to work. Numbers are pointers into one memory, or counts. */
export interface CellsJob {
  arena: number;
  table: number;
  rows: number;
  width: number;
  dims: number;
  /** What centres are compared from: floats. */
  centre: number;
  bitBytes: number;
  cells: CellScan;
  /** See `workBytes`. */
  work: number;
}

/** Of each cell, about. */
const sampleRows = 16;
/** Cells are begun in so many rounds, and so many follow with all of them. */
const beginning = 8;
const rounds = 3;
/** One with so few rows of the sample begins once more elsewhere. */
const fewMembers = 3;
/** New ones begin among this share of the rows, which are farthest from the cells so far. */
const farShare = 1 / 8;
/** Levels reach so many deviations to both sides. */
const levelReach = 2.5;

/** Room to learn so many cells: for the sample, one centre as floats, the bits of all centres, what the kernel needs, and the cell of each row. */
function workPlaces(rows: number, cells: number, width: number, bitBytes: number) {
  const sizes = {
    sample: sampleRows * cells * 4,
    centre: width * 4,
    bits: cells * bitBytes,
    kernel: bitBytes * 32 + cells * 2,
    found: rows * 2,
    products: rows * 8,
  };
  let bytes = 0;
  const place = (size: number) => {
    const start = bytes;
    bytes += Math.ceil(size / 16) * 16;
    return start;
  };
  const places = {
    sample: place(sizes.sample),
    centre: place(sizes.centre),
    bits: place(sizes.bits),
    kernel: place(sizes.kernel),
    found: place(sizes.found),
    products: place(sizes.products),
  };
  return { places, bytes };
}

export function workBytes(rows: number, cells: number, width: number, bitBytes: number): number {
  return workPlaces(rows, cells, width, bitBytes).bytes;
}

/**
 * Divides rows into cells by k-means, learnt from a sample, and writes their bits cell by cell. The same rows always give the same cells. Runs on any thread.
 */
export function learnCells(memory: ScanMemory, job: CellsJob): void {
  new CellLearner(memory, job).run();
}

class CellLearner {
  readonly #kernel: ScanKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #job: CellsJob;
  readonly #centre: Float32Array;
  /** Where the sample, one centre, the bits of all centres, room for the kernel and the cell of each row are. */
  readonly #at: {
    sample: number;
    centre: number;
    bits: number;
    kernel: number;
    found: number;
    products: number;
  };

  constructor({ kernel, memory }: ScanMemory, job: CellsJob) {
    const { centre, work, width, rows, bitBytes, cells } = job;
    this.#kernel = kernel;
    this.#memory = memory;
    this.#job = job;
    this.#centre = new Float32Array(memory.buffer, centre, width).slice();
    const { places } = workPlaces(rows, cells.count, width, bitBytes);
    this.#at = {
      sample: work + places.sample,
      centre: work + places.centre,
      bits: work + places.bits,
      kernel: work + places.kernel,
      found: work + places.found,
      products: work + places.products,
    };
  }

  run(): void {
    const { rows, cells } = this.#job;
    const size = Math.min(rows, sampleRows * cells.count);
    const sample = Uint32Array.from({ length: size }, (_, i) => Math.floor((i * rows) / size));
    this.#learn(sample);
    this.#place(this.#nearest(0, rows, cells.count));
  }

  /**
   * Cells are begun an eighth at a time, where rows are far from those that there are. All at once by chance most of them would be where rows lie close together anyway, and rows of many rare clusters would share a cell with others that they
   * have nothing in common with: nothing could then be said of what is in it, so that searches would have to look, or miss it.
   */
  #learn(rows: Uint32Array): void {
    const { width, cells } = this.#job;
    const cellCount = cells.count;
    const sums = new Float64Array(cellCount * width);
    const members = new Uint32Array(cellCount);
    const ofCell = (cell: number) => sums.subarray(cell * width, (cell + 1) * width);
    new Uint32Array(this.#memory.buffer, this.#at.sample, rows.length).set(rows);
    const some = Math.ceil(cellCount / beginning / blockRows) * blockRows;
    let begun = 0;
    let far = rows;
    for (let left = rounds; left > 0; ) {
      const first = begun;
      begun = Math.min(cellCount, first + some);
      // The new ones, and those before that are of no use.
      const fresh: number[] = [];
      for (let cell = 0; cell < begun; cell++)
        if (cell >= first || members[cell]! <= fewMembers) fresh.push(cell);
      for (const [i, cell] of fresh.entries()) {
        const row = far[Math.floor((i * far.length) / fresh.length)]!;
        this.#addRow(row, ofCell(cell).fill(0));
        this.#writeCentre(cell, ofCell(cell), 1);
      }
      if (first === cellCount) left--;
      const found = this.#nearest(this.#at.sample, rows.length, begun);
      sums.fill(0);
      members.fill(0);
      for (let i = 0; i < rows.length; i++) {
        members[found[i]!]!++;
        this.#addRow(rows[i]!, ofCell(found[i]!));
      }
      // One that no row is nearest to stays where it is.
      for (let cell = 0; cell < begun; cell++)
        if (members[cell]! > 0) this.#writeCentre(cell, ofCell(cell), members[cell]!);
      if (left > 0) far = this.#farthest(rows, found);
    }
  }

  /** Those of the rows that are farthest from the centres of their cells, in their order. */
  #farthest(rows: Uint32Array, cellOf: Uint16Array): Uint32Array {
    const { width, cells } = this.#job;
    const row = new Float64Array(width);
    const distances = new Float32Array(rows.length);
    for (const [i, number] of rows.entries()) {
      this.#addRow(number, row.fill(0));
      const codes = new Uint8Array(this.#memory.buffer, cells.centres + cellOf[i]! * width, width);
      const [scale] = new Float32Array(this.#memory.buffer, cells.sizes + cellOf[i]! * 8, 1);
      let squares = 0;
      for (let j = 0; j < width; j++)
        squares += (row[j]! - this.#centre[j]! - ((codes[j]! - 64) * scale!) / 256) ** 2;
      distances[i] = squares;
    }
    const least = distances.slice().sort()[Math.floor(rows.length * (1 - farShare))]!;
    return rows.filter((_, i) => distances[i]! >= least);
  }

  /** As codes of a query from the centre of all rows, so that they are fine where embeddings lie close together. */
  #writeCentre(cell: number, sum: Float64Array, members: number): void {
    const { width, cells } = this.#job;
    const from = new Float32Array(width);
    let largest = 0;
    let squares = 0;
    for (let i = 0; i < width; i++) {
      const value = sum[i]! / members;
      squares += value * value;
      from[i] = value - this.#centre[i]!;
      largest = Math.max(largest, Math.abs(from[i]!));
    }
    const { buffer } = this.#memory;
    new Uint8Array(buffer, cells.centres + cell * width, width).set(queryCodes(from, width));
    // A row's code times 256 times its scale is its component.
    new Float32Array(buffer, cells.sizes + cell * 8, 2).set([(largest / 63) * 256, squares / 2]);
  }

  #addRow(row: number, into: Float64Array): void {
    const { table, width } = this.#job;
    const { buffer } = this.#memory;
    const [block] = new Uint32Array(buffer, table + Math.floor(row / blockRows) * 4, 1);
    const at = row % blockRows;
    const codes = new Int8Array(buffer, block! + at * width, width);
    const scale = 256 * new Float32Array(buffer, block! + blockRows * width + at * 4, 1)[0]!;
    for (let i = 0; i < width; i++) into[i]! += codes[i]! * scale;
  }

  /** The cell of each row of a list, or of the first so many, among the first cells. */
  #nearest(list: number, count: number, cellCount: number): Uint16Array {
    const { table, width, bitBytes, cells } = this.#job;
    const { centres, sizes } = cells;
    const { bits, kernel, found } = this.#at;
    this.#writeCentreBits(cellCount);
    this.#kernel.nearestCentres(
      table,
      list,
      count,
      width,
      centres,
      sizes,
      bits,
      bitBytes,
      cellCount,
      kernel,
      found,
    );
    return new Uint16Array(this.#memory.buffer, found, count);
  }

  /** As the bits of rows lie: for every four components 16 bytes for 32 centres. */
  #writeCentreBits(cellCount: number): void {
    const { width, bitBytes, cells } = this.#job;
    const { buffer } = this.#memory;
    const bits = new Uint8Array(buffer, this.#at.bits, cellCount * bitBytes).fill(0);
    const codes = new Uint8Array(buffer, cells.centres, cellCount * width);
    for (let cell = 0; cell < cellCount; cell++) {
      const group = (cell >> 5) * blockRows * bitBytes + (cell & 15);
      const shift = ((cell >> 4) & 1) * 4;
      for (let i = 0; i < width; i++)
        if (codes[cell * width + i]! > 64) bits[group + (i >> 2) * 16]! |= 1 << (shift + (i & 3));
    }
  }

  #place(cellOf: Uint16Array): void {
    const { table, rows, width, dims, bitBytes, cells } = this.#job;
    const cellCount = cells.count;
    const places = new Uint32Array(this.#memory.buffer, cells.places, cellCount * 2);
    places.fill(0);
    for (let row = 0; row < rows; row++) places[cellOf[row]! * 2 + 1]!++;
    const next = new Uint32Array(cellCount);
    let start = 0;
    for (let cell = 0; cell < cellCount; cell++) {
      places[cell * 2] = start;
      next[cell] = start;
      start += Math.ceil(places[cell * 2 + 1]! / blockRows) * blockRows;
    }
    const shapes = new Float32Array(this.#memory.buffer, cells.shapes, cellCount * 3);
    new Uint8Array(this.#memory.buffer, cells.levels, start / 2).fill(0);
    const order = new Uint32Array(this.#memory.buffer, cells.order, start);
    for (let row = 0; row < rows; row++) order[next[cellOf[row]!]!++] = row;
    for (let cell = 0; cell < cellCount; cell++) {
      const [first, size] = [places[cell * 2]!, places[cell * 2 + 1]!];
      const bits = cells.bits + first * bitBytes;
      const list = cells.order + first * 4;
      const centre = this.#putCentre(cell);
      const { products } = this.#at;
      const squares = this.#kernel.writeListBits(table, list, size, width, centre, bits, bitBytes, products);
      const spread = Math.sqrt(squares / Math.max(1, size) / dims);
      shapes.set([spread, ...this.#writeLevels(first, size, spread)], cell * 3);
    }
  }

  /**
   * Rows are of one length, so that those of a cell which are farther from its centre have less of its direction; and that is what a query near the centre asks about most. Bits do not tell it: each row has a level for
   * what its product with the centre is beyond what its bits say. What the lowest level stands for, and a step.
   */
  #writeLevels(first: number, size: number, spread: number): [low: number, step: number] {
    const { buffer } = this.#memory;
    const products = new Float32Array(buffer, this.#at.products, size * 2);
    const beyond = new Float64Array(size);
    let [sum, squares] = [0, 0];
    for (let i = 0; i < size; i++) {
      const value = products[i * 2]! - bitGain * spread * products[i * 2 + 1]!;
      beyond[i] = value;
      sum += value;
      squares += value * value;
    }
    const mean = sum / Math.max(1, size);
    const deviation = Math.sqrt(Math.max(0, squares / Math.max(1, size) - mean * mean));
    const low = mean - levelReach * deviation;
    const step = (2 * levelReach * deviation) / (levelCount - 1);
    const levels = new Uint8Array(
      buffer,
      this.#job.cells.levels + first / 2,
      Math.ceil(size / blockRows) * 16,
    );
    for (let i = 0; i < size; i++) {
      const level = step > 0 ? Math.round((beyond[i]! - low) / step) : 0;
      const bits = Math.max(0, Math.min(levelCount - 1, level));
      levels[(i >> 5) * 16 + (i & 15)]! |= bits << (((i >> 4) & 1) * 4);
    }
    return [low, step];
  }

  /** The centre of a cell as searches know it, by its codes. */
  #putCentre(cell: number): number {
    const { width, cells } = this.#job;
    const { buffer } = this.#memory;
    const codes = new Uint8Array(buffer, cells.centres + cell * width, width);
    const [scale] = new Float32Array(buffer, cells.sizes + cell * 8, 1);
    const own = new Float32Array(buffer, this.#at.centre, width);
    for (let i = 0; i < width; i++) own[i] = this.#centre[i]! + ((codes[i]! - 64) * scale!) / 256;
    return this.#at.centre;
  }
}

import type { ScanKernel, ScanMemory } from '../kernel.ts';
import { queryCodes } from '../query-codes.ts';
import { blockRows } from '../row-stretch.ts';
import { type CellScan, cellCount } from './cells.ts';

/** The rows that cells are made of, where the cells go, and room to work. Numbers are pointers into one memory, or counts. */
export interface CellsJob {
  arena: number;
  table: number;
  rows: number;
  width: number;
  /** What bits are taken from, and what centres are compared from: floats. */
  centre: number;
  bitBytes: number;
  cells: CellScan;
  /** See `workBytes`. */
  work: number;
}

const sampleRows = 16_384;
const rounds = 4;

/** Room for the sample and for the cell of each row. */
export function workBytes(rows: number): number {
  return sampleRows * 4 + rows * 2;
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
  readonly #list: number;
  readonly #found: number;

  constructor({ kernel, memory }: ScanMemory, job: CellsJob) {
    const { centre, work, width } = job;
    this.#kernel = kernel;
    this.#memory = memory;
    this.#job = job;
    this.#centre = new Float32Array(memory.buffer, centre, width).slice();
    this.#list = work;
    this.#found = work + sampleRows * 4;
  }

  run(): void {
    const { rows } = this.#job;
    const size = Math.min(rows, sampleRows);
    const sample = Uint32Array.from({ length: size }, (_, i) => Math.floor((i * rows) / size));
    this.#learn(sample);
    this.#place(this.#nearest(0, rows));
  }

  #learn(rows: Uint32Array): void {
    const { width } = this.#job;
    const sums = new Float64Array(cellCount * width);
    const members = new Uint32Array(cellCount);
    const ofCell = (cell: number) => sums.subarray(cell * width, (cell + 1) * width);
    for (let cell = 0; cell < cellCount; cell++) {
      this.#addRow(rows[Math.floor((cell * rows.length) / cellCount)]!, ofCell(cell));
      this.#writeCentre(cell, ofCell(cell), 1);
    }
    new Uint32Array(this.#memory.buffer, this.#list, rows.length).set(rows);
    for (let round = 0; round < rounds; round++) {
      const found = this.#nearest(this.#list, rows.length);
      sums.fill(0);
      members.fill(0);
      for (let i = 0; i < rows.length; i++) {
        members[found[i]!]!++;
        this.#addRow(rows[i]!, ofCell(found[i]!));
      }
      // One that no row is nearest to stays where it is.
      for (let cell = 0; cell < cellCount; cell++)
        if (members[cell]! > 0) this.#writeCentre(cell, ofCell(cell), members[cell]!);
    }
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

  /** The cell of each row of a list, or of the first so many. */
  #nearest(list: number, count: number): Uint16Array {
    const { table, width, cells } = this.#job;
    const { centres, sizes } = cells;
    this.#kernel.nearestCentres(table, list, count, width, centres, sizes, cellCount, this.#found);
    return new Uint16Array(this.#memory.buffer, this.#found, count);
  }

  #place(cellOf: Uint16Array): void {
    const { table, rows, width, centre, bitBytes, cells } = this.#job;
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
    const order = new Uint32Array(this.#memory.buffer, cells.order, start);
    for (let row = 0; row < rows; row++) order[next[cellOf[row]!]!++] = row;
    for (let cell = 0; cell < cellCount; cell++) {
      const [first, size] = [places[cell * 2]!, places[cell * 2 + 1]!];
      const bits = cells.bits + first * bitBytes;
      this.#kernel.writeListBits(table, cells.order + first * 4, size, width, centre, bits, bitBytes);
    }
  }
}

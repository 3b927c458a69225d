import type { VectorArena } from '../vector-arena.ts';

/** Where the cells of a stretch lie in its memory, as a scan on any thread needs it. */
export interface CellScan {
  bits: number;
  /** Which row is at each place, 32 bits each. */
  order: number;
  /** The centre of each cell as the codes of a query, one after the other, and two floats for each: its scale, and half of its square. */
  centres: number;
  sizes: number;
  count: number;
  /** Where the places of each cell begin and how many rows it has, in turns, 32 bits each. */
  places: number;
  /** The share of the rows in which nearly all near ones are, by a sample. */
  share: number;
}

/** About two thousand rows each. */
export const cellCount = 512;

/** The rows of a full stretch of a giant in cells of rows that are near one another, their bits cell by cell; a search looks at the nearest cells. Such rows never change. */
export class Cells {
  readonly #arena: VectorArena;
  readonly #taken: Array<[start: number, bytes: number]> = [];
  readonly scan: CellScan;

  constructor(arena: VectorArena, rows: number, width: number, bitBytes: number) {
    this.#arena = arena;
    // Every cell begins with a group of 32.
    const places = rows + cellCount * 32;
    this.scan = {
      bits: this.#room(places * bitBytes),
      order: this.#room(places * 4),
      centres: this.#room(cellCount * width),
      sizes: this.#room(cellCount * 8),
      places: this.#room(cellCount * 8),
      count: cellCount,
      share: 1,
    };
  }

  get memoryBytes(): number {
    return this.#taken.reduce((sum, [, bytes]) => sum + bytes, 0);
  }

  release(): void {
    for (const [start, bytes] of this.#taken) this.#arena.free(start, bytes);
    this.#taken.length = 0;
  }

  #room(bytes: number): number {
    const start = this.#arena.allocate(bytes);
    this.#taken.push([start, bytes]);
    return start;
  }
}

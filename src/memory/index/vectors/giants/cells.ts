import type { VectorArena } from '../vector-arena.ts';

/** Where the cells of a stretch lie in its memory, as a scan on any thread needs it. */
export interface CellScan {
  /** Each row's from the centre of its cell. */
  bits: number;
  /** Which row is at each place, 32 bits each. */
  order: number;
  /** The centre of each cell as the codes of a query, one after the other, and two floats for each: its scale, and half of its square. */
  centres: number;
  sizes: number;
  /** Three floats for each cell: how far a component of a row is from that of its centre, and what the lowest level and a step to the next one stand for. */
  shapes: number;
  /** The level of each row, four bits: what its product with the centre has beyond what its bits say. They lie as the bits of four components do. */
  levels: number;
  count: number;
  /** Where the places of each cell begin and how many rows it has, in turns, 32 bits each. */
  places: number;
  /** How many spreads a near row is nearer to a query than the centre of its cell is, at most: by a sample. */
  reach: number;
}

/** Four times the root of how many rows there are, a multiple of 32: with fewer, what is near a query is in one cell with what is not, and with more, finding the nearest ones takes longer. */
function cellsFor(rows: number): number {
  return Math.ceil((4 * Math.sqrt(rows)) / 32) * 32;
}

export const shapeBytes = 12;
export const levelCount = 16;

/** While it is being found out how far they reach: all cells are looked at. */
const unknownReach = 1_000;
/** The same where it cannot be found out. */
export const endlessReach = 1_001;

/** The rows of a full stretch of a giant in cells of rows that are near one another, their bits cell by cell; a search looks at the nearest cells. Such rows never change. */
export class Cells {
  readonly #arena: VectorArena;
  readonly #taken: Array<[start: number, bytes: number]> = [];
  readonly scan: CellScan;

  constructor(arena: VectorArena, rows: number, width: number, bitBytes: number) {
    this.#arena = arena;
    const cellCount = cellsFor(rows);
    // Every cell begins with a group of 32.
    const places = rows + cellCount * 32;
    this.scan = {
      bits: this.#room(places * bitBytes),
      order: this.#room(places * 4),
      centres: this.#room(cellCount * width),
      sizes: this.#room(cellCount * 8),
      shapes: this.#room(cellCount * shapeBytes),
      levels: this.#room(places / 2),
      places: this.#room(cellCount * 8),
      count: cellCount,
      reach: unknownReach,
    };
  }

  get memoryBytes(): number {
    return this.#taken.reduce((sum, [, bytes]) => sum + bytes, 0);
  }

  release(): void {
    for (const [start, bytes] of this.#taken) this.#arena.free(start, bytes);
    this.#taken.length = 0;
  }

  /** Cleared: not all of it is written to, and it is what a snapshot holds. */
  #room(bytes: number): number {
    const start = this.#arena.allocate(bytes);
    this.#taken.push([start, bytes]);
    new Uint8Array(this.#arena.memory.buffer, start, bytes).fill(0);
    return start;
  }

  /** Calls `use` for what lies at some of its bytes, counted through all that it has, with where that is among them. */
  bytesAt(start: number, length: number, use: (bytes: Uint8Array, at: number) => void): void {
    const { buffer } = this.#arena.memory;
    let first = 0;
    for (const [place, bytes] of this.#taken) {
      const from = Math.max(start, first);
      const to = Math.min(start + length, first + bytes);
      if (from < to) use(new Uint8Array(buffer, place + from - first, to - from), from - start);
      first += bytes;
    }
  }
}

/** While it is being found out how far they reach, they are not. */
export function isKnown(cells: Cells | undefined): cells is Cells {
  return cells !== undefined && cells.scan.reach !== unknownReach;
}

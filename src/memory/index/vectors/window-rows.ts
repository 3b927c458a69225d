import { nearestWindow } from '../../embedding/passages/window-codes.ts';
import { withRoom } from '../columns/growing.ts';

/** The columns as a snapshot holds them; both empty while no row has windows. */
export interface StoredWindows {
  codes: Uint8Array;
  /** Where the windows of each row begin. */
  starts: Uint32Array;
}

/**
 * The windows of rows: vectors of single sentences, one byte a number. They are compared for the best rows alone and never scanned, so that they cost memory where entries are
 * long, and a search no more than a look at a few hundred of them.
 */
export class WindowRows {
  #codes: Uint8Array;
  /** Of the rows up to the last that has windows: those behind it have none. */
  #starts: Uint32Array;
  #rows: number;
  #used: number;
  #signed: Int8Array;
  #view: DataView;

  constructor(stored?: StoredWindows) {
    this.#codes = stored?.codes ?? new Uint8Array(0);
    this.#starts = stored?.starts ?? new Uint32Array(0);
    this.#rows = this.#starts.length;
    this.#used = this.#codes.length;
    [this.#signed, this.#view] = viewsOf(this.#codes);
  }

  get isEmpty(): boolean {
    return this.#used === 0;
  }

  get memoryBytes(): number {
    return this.#codes.length + this.#starts.byteLength;
  }

  /** Adds the windows of a row; rows without any need not be told of. */
  append(row: number, codes: Uint8Array): void {
    this.#starts = withRoom(this.#starts, row + 1);
    // Rows in between have none.
    this.#starts.fill(this.#used, this.#rows, row + 1);
    this.#rows = row + 1;
    const room = withRoom(this.#codes, this.#used + codes.length);
    if (room !== this.#codes) {
      this.#codes = room;
      [this.#signed, this.#view] = viewsOf(room);
    }
    this.#codes.set(codes, this.#used);
    this.#used += codes.length;
  }

  /** The cosine of a query and the nearest window of a row; undefined where the row has none. */
  nearest(query: Float32Array, row: number): number | undefined {
    const range = this.#rangeOf(row);
    return range && nearestWindow(query, this.#signed, this.#view, range);
  }

  #rangeOf(row: number): { start: number; end: number } | undefined {
    if (row >= this.#rows) return undefined;
    const start = this.#starts[row]!;
    const end = row + 1 < this.#rows ? this.#starts[row + 1]! : this.#used;
    return end > start ? { start, end } : undefined;
  }

  /** Those that are there now; what is added later does not show. */
  frozen(): StoredWindows {
    return { codes: this.#codes.subarray(0, this.#used), starts: this.#starts.subarray(0, this.#rows) };
  }

  /** Without the rows that `newRows` maps to nothing, nor those after its end. */
  compacted(newRows: Int32Array): WindowRows {
    const kept = new WindowRows();
    for (let row = 0; row < Math.min(this.#rows, newRows.length); row++) {
      const range = newRows[row]! < 0 ? undefined : this.#rangeOf(row);
      if (range) kept.append(newRows[row]!, this.#codes.subarray(range.start, range.end));
    }
    return kept;
  }
}

function viewsOf({ buffer, byteOffset, byteLength }: Uint8Array): [Int8Array, DataView] {
  return [new Int8Array(buffer, byteOffset, byteLength), new DataView(buffer, byteOffset, byteLength)];
}

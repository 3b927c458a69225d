import { withRoom } from '../columns/growing.ts';

/** As a snapshot holds them; empty where every entry has one row. */
export interface StoredSlotRows {
  firstRow: Uint32Array;
  rowSlot: Uint32Array;
}

const none = new Uint32Array();

/** Which rows (passages) are an entry's. While every entry has just one, a slot and its row are the same number and nothing is kept. */
export class SlotRows {
  #slots: number;
  #rows: number;
  /** By slot and by row; undefined while every entry has one row. */
  #several: StoredSlotRows | undefined;

  constructor(slots = 0, stored?: StoredSlotRows) {
    this.#slots = slots;
    this.#several = stored && stored.rowSlot.length > 0 ? { ...stored } : undefined;
    this.#rows = this.#several?.rowSlot.length ?? slots;
  }

  get rowCount(): number {
    return this.#rows;
  }

  get memoryBytes(): number {
    return this.#several ? this.#several.firstRow.byteLength + this.#several.rowSlot.byteLength : 0;
  }

  /** Adds the next slot, of so many rows. */
  append(rows: number): void {
    const slot = this.#slots++;
    const first = this.#rows;
    this.#rows += rows;
    if (rows === 1 && !this.#several) return;
    this.#several ??= { firstRow: upTo(slot), rowSlot: upTo(slot) };
    const several = this.#several;
    several.firstRow = withRoom(several.firstRow, this.#slots);
    several.firstRow[slot] = first;
    several.rowSlot = withRoom(several.rowSlot, this.#rows);
    several.rowSlot.fill(slot, first, this.#rows);
  }

  slotOf(row: number): number {
    return this.#several ? this.#several.rowSlot[row]! : row;
  }

  rowsOf(slot: number): { first: number; end: number } {
    if (!this.#several) return { first: slot, end: slot + 1 };
    const { firstRow } = this.#several;
    return { first: firstRow[slot]!, end: slot + 1 < this.#slots ? firstRow[slot + 1]! : this.#rows };
  }

  /** Those that are there now; what is added later does not show. */
  frozen(): StoredSlotRows {
    const { firstRow, rowSlot } = this.#several ?? { firstRow: none, rowSlot: none };
    return { firstRow: firstRow.subarray(0, this.#slots), rowSlot: rowSlot.subarray(0, this.#rows) };
  }
}

function upTo(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

import { withRoom } from '../columns/growing.ts';
import { hash53 } from '../hash.ts';

/**
 * Finds the slot of an id by hash, in two arrays of numbers; the ids themselves are in the records. A slot that died keeps its cell until the table
 * grows, so that others behind it are still found.
 */
export class IdTable {
  /** By slot. */
  #hashes: Uint32Array;
  readonly #isAlive: (slot: number) => boolean;
  /** Slots plus one; 0 for an empty cell. Made when first needed: what is only searched after a restart never looks for an id. */
  #cells: Uint32Array | undefined;
  #count: number;
  #usedCells = 0;

  constructor(isAlive: (slot: number) => boolean, stored?: Uint32Array) {
    this.#isAlive = isAlive;
    this.#hashes = stored ?? new Uint32Array(16);
    this.#count = stored?.length ?? 0;
  }

  get memoryBytes(): number {
    return this.#hashes.byteLength + (this.#cells?.byteLength ?? 0);
  }

  /** The hashes by slot, from which the table is made again. */
  get stored(): Uint32Array {
    return this.#hashes.subarray(0, this.#count);
  }

  hashOf(slot: number): number {
    return this.#hashes[slot]!;
  }

  /** Adds the next slot. */
  append(hash: number): void {
    const slot = this.#count++;
    this.#hashes = withRoom(this.#hashes, this.#count);
    this.#hashes[slot] = hash;
    if (!this.#cells) return;
    if ((this.#usedCells + 1) * 4 > this.#cells.length * 3) this.#cells = this.#allCells();
    else this.#enter(this.#cells, slot);
  }

  find(id: string, isIt: (slot: number) => boolean): number | undefined {
    const hash = idHash(id);
    this.#cells ??= this.#allCells();
    const cells = this.#cells;
    const last = cells.length - 1;
    for (let cell = hash & last; cells[cell] !== 0; cell = (cell + 1) & last) {
      const slot = cells[cell]! - 1;
      if (this.#hashes[slot] === hash && isIt(slot)) return slot;
    }
    return undefined;
  }

  #allCells(): Uint32Array {
    const cells = new Uint32Array(cellsFor(this.#count));
    this.#usedCells = 0;
    for (let slot = 0; slot < this.#count; slot++) if (this.#isAlive(slot)) this.#enter(cells, slot);
    return cells;
  }

  #enter(cells: Uint32Array, slot: number): void {
    const last = cells.length - 1;
    let cell = this.#hashes[slot]! & last;
    while (cells[cell] !== 0) cell = (cell + 1) & last;
    cells[cell] = slot + 1;
    this.#usedCells++;
  }
}

export function idHash(id: string): number {
  return hash53(id) >>> 0;
}

/** At most half full. */
function cellsFor(slots: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(16, (slots + 1) * 2)));
}

import { withRoom } from '../columns/growing.ts';

/** The rows that no longer count, in rising order when asked for: a few among many, so that it is worth knowing them one by one. */
export class DeadRows {
  #rows: Uint32Array = new Uint32Array(16);
  #count = 0;
  /** So many of them are in order already. */
  #sorted = 0;

  get count(): number {
    return this.#count;
  }

  get memoryBytes(): number {
    return this.#rows.byteLength;
  }

  add(row: number): void {
    this.#rows = withRoom(this.#rows, this.#count + 1);
    this.#rows[this.#count++] = row;
  }

  /** Valid until the next is added. */
  inOrder(): Uint32Array {
    const rows = this.#rows;
    if (this.#sorted < this.#count) {
      const added = rows.slice(this.#sorted, this.#count).sort();
      // From the end, so that nothing is overwritten before it is read.
      let from = this.#sorted - 1;
      for (let i = added.length - 1, to = this.#count - 1; i >= 0; to--)
        rows[to] = from >= 0 && rows[from]! > added[i]! ? rows[from--]! : added[i--]!;
      this.#sorted = this.#count;
    }
    return rows.subarray(0, this.#count);
  }
}

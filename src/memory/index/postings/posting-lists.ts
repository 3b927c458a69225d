import { inShared, withRoom } from '../columns/growing.ts';
import { KeyTable, type StoredKeys } from './key-table.ts';
import { type ListPlace, lookUpInList, readList, slices } from './list-reads.ts';

/** The arrays behind the lists, as they are written to disk. */
export interface StoredPostings extends StoredKeys {
  pool: Uint32Array;
}

/**
 * Lists of numbers by hashed key, append only, in a handful of typed arrays: a hundred thousand short lists as JavaScript objects would cost ten
 * times the memory, and these can be written to disk as they are. A list is a chain of slices in one pool; each slice is twice as long
 * as the one before, and its last cell points to the next.
 */
export class PostingLists {
  readonly #table: KeyTable;
  #pool: Uint32Array;
  #poolUsed: number;
  #scratch: Uint32Array = new Uint32Array();

  constructor(stored?: StoredPostings) {
    this.#table = new KeyTable(stored);
    this.#pool = stored?.pool ?? new Uint32Array(64);
    this.#poolUsed = stored?.pool.length ?? 0;
  }

  get memoryBytes(): number {
    return this.#table.memoryBytes + this.#pool.byteLength + this.#scratch.byteLength;
  }

  count(key: number): number {
    return this.#table.counts[this.#table.find(key)]!;
  }

  add(key: number, value: number): void {
    const table = this.#table;
    const cell = table.insert(key);
    const count = table.counts[cell]!;
    const level = slices.startedAt(count);
    if (level >= 0) {
      const slice = this.#poolUsed;
      this.#poolUsed += slices.size(level);
      this.#pool = withRoom(this.#pool, this.#poolUsed);
      if (count === 0) table.heads[cell] = slice;
      else this.#pool[table.tails[cell]!] = slice;
      table.tails[cell] = slice;
    }
    this.#pool[table.tails[cell]!] = value;
    table.tails[cell]!++;
    table.counts[cell]!++;
  }

  /** A copy of the values in the order they were added; it is valid until the next call. */
  read(key: number): Uint32Array {
    const place = this.place(key);
    this.#scratch = withRoom(this.#scratch, place.count);
    readList(this.#pool, place, this.#scratch);
    return this.#scratch.subarray(0, place.count);
  }

  /** Where the list is in the pool. */
  place(key: number): ListPlace {
    const cell = this.#table.find(key);
    return { head: this.#table.heads[cell]!, count: this.#table.counts[cell]! };
  }

  /** What lists lie in. */
  get pool(): Uint32Array {
    return this.#pool;
  }

  /** The same, as threads can read it. */
  shared(): Uint32Array {
    this.#pool = inShared(this.#pool);
    return this.#pool;
  }

  /** As `lookUpInList`. */
  lookUp(
    key: number,
    targets: ArrayLike<number>,
    span: number,
    found: (position: number, value: number) => void,
  ): void {
    lookUpInList(this.#pool, this.place(key), targets, span, found);
  }

  /** The first value that is not less than `target`, in a list whose values were added in rising order. Undefined when there is none. */
  firstFrom(key: number, target: number): number | undefined {
    const cell = this.#table.find(key);
    const pool = this.#pool;
    let slice = this.#table.heads[cell]!;
    for (let left = this.#table.counts[cell]!, level = 0; left > 0; level++) {
      const payload = slices.payload(level);
      const taken = Math.min(payload, left);
      if (pool[slice + taken - 1]! >= target) {
        let low = slice;
        let high = slice + taken - 1;
        while (low < high) {
          const middle = (low + high) >>> 1;
          if (pool[middle]! < target) low = middle + 1;
          else high = middle;
        }
        return pool[low]!;
      }
      left -= taken;
      slice = pool[slice + payload]!;
    }
    return undefined;
  }

  /** Those that are there now, whatever is added while they are gone through. */
  keys(): Iterable<number> {
    return this.#table.all();
  }

  /** As they are now: values are only ever added behind those that are counted, so that what is added later does not show. */
  frozen(): StoredPostings {
    return { ...this.#table.frozen(), pool: this.#pool.subarray(0, this.#poolUsed) };
  }

  /** As `frozen`, without a copy, for whoever adds no more. */
  stored(): StoredPostings {
    const { keys, heads, tails, counts } = this.#table;
    return { keys, heads, tails, counts, pool: this.#pool.subarray(0, this.#poolUsed) };
  }
}

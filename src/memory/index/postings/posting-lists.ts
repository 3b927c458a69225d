import { withRoom } from '../growing.ts';
import { KeyTable, type StoredKeys } from './key-table.ts';
import { Slices } from './slices.ts';

/** The arrays behind the lists, as they are written to disk. */
export interface StoredPostings extends StoredKeys {
  pool: Uint32Array;
}

const slices = new Slices(2, 1, 11);

/**
 * Lists of numbers by hashed key, append only, in a handful of typed arrays: a hundred thousand short lists as JavaScript objects would cost ten
 * times the memory, and these can be written to disk as they are. A list is a chain of slices in one pool; each slice is twice as long
 * as the one before, and its last cell points to the next.
 */
export class PostingLists {
  readonly #table: KeyTable;
  #pool: Uint32Array;
  #poolUsed: number;
  #scratch = new Uint32Array(1024);

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
    const cell = this.#table.find(key);
    const count = this.#table.counts[cell]!;
    this.#scratch = withRoom(this.#scratch, count);
    let slice = this.#table.heads[cell]!;
    for (let done = 0, level = 0; done < count; level++) {
      const payload = slices.payload(level);
      const taken = Math.min(payload, count - done);
      this.#scratch.set(this.#pool.subarray(slice, slice + taken), done);
      done += taken;
      slice = this.#pool[slice + payload]!;
    }
    return this.#scratch.subarray(0, count);
  }

  /**
   * For each of some targets in rising order the first value from it on that is less than the target plus `span`, with the target's position, in a list whose values were added in rising order. The list is
   * walked once, slice by slice, without a copy.
   */
  lookUp(
    key: number,
    targets: ArrayLike<number>,
    span: number,
    found: (position: number, value: number) => void,
  ): void {
    const cell = this.#table.find(key);
    const pool = this.#pool;
    let left = this.#table.counts[cell]!;
    if (left === 0) return;
    let slice = this.#table.heads[cell]!;
    let level = 0;
    let taken = Math.min(slices.payload(level), left);
    let at = slice;
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i]! * span;
      while (pool[slice + taken - 1]! < target) {
        left -= taken;
        if (left === 0) return;
        slice = pool[slice + slices.payload(level)]!;
        level++;
        taken = Math.min(slices.payload(level), left);
        at = slice;
      }
      at = firstFrom(pool, target, at, slice + taken);
      const value = pool[at]!;
      if (value < target + span) found(i, value);
    }
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

/** Where the first value that is not less than `target` is, from `start` to before `end`: in growing steps, then by halves. */
function firstFrom(list: Uint32Array, target: number, start: number, end: number): number {
  let low = start;
  let high = start;
  for (let step = 1; high < end && list[high]! < target; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

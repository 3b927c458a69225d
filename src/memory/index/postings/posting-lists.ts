import { withRoom } from '../growing.ts';

/** The arrays behind the lists, as they are written to disk. */
export interface StoredPostings {
  keys: Float64Array;
  heads: Uint32Array;
  tails: Uint32Array;
  counts: Uint32Array;
  pool: Uint32Array;
}

/**
 * Lists of numbers by hashed key, append only, in a handful of typed arrays: a hundred thousand short lists as JavaScript objects would cost ten
 * times the memory, and these can be written to disk as they are. A list is a chain of slices in one pool; each slice is twice as long
 * as the one before, and its last cell points to the next.
 */
export class PostingLists {
  #keys: Float64Array;
  #heads: Uint32Array;
  #tails: Uint32Array;
  #counts: Uint32Array;
  #pool: Uint32Array;
  #poolUsed: number;
  #size = 0;
  #scratch = new Uint32Array(1024);

  constructor(stored?: StoredPostings) {
    this.#keys = stored?.keys ?? new Float64Array(16);
    this.#heads = stored?.heads ?? new Uint32Array(16);
    this.#tails = stored?.tails ?? new Uint32Array(16);
    this.#counts = stored?.counts ?? new Uint32Array(16);
    this.#pool = stored?.pool ?? new Uint32Array(64);
    this.#poolUsed = stored?.pool.length ?? 0;
    for (const key of this.#keys) if (key !== 0) this.#size++;
  }

  get memoryBytes(): number {
    return this.#keys.length * 20 + this.#pool.byteLength + this.#scratch.byteLength;
  }

  count(key: number): number {
    const cell = this.#find(key);
    return this.#keys[cell] === 0 ? 0 : this.#counts[cell]!;
  }

  add(key: number, value: number): void {
    const cell = this.#insert(key);
    const count = this.#counts[cell]!;
    const level = levelStartedAt(count);
    if (level >= 0) {
      const slice = this.#poolUsed;
      this.#poolUsed += sliceSize(level);
      this.#pool = withRoom(this.#pool, this.#poolUsed);
      if (count === 0) this.#heads[cell] = slice;
      else this.#pool[this.#tails[cell]!] = slice;
      this.#tails[cell] = slice;
    }
    this.#pool[this.#tails[cell]!] = value;
    this.#tails[cell]!++;
    this.#counts[cell]!++;
  }

  /** A copy of the values in the order they were added; it is valid until the next call. */
  read(key: number): Uint32Array {
    const cell = this.#find(key);
    if (this.#keys[cell] === 0) return this.#scratch.subarray(0, 0);
    const count = this.#counts[cell]!;
    this.#scratch = withRoom(this.#scratch, count);
    let slice = this.#heads[cell]!;
    for (let done = 0, level = 0; done < count; level++) {
      const payload = sliceSize(level) - 1;
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
    const cell = this.#find(key);
    if (this.#keys[cell] === 0) return;
    const pool = this.#pool;
    let left = this.#counts[cell]!;
    let slice = this.#heads[cell]!;
    let level = 0;
    let taken = Math.min(sliceSize(level) - 1, left);
    let at = slice;
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i]! * span;
      while (pool[slice + taken - 1]! < target) {
        left -= taken;
        if (left === 0) return;
        slice = pool[slice + sliceSize(level) - 1]!;
        level++;
        taken = Math.min(sliceSize(level) - 1, left);
        at = slice;
      }
      at = firstFrom(pool, target, at, slice + taken);
      const value = pool[at]!;
      if (value < target + span) found(i, value);
    }
  }

  /** The first value that is not less than `target`, in a list whose values were added in rising order. Undefined when there is none. */
  firstFrom(key: number, target: number): number | undefined {
    const cell = this.#find(key);
    if (this.#keys[cell] === 0) return undefined;
    const pool = this.#pool;
    let slice = this.#heads[cell]!;
    for (let left = this.#counts[cell]!, level = 0; left > 0; level++) {
      const payload = sliceSize(level) - 1;
      const taken = Math.min(payload, left);
      if (pool[slice + taken - 1]! >= target) {
        let [low, high] = [slice, slice + taken - 1];
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
  *keys(): Iterable<number> {
    for (const key of this.#keys.slice()) if (key !== 0) yield key - 1;
  }

  /** As `stored`, but what is added later does not show: values are only ever added behind those that are counted. */
  frozen(): StoredPostings {
    const { keys, heads, tails, counts, pool } = this.stored();
    return { keys: keys.slice(), heads: heads.slice(), tails: tails.slice(), counts: counts.slice(), pool };
  }

  stored(): StoredPostings {
    return {
      keys: this.#keys,
      heads: this.#heads,
      tails: this.#tails,
      counts: this.#counts,
      pool: this.#pool.subarray(0, this.#poolUsed),
    };
  }

  #insert(key: number): number {
    if ((this.#size + 1) * 4 > this.#keys.length * 3) this.#rehash();
    const cell = this.#find(key);
    if (this.#keys[cell] === 0) {
      // A key is stored plus one, so that 0 can mean an empty cell.
      this.#keys[cell] = key + 1;
      this.#size++;
    }
    return cell;
  }

  /** The cell of the key, or the empty one where it would go. */
  #find(key: number): number {
    const last = this.#keys.length - 1;
    let cell = (key ^ (key / 65_536)) & last;
    while (this.#keys[cell] !== 0 && this.#keys[cell] !== key + 1) cell = (cell + 1) & last;
    return cell;
  }

  #rehash(): void {
    const { keys, heads, tails, counts } = this.stored();
    this.#keys = new Float64Array(keys.length * 2);
    this.#heads = new Uint32Array(this.#keys.length);
    this.#tails = new Uint32Array(this.#keys.length);
    this.#counts = new Uint32Array(this.#keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === 0) continue;
      const cell = this.#find(keys[i]! - 1);
      this.#keys[cell] = keys[i]!;
      this.#heads[cell] = heads[i]!;
      this.#tails[cell] = tails[i]!;
      this.#counts[cell] = counts[i]!;
    }
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

const maxLevel = 11;

function sliceSize(level: number): number {
  return 2 << Math.min(level, maxLevel);
}

/** By count, up to where all slices are of the greatest size: the level of the slice that the next value begins, or -1 when the current slice has room. */
const levelsByCount = levelsUpTo(maxLevel);

function levelsUpTo(most: number): Int8Array {
  const starts: number[] = [];
  let count = 0;
  for (let level = 0; level <= most; level++) {
    starts.push(count);
    count += sliceSize(level) - 1;
  }
  const levels = new Int8Array(count).fill(-1);
  for (const [level, start] of starts.entries()) levels[start] = level;
  return levels;
}

function levelStartedAt(count: number): number {
  if (count < levelsByCount.length) return levelsByCount[count]!;
  return (count - levelsByCount.length) % (sliceSize(maxLevel) - 1) === 0 ? maxLevel + 1 : -1;
}

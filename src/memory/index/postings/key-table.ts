/** The arrays behind a table, as they are written to disk. */
export interface StoredKeys {
  keys: Float64Array;
  heads: Uint32Array;
  tails: Uint32Array;
  counts: Uint32Array;
  /** The last value of each list, where lists are made of differences. */
  lasts?: Uint32Array;
}

/** Where the list of each hashed key begins and ends in a pool, and how long it is, by cell. A list of length 0 was never begun. */
export class KeyTable {
  keys: Float64Array;
  heads: Uint32Array;
  tails: Uint32Array;
  counts: Uint32Array;
  lasts: Uint32Array | undefined;
  #size = 0;

  constructor(stored: StoredKeys | undefined, hasLasts = false) {
    this.keys = stored?.keys ?? new Float64Array(16);
    this.heads = stored?.heads ?? new Uint32Array(16);
    this.tails = stored?.tails ?? new Uint32Array(16);
    this.counts = stored?.counts ?? new Uint32Array(16);
    if (hasLasts) this.lasts = stored?.lasts ?? new Uint32Array(16);
    for (const key of this.keys) if (key !== 0) this.#size++;
  }

  get memoryBytes(): number {
    return this.keys.length * (this.lasts ? 24 : 20);
  }

  /** The cell of the key, or an empty one, whose count is 0. */
  find(key: number): number {
    const keys = this.keys;
    const last = keys.length - 1;
    // A key is stored plus one, so that 0 can mean an empty cell.
    const stored = key + 1;
    let cell = (key ^ (key / 65_536)) & last;
    while (keys[cell] !== 0 && keys[cell] !== stored) cell = (cell + 1) & last;
    return cell;
  }

  /** The cell of the key, which is in the table from now on. */
  insert(key: number): number {
    if ((this.#size + 1) * 4 > this.keys.length * 3) this.#rehash();
    const cell = this.find(key);
    if (this.keys[cell] === 0) {
      this.keys[cell] = key + 1;
      this.#size++;
    }
    return cell;
  }

  /** Those that are there now, whatever is added while they are gone through. */
  *all(): Iterable<number> {
    for (const key of this.keys.slice()) if (key !== 0) yield key - 1;
  }

  /** A copy, in which what is added later does not show. */
  frozen(): StoredKeys {
    return {
      keys: this.keys.slice(),
      heads: this.heads.slice(),
      tails: this.tails.slice(),
      counts: this.counts.slice(),
      ...(this.lasts && { lasts: this.lasts.slice() }),
    };
  }

  #rehash(): void {
    const { keys, heads, tails, counts, lasts } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.heads = new Uint32Array(this.keys.length);
    this.tails = new Uint32Array(this.keys.length);
    this.counts = new Uint32Array(this.keys.length);
    if (lasts) this.lasts = new Uint32Array(this.keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] === 0) continue;
      const cell = this.find(keys[i]! - 1);
      this.keys[cell] = keys[i]!;
      this.heads[cell] = heads[i]!;
      this.tails[cell] = tails[i]!;
      this.counts[cell] = counts[i]!;
      if (lasts) this.lasts![cell] = lasts[i]!;
    }
  }
}

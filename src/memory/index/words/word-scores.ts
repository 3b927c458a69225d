import { BestRows } from '../best-rows.ts';
import { withRoom } from '../growing.ts';

/** A word of the query: what it is worth at most, and the rows that hold it, each as `row * 256 + count`, in rising order. */
export interface WeighedWord {
  weight: number;
  count: number;
  /** Valid until the next call of any word's, and the caller's to change. */
  postings(): Uint32Array;
}

/** How the length of a row lessens the worth of a word in it: `count / (count + fixed + perWord * length)`. */
export interface LengthNorm {
  fixed: number;
  perWord: number;
  lengths: Uint16Array;
}

export interface SoughtRows {
  rowCount: number;
  /** A 1 for each row that may be found; undefined when all may. */
  wanted: Uint8Array | undefined;
  /** The same rows as a list in rising order, where they are few. */
  only: Uint32Array | undefined;
  k: number;
  /** Wanted rows whose scores are needed whatever they are. */
  also: Uint32Array;
}

/** Asking a sorted list about one row costs about as much as adding up this many of its values. */
const lookUpCost = 8;
const blockBits = 8;

/**
 * Adds up what the words of a query are worth, row by row. The weightiest words come first; when those that are left together could not lift another row
 * among the best, only the rows that still can are looked up in their lists, which are the longest by far. What a row gets does not depend on that.
 */
export class WordScores {
  #scores: Float32Array = new Float32Array(0);
  /** A 1 for each block of 256 rows in which a score is not 0: the rest need not be looked at or cleared. */
  #blocks: Uint8Array = new Uint8Array(0);

  get memoryBytes(): number {
    return this.#scores.byteLength + this.#blocks.byteLength;
  }

  /** By row; right for the rows that `best` gave and those it was asked for also, until it is called again. */
  get byRow(): Float32Array {
    return this.#scores;
  }

  /** The `k` best of the wanted rows. */
  best(words: readonly WeighedWord[], norm: LengthNorm, sought: SoughtRows): Uint32Array {
    const { rowCount, wanted, only, k, also } = sought;
    this.#clear(rowCount);
    const ordered = words.toSorted((a, b) => b.weight - a.weight);
    const reachable = ordered.reduce((sum, { weight }) => sum + weight, 0);
    // Signs alone, such as "?": no row holds a share of no words.
    if (reachable === 0) return new Uint32Array(0);
    // Whoever asked for these may go on to change their scores.
    this.#mark(also);
    let rest = reachable;
    let left = ordered.reduce((sum, { count }) => sum + count, 0);
    let candidates = only && only.length * lookUpCost * ordered.length < left ? only : undefined;
    if (candidates) this.#mark(candidates);
    let tried = candidates !== undefined;
    for (const [i, word] of ordered.entries()) {
      // Looking for candidates reads all scores, so it pays before long lists only, and when they are many.
      if (!tried && word.count * 8 > rowCount && left > rowCount) {
        tried = true;
        const few = left / (lookUpCost * (ordered.length - i)) - also.length;
        candidates = this.#candidates(rest, k, also, few);
      }
      if (candidates) this.#lookUp(word, norm, candidates);
      else this.#addAll(word, norm, wanted);
      rest -= word.weight;
      left -= word.count;
    }
    const best = candidates ? this.#bestOf(candidates, k, wanted) : this.#bestOfAll(k).rows;
    for (const row of candidates ?? union(best, also)) this.#scores[row]! /= reachable;
    return best;
  }

  #mark(rows: Uint32Array): void {
    for (let i = 0; i < rows.length; i++) this.#blocks[rows[i]! >>> blockBits] = 1;
  }

  #clear(rowCount: number): void {
    for (let block = 0; block < this.#blocks.length; block++) {
      if (this.#blocks[block] === 1) this.#scores.fill(0, block << blockBits, (block + 1) << blockBits);
    }
    this.#blocks.fill(0);
    this.#scores = withRoom(this.#scores, rowCount);
    this.#blocks = withRoom(this.#blocks, (this.#scores.length >> blockBits) + 1);
  }

  #addAll(
    { weight, postings }: WeighedWord,
    { fixed, perWord, lengths }: LengthNorm,
    wanted: Uint8Array | undefined,
  ): void {
    const list = wanted ? keepWanted(postings(), wanted) : postings();
    const [scores, blocks] = [this.#scores, this.#blocks];
    for (let i = 0; i < list.length; i++) {
      const posting = list[i]!;
      const row = posting >>> 8;
      const times = posting & 255;
      blocks[row >>> blockBits] = 1;
      scores[row]! += (weight * times) / (times + fixed + perWord * lengths[row]!);
    }
  }

  #bestOfAll(k: number): BestRows {
    const best = new BestRows(k);
    const [scores, blocks] = [this.#scores, this.#blocks];
    let least = 0;
    for (let block = 0; block < blocks.length; block++) {
      if (blocks[block] === 0) continue;
      const end = Math.min(scores.length, (block + 1) << blockBits);
      for (let row = block << blockBits; row < end; row++) {
        if (scores[row]! <= least) continue;
        best.offer(row, scores[row]!);
        least = best.least;
      }
    }
    return best;
  }

  #bestOf(rows: Uint32Array, k: number, wanted: Uint8Array | undefined): Uint32Array {
    const best = new BestRows(k);
    for (let i = 0; i < rows.length; i++) {
      const [row, score] = [rows[i]!, this.#scores[rows[i]!]!];
      // A row that was only asked for may be one that was not wanted, or one without any of the words.
      if (score > 0 && (!wanted || wanted[row] === 1)) best.offer(row, score);
    }
    return best.rows;
  }

  /**
   * The rows that can still be among the best when `rest` is left to gain, and those that were asked for, in rising order. Undefined when any row can, or when
   * there are more than `few`.
   */
  #candidates(rest: number, k: number, also: Uint32Array, few: number): Uint32Array | undefined {
    // A little less than the least of the best, for sums of floats are not exact.
    const least = this.#bestOfAll(k).least * 0.9999;
    if (rest >= least) return undefined;
    const [scores, blocks] = [this.#scores, this.#blocks];
    const kept: number[] = [];
    for (let block = 0; block < blocks.length; block++) {
      if (blocks[block] === 0) continue;
      const end = Math.min(scores.length, (block + 1) << blockBits);
      for (let row = block << blockBits; row < end; row++) if (scores[row]! + rest >= least) kept.push(row);
      if (kept.length > few) return undefined;
    }
    for (const row of also) if (scores[row]! + rest < least) kept.push(row);
    return Uint32Array.from(kept).sort();
  }

  #lookUp(
    { weight, postings }: WeighedWord,
    { fixed, perWord, lengths }: LengthNorm,
    rows: Uint32Array,
  ): void {
    const list = postings();
    let at = 0;
    for (let i = 0; i < rows.length && at < list.length; i++) {
      const row = rows[i]!;
      at = firstFrom(list, row * 256, at);
      const posting = list[at]!;
      if (at === list.length || posting >>> 8 !== row) continue;
      const times = posting & 255;
      this.#scores[row]! += (weight * times) / (times + fixed + perWord * lengths[row]!);
    }
  }
}

/** In place, and without a branch: of a wide mask nobody can foresee the next byte. */
function keepWanted(list: Uint32Array, wanted: Uint8Array): Uint32Array {
  let kept = 0;
  for (let i = 0; i < list.length; i++) {
    const posting = list[i]!;
    list[kept] = posting;
    kept += wanted[posting >>> 8]!;
  }
  return list.subarray(0, kept);
}

/** Where the first value that is not less than `target` stands, from `start` on: in growing steps, then by halves. */
function firstFrom(list: Uint32Array, target: number, start: number): number {
  let low = start;
  let high = start;
  for (let step = 1; high < list.length && list[high]! < target; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, list.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

function union(a: Uint32Array, b: Uint32Array): Set<number> {
  const rows = new Set(a);
  for (const row of b) rows.add(row);
  return rows;
}

import { BestRows } from '../../best-rows.ts';
import { withRoom } from '../../columns/growing.ts';
import { rowUnion } from '../../postings/row-union.ts';

/** A word of the query: what it is worth at most, and the rows that hold it, each as `row * 256 + count`, in rising order. */
export interface WeighedWord {
  weight: number;
  count: number;
  /** Valid until the next call of any word's, and the caller's to change. */
  postings(): Uint32Array;
  /** Calls `found` for those of some rows, in rising order, that hold it: with the position of the row, and how often it does. */
  lookUp(rows: Uint32Array, found: (position: number, times: number) => void): void;
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

/** The best rows, and the rows whose scores are right: those that were asked for also, and behind them the others of the best. */
export interface BestByWords {
  rows: Uint32Array;
  scored: Uint32Array;
}

/** Asking a sorted list about one row costs about as much as adding up this many of its values. */
const lookUpCost = 8;
/** Looking through the scores for those that can still be among the best costs about as much as adding up so many times as many values. */
const tryCost = 2;

/**
 * Adds up what the words of a query are worth, row by row. The weightiest words come first; when those that are left together could not lift another row
 * among the best, only the rows that still can are looked up in their lists, which are the longest by far. What a row gets does not depend on that.
 */
export class WordScores {
  #scores: Float32Array = new Float32Array();
  /** The rows whose scores may not be 0, some more than once: the others need not be looked at or cleared. */
  #touched: Uint32Array = new Uint32Array(64);
  #touchedCount = 0;
  readonly #best = new BestRows(0);

  get memoryBytes(): number {
    return this.#scores.byteLength + this.#touched.byteLength + this.#best.memoryBytes;
  }

  /** By row; right for the rows that `best` gave and those it was asked for also, until it is called again. */
  get byRow(): Float32Array {
    return this.#scores;
  }

  /** The `k` best of the wanted rows, valid until it is called again. */
  best(words: readonly WeighedWord[], norm: LengthNorm, sought: SoughtRows): BestByWords {
    const { rowCount, wanted, only, k, also } = sought;
    this.#clear(rowCount);
    const ordered = words.toSorted((a, b) => b.weight - a.weight);
    const reachable = ordered.reduce((sum, { weight }) => sum + weight, 0);
    // Punctuation alone, such as "?": no row holds a share of no words.
    if (reachable === 0) return { rows: new Uint32Array(), scored: also };
    // Whoever asked for these may go on to change their scores.
    this.#touch(also);
    let rest = reachable;
    let left = ordered.reduce((sum, { count }) => sum + count, 0);
    let candidates = only && only.length * lookUpCost * ordered.length < left ? only : undefined;
    if (candidates) this.#touch(candidates);
    let [read, readThen] = [0, 0];
    for (const [i, word] of ordered.entries()) {
      // Looking for candidates reads the scores of all rows so far, so it pays where more is left, and where rows of the words so far can be ahead of all others.
      if (!candidates && read > readThen * 2 && rest < reachable - rest && left > read * tryCost) {
        readThen = read;
        const few = left / (lookUpCost * (ordered.length - i)) - also.length;
        candidates = this.#candidates(rest, k, also, few);
      }
      if (candidates) this.#lookUp(word, norm, candidates);
      else this.#addAll(word, norm, wanted);
      rest -= word.weight;
      left -= word.count;
      read += word.count;
    }
    const rows = candidates ? this.#bestOf(candidates, k, wanted) : this.#bestOfAll(k).rows;
    const scored = rowUnion(also, rows);
    const added = candidates ?? scored;
    for (let i = 0; i < added.length; i++) this.#scores[added[i]!]! /= reachable;
    return { rows, scored };
  }

  /** Scores that were found elsewhere. */
  take(rowCount: number, rows: Uint32Array, scores: Float32Array): void {
    this.#clear(rowCount);
    this.#touch(rows);
    for (let i = 0; i < rows.length; i++) this.#scores[rows[i]!] = scores[i]!;
  }

  #touch(rows: Uint32Array): void {
    this.#touched = withRoom(this.#touched, this.#touchedCount + rows.length);
    this.#touched.set(rows, this.#touchedCount);
    this.#touchedCount += rows.length;
  }

  #clear(rowCount: number): void {
    const [scores, touched] = [this.#scores, this.#touched];
    for (let i = 0; i < this.#touchedCount; i++) scores[touched[i]!] = 0;
    this.#touchedCount = 0;
    this.#scores = withRoom(scores, rowCount);
  }

  #addAll(
    { weight, postings }: WeighedWord,
    { fixed, perWord, lengths }: LengthNorm,
    wanted: Uint8Array | undefined,
  ): void {
    const list = wanted ? keepWanted(postings(), wanted) : postings();
    this.#touched = withRoom(this.#touched, this.#touchedCount + list.length);
    const [scores, touched, first] = [this.#scores, this.#touched, this.#touchedCount];
    for (let i = 0; i < list.length; i++) {
      const posting = list[i]!;
      const row = posting >>> 8;
      const times = posting & 255;
      touched[first + i] = row;
      scores[row]! += (weight * times) / (times + fixed + perWord * lengths[row]!);
    }
    this.#touchedCount += list.length;
  }

  #bestOfAll(k: number): BestRows {
    const best = this.#best.restart(k);
    const [scores, touched] = [this.#scores, this.#touched];
    const offered: number[] = [];
    let least = 0;
    for (let i = 0; i < this.#touchedCount; i++) {
      const row = touched[i]!;
      const score = scores[row]!;
      if (score < least || score <= 0 || !best.offer(row, score)) continue;
      least = best.least;
      // It may come again, and must not be taken twice.
      scores[row] = -score;
      offered.push(row);
    }
    this.#turnBack(offered);
    return best;
  }

  #turnBack(rows: readonly number[]): void {
    for (const row of rows) this.#scores[row] = -this.#scores[row]!;
  }

  #bestOf(rows: Uint32Array, k: number, wanted: Uint8Array | undefined): Uint32Array {
    const best = this.#best.restart(k);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const score = this.#scores[row]!;
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
    const [scores, touched] = [this.#scores, this.#touched];
    const kept: number[] = [];
    for (let i = 0; i < this.#touchedCount && kept.length <= few; i++) {
      const row = touched[i]!;
      // Below zero where it was kept before.
      if (scores[row]! + rest < least) continue;
      kept.push(row);
      scores[row] = -scores[row]!;
    }
    this.#turnBack(kept);
    if (kept.length > few) return undefined;
    for (const row of also) if (scores[row]! + rest < least) kept.push(row);
    return Uint32Array.from(kept).sort();
  }

  #lookUp({ weight, lookUp }: WeighedWord, { fixed, perWord, lengths }: LengthNorm, rows: Uint32Array): void {
    const scores = this.#scores;
    lookUp(rows, (i, times) => {
      const row = rows[i]!;
      scores[row]! += (weight * times) / (times + fixed + perWord * lengths[row]!);
    });
  }
}

/** In place, and without a branch: of a wide mask nobody can foresee the next byte. Rows that were added after the mask was made, at the end of the list, are not wanted. */
function keepWanted(list: Uint32Array, wanted: Uint8Array): Uint32Array {
  let known = list.length;
  while (known > 0 && list[known - 1]! >>> 8 >= wanted.length) known--;
  let kept = 0;
  for (let i = 0; i < known; i++) {
    const posting = list[i]!;
    list[kept] = posting;
    kept += wanted[posting >>> 8]!;
  }
  return list.subarray(0, kept);
}

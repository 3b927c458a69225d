import { withRoom } from '../growing.ts';
import { hash53 } from '../hash.ts';
import type { Steps } from '../steps.ts';
import { functionWords as allFunctionWords } from './function-words.ts';

export interface StoredSequences {
  words: Uint16Array;
  /** Where each row begins. */
  starts: Uint32Array;
}

/** A pair of words that stand next to each other in the query, and what it is worth. */
export interface WeighedPair {
  first: number;
  second: number;
  weight: number;
}

/**
 * The words of each row in their order, as hashes of 16 bits: enough to see whether two words of a query stand next to each other in a row as well, which says
 * more than that both occur somewhere. A tenth of the memory of lists of pairs.
 */
export class WordSequences {
  #words: Uint16Array;
  #starts: Uint32Array;
  #rows: number;
  #used: number;

  constructor(stored?: StoredSequences) {
    this.#words = stored?.words ?? new Uint16Array(64);
    this.#starts = stored?.starts ?? new Uint32Array(16);
    this.#rows = stored?.starts.length ?? 0;
    this.#used = stored?.words.length ?? 0;
  }

  get memoryBytes(): number {
    return this.#words.byteLength + this.#starts.byteLength;
  }

  /** Adds the next row, by the hashes of 53 bits of its words. */
  append(hashes: readonly number[]): void {
    this.#starts = withRoom(this.#starts, this.#rows + 1);
    this.#starts[this.#rows++] = this.#used;
    this.#words = withRoom(this.#words, this.#used + hashes.length);
    for (let i = 0; i < hashes.length; i++) this.#words[this.#used++] = hashes[i]! & 0xffff;
  }

  /** Tells of each pair that a row holds, and how often. No two pairs are of the same words. Rows with a score of 0 hold none of the words, and are not looked at. */
  findPairs(
    pairs: readonly WeighedPair[],
    { rows, scores }: { rows: Uint32Array; scores: Float32Array },
    found: (row: number, weight: number, count: number) => void,
  ): void {
    if (pairs.length === 0) return;
    // Most words of a row begin no pair: one look says so. For the others, the first of the pairs whose first word ends alike, plus one, and for each pair the next such.
    const begins = new Uint32Array(256);
    const next = new Uint32Array(pairs.length);
    const firsts = new Uint16Array(pairs.length);
    const seconds = new Uint16Array(pairs.length);
    for (let p = 0; p < pairs.length; p++) {
      const { first, second } = pairs[p]!;
      next[p] = begins[first & 255]!;
      begins[first & 255] = p + 1;
      firsts[p] = first;
      seconds[p] = second;
    }
    const counts = new Uint16Array(pairs.length);
    const [words, starts] = [this.#words, this.#starts];
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      if (scores[row] === 0) continue;
      const last = this.#endOf(row) - 1;
      let any = false;
      for (let i = starts[row]!; i < last; i++) {
        const word = words[i]!;
        for (let p = begins[word & 255]!; p > 0; p = next[p - 1]!) {
          if (firsts[p - 1] !== word || seconds[p - 1] !== words[i + 1]) continue;
          counts[p - 1]!++;
          any = true;
        }
      }
      if (!any) continue;
      for (let p = 0; p < pairs.length; p++) if (counts[p]! > 0) found(row, pairs[p]!.weight, counts[p]!);
      counts.fill(0);
    }
  }

  of(row: number): Uint16Array {
    return this.#words.subarray(this.#starts[row]!, this.#endOf(row));
  }

  /** The content words of a row, each once and in rising order. */
  contentWords(row: number): Uint16Array {
    const words = sorted(this.#words.slice(this.#starts[row]!, this.#endOf(row)));
    let kept = 0;
    for (let i = 0; i < words.length; i++) {
      if ((i > 0 && words[i] === words[i - 1]) || functionWords[words[i]!] === 1) continue;
      words[kept++] = words[i]!;
    }
    return words.subarray(0, kept);
  }

  #endOf(row: number): number {
    return row + 1 < this.#rows ? this.#starts[row + 1]! : this.#used;
  }

  /** Without the rows that `newRows` maps to nothing, nor those after its end. It may be added to between the steps. */
  *compacted(newRows: Int32Array): Steps<StoredSequences> {
    const kept = new WordSequences();
    for (let row = 0; row < newRows.length; row++) {
      yield 1;
      if (newRows[row]! < 0) continue;
      const start = this.#starts[row]!;
      const words = this.#words.subarray(start, this.#endOf(row));
      kept.#starts = withRoom(kept.#starts, kept.#rows + 1);
      kept.#starts[kept.#rows++] = kept.#used;
      kept.#words = withRoom(kept.#words, kept.#used + words.length);
      kept.#words.set(words, kept.#used);
      kept.#used += words.length;
    }
    return kept.stored();
  }

  stored(): StoredSequences {
    return { words: this.#words.subarray(0, this.#used), starts: this.#starts.subarray(0, this.#rows) };
  }
}

/** The share of the content words of the shorter of two rows that the other holds too, 0 to 1. */
export function overlap(a: Uint16Array, b: Uint16Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) shared++;
    if (a[i]! <= b[j]!) i++;
    else j++;
  }
  return shared / Math.max(1, Math.min(a.length, b.length));
}

/** In place. A few words are put in order more quickly than the engine's own sort begins. */
function sorted(words: Uint16Array): Uint16Array {
  if (words.length > 32) return words.sort();
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    let at = i;
    for (; at > 0 && words[at - 1]! > word; at--) words[at] = words[at - 1]!;
    words[at] = word;
  }
  return words;
}

/** A 1 for each hash that a function word has. */
const functionWords = new Uint8Array(65_536);
for (const word of allFunctionWords) functionWords[hash16(word)] = 1;

/** What a word is in a sequence. */
export function hash16(word: string): number {
  return hash53(word) & 0xffff;
}

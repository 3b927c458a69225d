import { inShared, withRoom } from '../columns/growing.ts';
import { hash53 } from '../hash.ts';
import type { Steps } from '../steps.ts';
import { functionWords as allFunctionWords } from './function-words.ts';
import type { SequenceColumns } from './matching/word-pairs.ts';

export interface StoredSequences {
  words: Uint16Array;
  /** Where each row begins. */
  starts: Uint32Array;
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

  /** What it holds now, as threads can read it. */
  shared(): SequenceColumns {
    this.#words = inShared(this.#words);
    this.#starts = inShared(this.#starts);
    return this.columns;
  }

  get columns(): SequenceColumns {
    return { words: this.#words, starts: this.#starts, rows: this.#rows, used: this.#used };
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

/** Which of some words a row holds: a bit for each of them, 31 at most. */
export function heldOf(words: readonly number[], row: Uint16Array): number {
  let held = 0;
  for (let i = 0; i < words.length; i++) if (row.includes(words[i]!)) held |= 1 << i;
  return held;
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

import { isFunctionWord } from './function-words.ts';
import { withRoom } from './growing.ts';
import { hash53 } from './hash.ts';
import { PostingLists, type StoredPostings } from './posting-lists.ts';
import { wordsOf } from './words.ts';

export interface StoredLexical {
  postings: StoredPostings;
  lengths: Uint16Array;
}

/** Rows that share a word with the query, in no order, and their scores from 0 to 1. Valid until the next query. */
export interface LexicalMatches {
  rows: Uint32Array;
  /** By row; 0 for a row that shares nothing. */
  scores: Float32Array;
}

// Measured on the development sets: passages are short, so a second occurrence says little and length is weighed lightly.
const k1 = 0.9;
const b = 0.4;
/** Words like "what" and "the" carry little of a question's meaning, but something where two entries are otherwise alike. */
const functionWordWeight = 0.2;
const maxRows = 2 ** 24;

/**
 * BM25 over the passages of one namespace, divided by the best score that the query could reach: 1 would be a passage that holds every word of the query
 * to saturation. Words that the namespace has never seen count in the divisor, so that a query which is half strange scores half at most.
 * Words are kept as hashes only.
 */
export class LexicalIndex {
  readonly #postings: PostingLists;
  #lengths: Uint16Array;
  #rows: number;
  #liveRows = 0;
  #liveLength = 0;
  /** A 1 for each row that is still there; undefined while all are. */
  #alive: Uint8Array | undefined;
  #scores = new Float32Array(0);
  #touched: Uint32Array = new Uint32Array(0);
  #matched: Uint32Array = new Uint32Array(0);

  constructor(stored?: StoredLexical) {
    this.#postings = new PostingLists(stored?.postings);
    this.#lengths = stored?.lengths ?? new Uint16Array(64);
    this.#rows = stored?.lengths.length ?? 0;
    this.#liveRows = this.#rows;
    for (let row = 0; row < this.#rows; row++) this.#liveLength += this.#lengths[row]!;
  }

  get memoryBytes(): number {
    return (
      this.#postings.memoryBytes +
      this.#lengths.byteLength +
      this.#scores.byteLength +
      this.#touched.byteLength
    );
  }

  /** Adds the next row. */
  append(text: string): void {
    const row = this.#rows++;
    if (row >= maxRows) throw new Error('A namespace holds at most 16 million passages.');
    const words = wordsOf(text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) this.#postings.add(hash53(word), row * 256 + Math.min(count, 255));
    this.#lengths = withRoom(this.#lengths, this.#rows);
    this.#lengths[row] = Math.min(words.length, 65_535);
    if (this.#alive) {
      this.#alive = withRoom(this.#alive, this.#rows);
      this.#alive[row] = 1;
    }
    this.#liveRows++;
    this.#liveLength += this.#lengths[row]!;
  }

  /** The row stays in the lists; it just no longer counts in the statistics. */
  kill(row: number): void {
    this.#alive ??= new Uint8Array(this.#rows).fill(1);
    this.#alive[row] = 0;
    this.#liveRows--;
    this.#liveLength -= this.#lengths[row]!;
  }

  /**
   * The rows that share a word with the query, of those that `selected` marks. The statistics are those of the whole namespace, so
   * that a filter narrows the results but does not change their scores.
   */
  match(query: string, selected: Uint8Array | undefined): LexicalMatches {
    for (const row of this.#matched) this.#scores[row] = 0;
    this.#scores = withRoom(this.#scores, this.#rows);
    const scores = this.#scores;
    const wanted = selected ?? this.#alive;
    const averageLength = this.#liveLength / Math.max(1, this.#liveRows) || 1;
    let reachable = 0;
    let touched = 0;
    for (const word of new Set(wordsOf(query))) {
      const list = this.#postings.read(hash53(word));
      const idf = this.#idf(this.#alive ? countLive(list, this.#alive) : list.length);
      const weight = idf * (isFunctionWord(word) ? functionWordWeight : 1) * (k1 + 1);
      reachable += weight;
      this.#touched = withRoom(this.#touched, touched + list.length);
      const touchedRows = this.#touched;
      const fixed = k1 * (1 - b);
      const perWord = (k1 * b) / averageLength;
      for (let i = 0; i < list.length; i++) {
        const posting = list[i]!;
        const row = posting >>> 8;
        if (wanted && wanted[row] !== 1) continue;
        const count = posting & 255;
        if (scores[row] === 0) touchedRows[touched++] = row;
        scores[row]! += (weight * count) / (count + fixed + perWord * this.#lengths[row]!);
      }
    }
    this.#matched = this.#touched.subarray(0, touched);
    for (const row of this.#matched) scores[row]! /= reachable;
    return { rows: this.#matched, scores };
  }

  /** The same index without the rows that `newRows` maps to nothing. */
  compacted(newRows: Int32Array): LexicalIndex {
    const postings = new PostingLists();
    for (const key of this.#postings.keys()) {
      for (const posting of this.#postings.read(key)) {
        const row = newRows[posting >>> 8]!;
        if (row >= 0) postings.add(key, row * 256 + (posting & 255));
      }
    }
    const lengths = this.#lengths.subarray(0, this.#rows).filter((_, row) => newRows[row]! >= 0);
    return new LexicalIndex({ postings: postings.stored(), lengths });
  }

  stored(): StoredLexical {
    return { postings: this.#postings.stored(), lengths: this.#lengths.subarray(0, this.#rows) };
  }

  #idf(rowsWithWord: number): number {
    return Math.log(1 + (this.#liveRows - rowsWithWord + 0.5) / (rowsWithWord + 0.5));
  }
}

function countLive(list: Uint32Array, alive: Uint8Array): number {
  let live = 0;
  for (let i = 0; i < list.length; i++) live += alive[list[i]! >>> 8]!;
  return live;
}

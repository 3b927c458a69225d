import { withRoom } from '../../columns/growing.ts';
import { type ListPlace, lookUpInList, readList } from '../../postings/list-reads.ts';
import { findPairs, type SequenceColumns, type WeighedPair } from './word-pairs.ts';
import { type BestByWords, type SoughtRows, type WeighedWord, WordScores } from './word-scores.ts';

/** What the words of a namespace lie in. It is only ever added to, so that any thread can read what a plan is about. */
export interface WordColumns {
  /** The lists of postings. */
  pool: Uint32Array;
  /** How many words each row has. */
  lengths: Uint16Array;
  sequences: SequenceColumns;
}

/** A word of a query: where the list of its rows is, and what it is worth at most. */
export interface PlannedWord extends ListPlace {
  weight: number;
}

/** What is looked for, by the statistics of the namespace at one moment. */
export interface WordPlan {
  words: readonly PlannedWord[];
  pairs: readonly WeighedPair[];
  /** As in `LengthNorm`. */
  fixed: number;
  perWord: number;
  rowCount: number;
}

/** Finds the best rows by their words; the same on every thread. */
export class WordMatcher {
  readonly #scores = new WordScores();
  #scratch: Uint32Array = new Uint32Array(1_024);

  get memoryBytes(): number {
    return this.#scores.memoryBytes + this.#scratch.byteLength;
  }

  /** By row; right for the rows that `match` gave and those it was asked for also, until it is called again. */
  get byRow(): Float32Array {
    return this.#scores.byRow;
  }

  match(plan: WordPlan, columns: WordColumns, sought: Omit<SoughtRows, 'rowCount'>): BestByWords {
    const { fixed, perWord, rowCount } = plan;
    const { lengths, sequences } = columns;
    const words = plan.words.map((word) => this.#weighed(columns.pool, word));
    const found = this.#scores.best(words, { fixed, perWord, lengths }, { ...sought, rowCount });
    const scores = this.#scores.byRow;
    // Words that stand next to each other as in the query lift the scores of their rows; never above 1.
    findPairs(sequences, plan.pairs, { rows: found.scored, scores }, (row, weight, count) => {
      const worth = (weight * count) / (count + fixed + perWord * lengths[row]!);
      scores[row] = Math.min(1, scores[row]! + worth);
    });
    return found;
  }

  /** Takes over the scores that another thread found. */
  take(rowCount: number, rows: Uint32Array, scores: Float32Array): void {
    this.#scores.take(rowCount, rows, scores);
  }

  #weighed(pool: Uint32Array, word: PlannedWord): WeighedWord {
    return {
      weight: word.weight,
      count: word.count,
      postings: () => {
        this.#scratch = withRoom(this.#scratch, word.count);
        readList(pool, word, this.#scratch);
        return this.#scratch.subarray(0, word.count);
      },
      lookUp: (rows, found) => lookUpInList(pool, word, rows, 256, (i, posting) => found(i, posting & 255)),
    };
  }
}

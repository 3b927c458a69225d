import { inShared, withRoom } from '../columns/growing.ts';
import { hash53 } from '../hash.ts';
import { DeadRows } from '../postings/dead-rows.ts';
import { PostingLists, type StoredPostings } from '../postings/posting-lists.ts';
import type { Steps } from '../steps.ts';
import { isFunctionWord } from './function-words.ts';
import { type PlannedWord, type WordColumns, WordMatcher, type WordPlan } from './matching/match-words.ts';
import type { WeighedPair } from './matching/word-pairs.ts';
import { knownSpellings } from './scripts/known-spellings.ts';
import { hash16, type StoredSequences, WordSequences } from './word-sequences.ts';
import { codeWeight, importanceOf, isCode } from './word-worth.ts';
import { wordsOf } from './words.ts';

export interface StoredLexical {
  postings: StoredPostings;
  lengths: Uint16Array;
  sequences: StoredSequences;
}

/** The words of a query as they are written, and in the spelling in which the namespace holds them. */
interface AskedWords {
  query: string;
  written: readonly string[];
  spelt: readonly string[];
}

/** A 1 for each selected row, or undefined when all are; and where they are few, the same as a list in rising order. */
export interface SelectedRows {
  mask?: Uint8Array | undefined;
  list?: Uint32Array | undefined;
}

/** The words of a query as planned, and what lies in the namespace for them. */
export interface AskedOfThread {
  plan: QueryPlan;
  columns: WordColumns;
}

interface QueryPlan extends WordPlan {
  /** As in `LexicalMatches`. */
  contentWords: number;
  codes: number;
}

/** What a thread found. */
export interface FoundByWords {
  rows: Uint32Array;
  scored: Uint32Array;
  /** Of the scored rows, in their order. */
  scores: Float32Array;
}

/** The best rows by their words, in no order. Valid until the next query. */
export interface LexicalMatches {
  rows: Uint32Array;
  /** The rows that were asked for also, and behind them the others of the best. */
  scored: Uint32Array;
  /** From 0 to 1, by row; right for the best rows and for those that were asked for also. */
  scores: Float32Array;
  /** How many different words of the query say what it is about. */
  contentWords: number;
  /** The share of the query's worth that is in numbers and codes which the namespace holds. */
  codes: number;
}

// Measured on the development sets: passages are short, so a second occurrence says little and length is weighed lightly.
const k1 = 0.9;
const b = 0.4;
/** Two words side by side, as in the query, are worth this much more than apart. */
const pairWeight = 0.3;
/** Asking a list about one row costs about as much as looking at so many of its own. */
const deadLookUpCost = 16;
const maxRows = 2 ** 24;
const fewWords = 32;
const noRows = new Uint32Array();

/**
 * BM25 over the passages of one namespace, divided by the best score that the query could reach: 1 would be a passage that holds every word of the query
 * to saturation. Words that the namespace has never seen count in the divisor, so that a query which is half strange scores half at most.
 * Words are kept as hashes only.
 */
export class LexicalIndex {
  readonly #postings: PostingLists;
  readonly #sequences: WordSequences;
  #lengths: Uint16Array;
  #rows: number;
  #liveRows: number;
  #liveLength = 0;
  /** A 1 for each row that is still there; undefined while all are. */
  #alive: Uint8Array | undefined;
  readonly #dead = new DeadRows();
  readonly #matcher = new WordMatcher();
  /** Used again for each row. */
  readonly #few = {
    lasts: new Uint8Array(128),
    before: new Uint8Array(fewWords),
    times: new Uint8Array(fewWords),
  };
  /** The words of the last query: one search asks for them several times. */
  #asked: AskedWords | undefined;

  constructor(stored?: StoredLexical) {
    this.#postings = new PostingLists(stored?.postings);
    this.#sequences = new WordSequences(stored?.sequences);
    this.#lengths = stored?.lengths ?? new Uint16Array(64);
    this.#rows = stored?.lengths.length ?? 0;
    this.#liveRows = this.#rows;
    for (let row = 0; row < this.#rows; row++) this.#liveLength += this.#lengths[row]!;
  }

  get memoryBytes(): number {
    return (
      this.#postings.memoryBytes +
      this.#sequences.memoryBytes +
      this.#lengths.byteLength +
      this.#dead.memoryBytes +
      this.#matcher.memoryBytes
    );
  }

  /** Adds the next row, of these words. */
  append(words: readonly string[]): void {
    this.appendHashes(words.map(hash53));
  }

  /** Adds the next row, by the hashes of its words. */
  appendHashes(hashes: readonly number[]): void {
    this.#asked = undefined;
    const row = this.#rows++;
    if (row >= maxRows) throw new Error('A namespace holds at most 16 million passages.');
    this.#addPostings(row, hashes);
    this.#sequences.append(hashes);
    this.#lengths = withRoom(this.#lengths, this.#rows);
    this.#lengths[row] = Math.min(hashes.length, 65_535);
    if (this.#alive) {
      this.#alive = withRoom(this.#alive, this.#rows);
      this.#alive[row] = 1;
    }
    this.#liveRows++;
    this.#liveLength += this.#lengths[row]!;
  }

  /** Each word once, in the order in which they come first. Few words are counted more quickly in a small table than by a map. */
  #addPostings(row: number, hashes: readonly number[]): void {
    if (hashes.length > fewWords) {
      const counts = new Map<number, number>();
      for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
      for (const [hash, count] of counts) this.#postings.add(hash, row * 256 + Math.min(count, 255));
      return;
    }
    // For each end of a hash the last word that has it, plus one; and for each word how often it occurs, and the word before it that ends alike.
    const { lasts, before, times } = this.#few;
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i]!;
      let same = lasts[hash & 127]!;
      while (same > 0 && hashes[same - 1] !== hash) same = before[same - 1]!;
      times[i] = same > 0 ? 0 : 1;
      if (same > 0) {
        times[same - 1]!++;
        continue;
      }
      before[i] = lasts[hash & 127]!;
      lasts[hash & 127] = i + 1;
    }
    for (let i = 0; i < hashes.length; i++) {
      lasts[hashes[i]! & 127] = 0;
      if (times[i]! > 0) this.#postings.add(hashes[i]!, row * 256 + times[i]!);
    }
  }

  /** The row stays in the lists; it just no longer counts in the statistics. */
  kill(row: number): void {
    this.#alive ??= new Uint8Array(this.#rows).fill(1);
    this.#alive[row] = 0;
    this.#dead.add(row);
    this.#liveRows--;
    this.#liveLength -= this.#lengths[row]!;
  }

  /**
   * The `k` selected rows that share most with the query. The statistics are those of the whole namespace, so that a filter narrows the results but does not
   * change their scores. Of the rows in `also` the scores are there too.
   */
  match(
    query: string,
    k: number,
    { mask, list }: SelectedRows = {},
    also: Uint32Array = noRows,
  ): LexicalMatches {
    const plan = this.#plan(query);
    const columns = { ...this.#columns(), sequences: this.#sequences.columns };
    const sought = { wanted: mask ?? this.#alive, only: list, k, also };
    const { rows, scored } = this.#matcher.match(plan, columns, sought);
    return this.#matches(plan, rows, scored);
  }

  /** What a thread needs to do the same. Undefined where rows are dead and no mask says which. */
  ask(query: string, { mask }: SelectedRows): AskedOfThread | undefined {
    if (this.#alive && !mask) return undefined;
    this.#lengths = inShared(this.#lengths);
    const pool = this.#postings.shared();
    return {
      plan: this.#plan(query),
      columns: { ...this.#columns(), pool, sequences: this.#sequences.shared() },
    };
  }

  /** What a thread found, as `match` gives it. */
  matched({ plan }: AskedOfThread, { rows, scored, scores }: FoundByWords): LexicalMatches {
    this.#matcher.take(plan.rowCount, scored, scores);
    return this.#matches(plan, rows, scored);
  }

  #matches({ contentWords, codes }: QueryPlan, rows: Uint32Array, scored: Uint32Array): LexicalMatches {
    return { rows, scored, scores: this.#matcher.byRow, contentWords, codes };
  }

  #columns(): Omit<WordColumns, 'sequences'> {
    return { pool: this.#postings.pool, lengths: this.#lengths };
  }

  #plan(query: string): QueryPlan {
    const averageLength = this.#liveLength / Math.max(1, this.#liveRows) || 1;
    const { spelt: asked } = this.#ask(query);
    const words = new Map(Array.from(new Set(asked), (word) => [word, this.#weighed(word)]));
    let contentWords = 0;
    let [reachable, inCodes] = [0, 0];
    for (const [word, { weight, count }] of words) {
      if (!isFunctionWord(word)) contentWords++;
      reachable += weight;
      if (count > 0 && isCode(word)) inCodes += weight;
    }
    return {
      words: [...words.values()],
      pairs: pairsOf(asked, words, reachable),
      fixed: k1 * (1 - b),
      perWord: (k1 * b) / averageLength,
      rowCount: this.#rows,
      contentWords,
      codes: inCodes / (reachable || 1),
    };
  }

  /**
   * For each row the share of the query's words that it holds, 0 to 1, whatever else is in the namespace. Function words count only where the query has no others.
   */
  coverage(query: string, rows: Uint32Array): Float32Array {
    const held = new Float32Array(rows.length);
    let total = 0;
    for (const word of this.contentOf(query)) {
      const worth = isCode(word) ? codeWeight : 1;
      total += worth;
      const key = hash53(word);
      if (this.#postings.count(key) === 0) continue;
      for (let i = 0; i < rows.length; i++) if (this.holds(rows[i]!, key)) held[i]! += worth;
    }
    return total === 0 ? held : held.map((worth) => worth / total);
  }

  /** The words of a query that say what it is about, each once and as the namespace spells them; all of them where none does. */
  contentOf(query: string): string[] {
    const all = [...new Set(this.#ask(query).spelt)];
    const content = all.filter((word) => !isFunctionWord(word));
    return content.length > 0 ? content : all;
  }

  /** Whether a row holds the word of a key. */
  holds(row: number, key: number): boolean {
    const posting = this.#postings.firstFrom(key, row * 256);
    return posting !== undefined && posting >>> 8 === row;
  }

  /** The words of a row in their order, as hashes of 16 bits. */
  sequenceOf(row: number): Uint16Array {
    return this.#sequences.of(row);
  }

  /** The words of the query that a row holds, in the form and the spelling in which they are compared. */
  held(query: string, row: number): string[] {
    return [...new Set(this.#ask(query).spelt)].filter((word) => this.holds(row, hash53(word)));
  }

  /** The words of a query as they are written. */
  wordsOf(query: string): readonly string[] {
    return this.#ask(query).written;
  }

  /** Words of a row. */
  length(row: number): number {
    return this.#lengths[row]!;
  }

  /** The content words of a row, each once and in rising order, to be compared by `overlap`. */
  contentWords(row: number): Uint16Array {
    return this.#sequences.contentWords(row);
  }

  #ask(query: string): AskedWords {
    if (this.#asked?.query !== query) {
      const written = wordsOf(query);
      this.#asked = { query, written, spelt: knownSpellings(written, (key) => this.#postings.count(key)) };
    }
    return this.#asked;
  }

  #weighed(word: string): PlannedWord {
    const key = hash53(word);
    const place = this.#postings.place(key);
    const weight = this.#idf(this.#liveCount(key, place.count)) * importanceOf(word, place.count);
    return { ...place, weight };
  }

  /** How many of the rows that hold a word still count: all but those of the dead that hold it, or where many are dead, those of the list that are alive. */
  #liveCount(key: number, count: number): number {
    if (!this.#alive || count === 0) return count;
    if (this.#dead.count * deadLookUpCost > count) return countLive(this.#postings.read(key), this.#alive);
    let live = count;
    this.#postings.lookUp(key, this.#dead.inOrder(), 256, () => {
      live--;
    });
    return live;
  }

  /** The same index without the rows that `newRows` maps to nothing, nor those after its end. It may be added to between the steps. */
  *compacted(newRows: Int32Array): Steps<LexicalIndex> {
    const postings = new PostingLists();
    const lengths = this.#lengths.subarray(0, newRows.length);
    for (const key of this.#postings.keys()) {
      const list = this.#postings.read(key);
      for (let i = 0; i < list.length; i++) {
        const posting = list[i]!;
        const row = newRows[posting >>> 8] ?? -1;
        if (row >= 0) postings.add(key, row * 256 + (posting & 255));
      }
      yield list.length;
    }
    return new LexicalIndex({
      postings: postings.stored(),
      lengths: lengths.filter((_, row) => newRows[row]! >= 0),
      sequences: yield* this.#sequences.compacted(newRows),
    });
  }

  /** As it is now, whatever is added while it is written. Dead rows are in it, without a mark. */
  frozen(): StoredLexical {
    return {
      postings: this.#postings.frozen(),
      lengths: this.#lengths.subarray(0, this.#rows),
      sequences: this.#sequences.stored(),
    };
  }

  #idf(rowsWithWord: number): number {
    return Math.log(1 + (this.#liveRows - rowsWithWord + 0.5) / (rowsWithWord + 0.5));
  }
}

/** Words that stand next to each other in the query, each pair once. */
function pairsOf(
  asked: readonly string[],
  words: ReadonlyMap<string, PlannedWord>,
  reachable: number,
): WeighedPair[] {
  const pairs = new Map<number, WeighedPair>();
  for (let i = 0; i + 1 < asked.length; i++) {
    const a = words.get(asked[i]!)!;
    const b = words.get(asked[i + 1]!)!;
    if (a.count === 0 || b.count === 0) continue;
    const first = hash16(asked[i]!);
    const second = hash16(asked[i + 1]!);
    const weight = (pairWeight * (a.weight + b.weight)) / 2 / reachable;
    pairs.set(first * 65_536 + second, { first, second, weight });
  }
  return [...pairs.values()];
}

function countLive(list: Uint32Array, alive: Uint8Array): number {
  let live = 0;
  for (let i = 0; i < list.length; i++) live += alive[list[i]! >>> 8]!;
  return live;
}

import type { NearWords } from '../../embedding/near-words.ts';
import { hash53 } from '../hash.ts';
import type { LexicalIndex } from '../words/lexical-index.ts';
import { codeWeight, isCode } from '../words/word-worth.ts';

/** Of a longer query only so many words are looked for in other words as well. */
const mostWords = 32;
/** A word that the table does not have is a name, a rare one or of another language: it counts like one in the middle. */
const worthOfUnknown = 1;

/**
 * For each row the share of what the query is about that it says, 0 to 1, in the same words or in others that mean nearly the same: "the garage" covers some of "the mechanic". Like coverage by the same words it does not
 * depend on what else is stored.
 */
export function nearCoverage(
  words: LexicalIndex,
  table: NearWords,
  query: string,
  rows: Uint32Array,
): Float32Array {
  const asked = words.contentOf(query).map((word, i) => {
    const key = hash53(word);
    const place = i < mostWords ? table.find(key) : undefined;
    const worth =
      (place === undefined ? worthOfUnknown : table.worth(place)) * (isCode(word) ? codeWeight : 1);
    return { key, place, worth };
  });
  const sought = new SoughtWords();
  for (const [i, { key, place }] of asked.entries()) {
    sought.add(key, i, 1);
    if (place !== undefined) table.near(place, (other, likeness) => sought.add(other, i, likeness));
  }
  const total = asked.reduce((sum, { worth }) => sum + worth, 0) || 1;
  const covered = new Float32Array(rows.length);
  const best = new Float32Array(asked.length);
  for (let i = 0; i < rows.length; i++) {
    sought.find(words, rows[i]!, best.fill(0));
    let sum = 0;
    for (let k = 0; k < best.length; k++) sum += best[k]! * asked[k]!.worth;
    covered[i] = sum / total;
  }
  return covered;
}

/** The words that stand for those of a query, found in a row by looking at each of its words once. */
class SoughtWords {
  readonly #keys: number[] = [];
  readonly #askedWords: number[] = [];
  readonly #likeness: number[] = [];
  /** By the last twelve bits of a hash: the last word that has them, plus one; and for each word its last sixteen, and the one before it that ends alike. */
  readonly #lasts = new Uint32Array(4_096);
  readonly #ends: number[] = [];
  readonly #before: number[] = [];

  add(key: number, askedWord: number, likeness: number): void {
    const end = key & 0xffff;
    this.#ends.push(end);
    this.#before.push(this.#lasts[end & 4_095]!);
    this.#lasts[end & 4_095] = this.#keys.push(key);
    this.#askedWords.push(askedWord);
    this.#likeness.push(likeness);
  }

  /** For each word of the query how near the nearest word of the row is. */
  find(words: LexicalIndex, row: number, best: Float32Array): void {
    const sequence = words.sequenceOf(row);
    const lasts = this.#lasts;
    const ends = this.#ends;
    const before = this.#before;
    for (let i = 0; i < sequence.length; i++) {
      const end = sequence[i]!;
      let at = lasts[end & 4_095]!;
      // Most words of a row stand for none of the query.
      if (at === 0) continue;
      for (; at > 0; at = before[at - 1]!) if (ends[at - 1] === end) this.#take(words, row, at - 1, best);
    }
  }

  /** A sequence has 16 bits of each word, which another word may share: the lists of words say which it is. */
  #take(words: LexicalIndex, row: number, at: number, best: Float32Array): void {
    const askedWord = this.#askedWords[at]!;
    const likeness = this.#likeness[at]!;
    if (likeness > best[askedWord]! && words.holds(row, this.#keys[at]!)) best[askedWord] = likeness;
  }
}

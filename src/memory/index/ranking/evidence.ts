import type { ReadableScript } from '../../embedding/calibration.ts';
import { BestRows } from '../best-rows.ts';
import type { Generation } from '../generation.ts';
import type { RowTraits } from '../row-traits.ts';
import type { ScoredRows } from '../vectors/vector-search.ts';
import { languageOf } from '../words/language-likeness.ts';
import type { LexicalMatches } from '../words/lexical-index.ts';
import { type BlendEvidence, shareUnreadable } from './blend.ts';

type QueryLanguage = ReturnType<typeof languageOf>;

/** Passages nearest in meaning that say what the answers of a query are like. */
const nearestRows = 20;
/** Used again for each query. */
const nearest = new BestRows(nearestRows);

/** What the weight of meaning against words depends on, as far as this query and this namespace go. `background` are the cosines of an even sample of the namespace. */
export function evidenceOf(
  generation: Generation,
  text: string,
  { rows, cosines }: ScoredRows,
  background: Float32Array,
  words: LexicalMatches,
  scripts?: readonly ReadableScript[],
): BlendEvidence {
  nearest.restart(nearestRows);
  let first = 0;
  for (let i = 0; i < rows.length; i++) {
    nearest.offer(rows[i]!, cosines[i]!);
    if (cosines[i]! > cosines[first]!) first = i;
  }
  const { traits } = generation;
  const language = languageOf(text, generation.words.wordsOf(text));
  let [code, foreign] = [0, 0];
  for (const row of nearest.rows) {
    code += traits.codeLikeness(row);
    if (isAcross(language, traits, row)) foreign++;
  }
  let bestWords = 0;
  for (const row of words.rows) bestWords = Math.max(bestWords, words.scores[row]!);
  const count = Math.max(1, nearest.rows.length);
  return {
    standout: standout(cosines[first] ?? 0, background, generation.entries.liveRowCount),
    bestWords,
    wordsOfNearest: words.scores[rows[first] ?? 0] ?? 0,
    contentWords: words.contentWords,
    codes: words.codes,
    codeLikeness: code / count,
    unreadable: shareUnreadable(text, scripts),
    otherLanguage: foreign / count,
  };
}

/** Whether a row is in another language than a query, as far as both are known. */
export function isAcross(language: QueryLanguage, traits: RowTraits, row: number): boolean {
  return language === 'english' ? traits.isOtherLanguage(row) : language === 'other' && traits.isEnglish(row);
}

/** Deviations of the best cosine from the mean of all, divided by those that the best of so many would have by chance. */
function standout(best: number, background: Float32Array, rows: number): number {
  let sum = 0;
  for (let i = 0; i < background.length; i++) sum += background[i]!;
  const mean = sum / background.length;
  let squares = 0;
  for (let i = 0; i < background.length; i++) squares += (background[i]! - mean) ** 2;
  const variance = squares / background.length;
  return (best - mean) / Math.sqrt(variance || 1) / Math.sqrt(2 * Math.log(Math.max(2, rows)));
}

import type { NearWords } from './near-words.ts';

export const readableScripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Devanagari',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
] as const;

export type ReadableScript = (typeof readableScripts)[number];

/** The logarithm of the odds that a text answers a query is linear in meaning and in words, or in a power of words. */
export interface RelevanceOdds {
  readonly meaning: number;
  readonly words: number;
  /** Above 1, a few of the query's words prove less than their share and all of them as much; 1 when omitted. */
  readonly wordsPower?: number | undefined;
  readonly bias: number;
}

/**
 * How a model's cosines become scores from 0 to 1. Models differ: unrelated texts have a cosine near 0.75 in one and near 0 in another,
 * so the mapping is stored with the model. Points rise in both coordinates; between them the mapping is linear, outside it is flat.
 */
export interface Calibration {
  readonly points: ReadonlyArray<readonly [cosine: number, score: number]>;
  /** Nothing is known of the model: where a search is by meaning alone, the cosine itself is the score. */
  readonly isUnknown?: boolean;
  /**
   * How much meaning counts against words in a blended score, 0 to 1: where answers are prose, where they are code, and where the question is put in
   * other words than its answer; for letters that the model did not learn, where the question is written in them; and, for a model of several languages, where
   * question and answer are in different ones. A weak model counts less.
   */
  readonly meaningWeight?: {
    readonly prose: number;
    readonly code: number;
    readonly otherWords: number;
    readonly notLatin?: number | undefined;
    readonly acrossLanguages?: number | undefined;
  };
  /** The scripts that the model learnt to read; Latin alone when omitted. */
  readonly scripts?: readonly ReadableScript[] | undefined;
  /**
   * How meaning and words become the probability that an entry answers a query: its log odds. For a model that was measured; others have those of the default. A model of
   * several languages has others where the two are in different ones, which share few words whatever they say.
   */
  readonly relevance?: (RelevanceOdds & { readonly acrossLanguages?: RelevanceOdds | undefined }) | undefined;
  /** Words that mean nearly the same, for a model whose odds were measured with them: a passage also holds a word of the query where it says it otherwise. */
  readonly nearWords?: NearWords | undefined;
}

/** Monotone, 0 to 1. */
export function calibrate(calibration: Calibration, cosine: number): number {
  const { points } = calibration;
  let previous = points[0]!;
  if (!(cosine > previous[0])) return previous[1];
  for (let i = 1; i < points.length; i++) {
    const next = points[i]!;
    if (cosine < next[0]) {
      return previous[1] + ((cosine - previous[0]) / (next[0] - previous[0])) * (next[1] - previous[1]);
    }
    previous = next;
  }
  return previous[1];
}

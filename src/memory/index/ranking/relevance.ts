import type { Calibration, RelevanceOdds } from '../../embedding/calibration.ts';

/** What a score means: 1 was a blend of meaning and words; since 2 it is the probability that an entry answers the query; since 3 words that mean nearly the same count in it. */
export const scoreVersion = 3;

// Fitted on the development sets: entries that answer a question against the best that a namespace without an answer has.
const defaultOdds: RelevanceOdds = { meaning: 6.8, words: 4, bias: -5 };
/** Where the model cannot read a query, words alone decide. */
const wordsAlone: RelevanceOdds = { meaning: 0, words: 7, bias: -3 };
/** Where a search is by meaning alone, nothing but meaning may count. */
const meaningAlone: RelevanceOdds = { meaning: 14.8, words: 0, bias: -7.9 };

/** What is known of a query and one passage, whatever else the namespace holds. */
export interface RelevanceEvidence {
  /** The calibrated cosine of the passage or of the nearest of its windows, 0 to 1. */
  meaning: number;
  /** The share of the query's words that the passage holds, 0 to 1; in other words that mean nearly the same too, where the model's odds were measured so. */
  coverage: number;
  /** The share of the query that the model cannot read, 0 to 1. */
  unreadable: number;
  /** Whether the passage is in another language than the query. */
  isAcross?: boolean;
}

/**
 * How likely a passage answers a query, 0 to 1. It depends on the two alone: entries that have nothing to do with the query change nothing, and the scores of two
 * queries or two namespaces can be compared.
 */
export function relevance(
  { relevance: ofModel }: Calibration,
  { meaning, coverage, unreadable, isAcross = false }: RelevanceEvidence,
): number {
  const odds = (isAcross ? ofModel?.acrossLanguages : undefined) ?? ofModel ?? defaultOdds;
  const read = odds.meaning * meaning + odds.words * coverage ** (odds.wordsPower ?? 1) + odds.bias;
  const unread = wordsAlone.words * coverage + wordsAlone.bias;
  return probability(read + (unread - read) * unreadable);
}

export function relevanceByMeaning(meaning: number): number {
  return probability(meaningAlone.meaning * meaning + meaningAlone.bias);
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** So many of the best may lend their relevance to those that rank above them. */
const lending = 32;

/**
 * Scores in the order of a ranking: each result has at least the relevance of those that rank below it. Ranking and relevance are two things, but a list must not seem to
 * be out of order; where the two differ, they do by a few hundredths.
 */
export function inOrder(relevances: readonly number[]): number[] {
  const scores = [...relevances];
  for (let i = Math.min(lending, scores.length) - 2; i >= 0; i--)
    scores[i] = Math.max(scores[i]!, scores[i + 1]!);
  for (let i = lending; i < scores.length; i++) scores[i] = Math.min(scores[i]!, scores[i - 1]!);
  return scores;
}

import type { Calibration } from '../embedding/calibration.ts';

/**
 * The blended score of a passage: meaning (the calibrated cosine) and words (the share of the query's words that it holds), each 0 to 1, weighed for the whole
 * query. Both parts and the weight are absolute, so the scores of two queries can be compared.
 */
export function blendScores(meaning: number, words: number, weight: number): number {
  return weight * meaning + (1 - weight) * words;
}

/**
 * How much meaning counts against words for a query. In prose both say about equally much. In code they do not: its words are names that someone
 * chose for something else, so a shared word proves little. The two ends are measured for each model and stored with it.
 */
export function meaningWeight(
  { meaningWeight: ends = defaultEnds }: Calibration,
  codeLikeness: number,
): number {
  return ends.prose + (ends.code - ends.prose) * codeLikeness;
}

const defaultEnds = { prose: 0.45, code: 0.95 };

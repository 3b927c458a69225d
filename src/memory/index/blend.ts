/**
 * The blended score of a passage: meaning (the calibrated cosine) and words (the share of the query's words that it holds), each 0 to 1, weighed for the whole
 * query. Both parts and the weight are absolute, so the scores of two queries can be compared.
 */
export function blendScores(meaning: number, words: number, weight: number): number {
  return weight * meaning + (1 - weight) * words;
}

/**
 * How much meaning counts against words for a query. In prose both say equally much. In code they do not: its words are names that someone
 * chose for something else, so a shared word proves little.
 */
export function meaningWeight(codeLikeness: number): number {
  return proseWeight + (codeWeight - proseWeight) * codeLikeness;
}

const proseWeight = 0.5;
const codeWeight = 0.85;

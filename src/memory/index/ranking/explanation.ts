/** What the rank of a row is made of. Each part is 0 to 1. */
export interface RankParts {
  /** The calibrated cosine; absent in a search by words. */
  dense?: number;
  /** The cosine as it is. */
  cosine?: number;
  /** The share of the query's words that the row holds, by their worth in this namespace; absent in a search by meaning. */
  lexical?: number;
  /** What the entries before and after it lend by their words. */
  neighbours: number;
  /** How much meaning counts against words, for the whole query. */
  weight: number;
  /** Taken off an entry of several passages where answers are code. */
  length?: number;
}

/** Why a result has its score and its place. */
export interface HitExplanation extends RankParts {
  rank: number;
  /** The share of the query's words that the passage holds, whatever else is in the namespace. */
  coverage: number;
  /** How likely the passage or the nearest of its sentences answers the query, before the scores were put in the order of the list. */
  relevance: number;
  /** The place by rank alone, from 1 on, before newer statements came before those they replace. */
  position: number;
  /** What the relevance was multiplied by, because a newer entry replaces this one. */
  superseded?: number;
  /** The words of the query that the passage holds, in the form that they are compared in. */
  words: string[];
}

/** What a re-ranker reads of a result: its best passage, and what was written before the entry. */
export interface RankedPassage {
  readonly text: string;
  readonly before?: string | undefined;
  /** The score that the search gave it, 0 to 1, where it is known. */
  readonly score?: number | undefined;
}

/** Reads a query and a passage together and says how well the passage answers the query: slower than comparing vectors, and better. */
export interface Reranker {
  /** How many of the best results of a search it reads. */
  readonly candidates: number;
  /** Whether a search that does not say is re-ranked. */
  readonly byDefault: boolean;
  /** Whether it understands a passage better with what was written before it. */
  readonly readsBefore: boolean;
  /**
   * The probability that each passage answers the query, 0 to 1. The passages come in the order of the search. Undefined where the search knows better: its order stays.
   * Throws `reranking_unavailable` when the model cannot answer.
   */
  score(
    query: string,
    passages: readonly RankedPassage[],
    signal?: AbortSignal,
  ): Promise<number[] | undefined>;
  close(): Promise<void>;
}

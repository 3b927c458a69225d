/** Reads a query and a passage together and says how well the passage answers the query: slower than comparing vectors, and better. */
export interface Reranker {
  /** How many of the best results of a search it reads. */
  readonly candidates: number;
  /** Whether a search that does not say is re-ranked. */
  readonly byDefault: boolean;
  /** The probability that each passage answers the query, 0 to 1. Throws `reranking_unavailable` when the model cannot answer. */
  score(query: string, passages: readonly string[], signal?: AbortSignal): Promise<number[]>;
  close(): Promise<void>;
}

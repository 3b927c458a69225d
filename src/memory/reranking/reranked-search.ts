import { ServiceError } from '../../kernel/errors.ts';
import type { CallOptions, EntrySearch, FoundEntry, SearchQuery } from '../entry-search.ts';
import type { Models } from '../models.ts';
import { inRerankedOrder } from './reranked-order.ts';
import type { RankedPassage, Reranker } from './reranker.ts';

/** A content that is longer than this takes a while to split; other calls pass between two of them. */
const longContent = 16_384;

/** A search whose best results a re-ranker puts in order, where that is asked for. */
export class RerankedSearch {
  readonly #search: EntrySearch;
  readonly #models: Models;
  readonly #reranker: Reranker | undefined;

  constructor(search: EntrySearch, models: Models, reranker: Reranker | undefined) {
    this.#search = search;
    this.#models = models;
    this.#reranker = reranker;
  }

  async find(tenantId: string, query: SearchQuery, options: CallOptions): Promise<FoundEntry[]> {
    const reranker = this.#reranker;
    // A vector without a query leaves nothing that a re-ranker could read.
    if (query.query === '' || !(query.rerank ?? reranker?.byDefault))
      return this.#search.find(tenantId, query, options);
    if (!reranker) throw notConfigured();
    const { limit, minScore = 0, ...rest } = query;
    const wider = { ...rest, limit: Math.max(limit, reranker.candidates), before: reranker.readsBefore };
    const found = await this.#search.find(tenantId, wider, options);
    const passages: RankedPassage[] = [];
    for (const entry of found.slice(0, reranker.candidates)) {
      if (entry.content.length > longContent) await new Promise((resolve) => setImmediate(resolve));
      options.signal?.throwIfAborted();
      passages.push({ text: this.#bestPassage(entry), before: entry.before?.slice(-longContent) });
    }
    if (passages.length === 0) return [];
    const probabilities = await reranker.score(query.query, passages, options.signal);
    const results = found.map(({ before: _, ...entry }) => entry);
    return (probabilities ? inRerankedOrder(results, probabilities) : results)
      .slice(0, limit)
      .filter(({ score }) => score >= minScore);
  }

  #bestPassage({ content, passage }: FoundEntry): string {
    const range = this.#models.configured.split(content)[passage];
    return range ? content.slice(range.start, range.end) : content.slice(0, longContent).toWellFormed();
  }
}

function notConfigured(): ServiceError {
  const message = 'Re-ranking is switched off here (LOREKEEP_RERANKER=none); ask again without rerank.';
  return new ServiceError('validation_failed', `rerank: ${message}`, {
    details: [{ path: 'rerank', code: 'not_configured', message }],
  });
}

import { ServiceError } from '../../kernel/errors.ts';
import type { CallOptions, EntrySearch, FoundEntry, SearchQuery } from '../entry-search.ts';
import { inRerankedOrder } from './reranked-order.ts';
import type { RankedPassage, Reranker } from './reranker.ts';

/** Of a content without a stored passage, and of what was written before, no more is read. */
const longContent = 16_384;

/** A search whose best results a re-ranker puts in order, where that is asked for. */
export class RerankedSearch {
  readonly #search: EntrySearch;
  readonly #reranker: Reranker | undefined;

  constructor(search: EntrySearch, reranker: Reranker | undefined) {
    this.#search = search;
    this.#reranker = reranker;
  }

  async find(tenantId: string, query: SearchQuery, options: CallOptions): Promise<FoundEntry[]> {
    const reranker = this.#reranker;
    // A vector without a query leaves nothing that a re-ranker could read.
    if (query.query === '' || !(query.rerank ?? reranker?.byDefault))
      return this.#search.find(tenantId, query, options);
    if (!reranker) throw notConfigured();
    const { limit, minScore = 0, ...rest } = query;
    const wider = {
      ...rest,
      limit: Math.max(limit, reranker.candidates),
      before: reranker.readsBefore,
      ranges: true,
    };
    const found = await this.#search.find(tenantId, wider, options);
    const passages = found.slice(0, reranker.candidates).map(
      (entry): RankedPassage => ({
        text: bestPassage(entry),
        before: entry.before?.slice(-longContent),
        score: entry.score,
      }),
    );
    if (passages.length === 0) return [];
    const probabilities = await reranker.score(query.query, passages, options.signal);
    const results = found.map(({ before: _, range, ...entry }) =>
      query.ranges && range ? { ...entry, range } : entry,
    );
    return (probabilities ? inRerankedOrder(results, probabilities) : results)
      .slice(0, limit)
      .filter(({ score }) => score >= minScore);
  }
}

function bestPassage({ content, range }: FoundEntry): string {
  return range ? content.slice(range.start, range.end) : content.slice(0, longContent).toWellFormed();
}

function notConfigured(): ServiceError {
  const message = 'Re-ranking is switched off here (LOREKEEP_RERANKER=none); ask again without rerank.';
  return new ServiceError('validation_failed', `rerank: ${message}`, {
    details: [{ path: 'rerank', code: 'not_configured', message }],
  });
}

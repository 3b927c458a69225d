import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import { type Entry, isLive } from './entry.ts';
import type { Filter } from './filter.ts';
import type { SearchMode } from './index/search-request.ts';
import type { Models } from './models.ts';
import type { NamespaceCache } from './namespace-cache.ts';
import type { MemoryStore } from './store.ts';

export interface SearchQuery {
  namespace: string;
  query: string;
  limit: number;
  mode?: SearchMode | undefined;
  filter?: Filter | undefined;
  minScore?: number | undefined;
}

export interface FoundEntry extends Entry {
  score: number;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** Carries a search through: the query's vector by the model of the namespace, the index, the rows. */
export class EntrySearch {
  readonly #store: MemoryStore;
  readonly #models: Models;
  readonly #cache: NamespaceCache;
  readonly #clock: Clock;

  constructor(parts: { store: MemoryStore; models: Models; cache: NamespaceCache; clock: Clock }) {
    this.#store = parts.store;
    this.#models = parts.models;
    this.#cache = parts.cache;
    this.#clock = parts.clock;
  }

  /** The best entries first. Sees everything that was written before it was called. */
  async find(tenantId: string, query: SearchQuery, options: CallOptions): Promise<FoundEntry[]> {
    // By the model that it had last time; whether it still has it is seen afterwards, with everything that was written meanwhile.
    let model = this.#models.lastOf(tenantId, query.namespace);
    model ??= (await this.#store.findNamespace(tenantId, query.namespace))?.model;
    while (model !== undefined) {
      const { mode, vector } = await this.#embedQuery(tenantId, model, query, options);
      options.signal?.throwIfAborted();
      const latest = await this.#store.findNamespace(tenantId, query.namespace);
      this.#models.remember(tenantId, query.namespace, latest?.model);
      if (!latest) return [];
      if (latest.model !== model) {
        model = latest.model;
        continue;
      }
      const now = this.#clock.now();
      const hits = await this.#cache.use(latest, (index) => {
        // Loading the index may have taken longer than the caller waited.
        options.signal?.throwIfAborted();
        return index.search({
          text: query.query,
          mode,
          limit: query.limit,
          now,
          ...(vector && { vector }),
          ...(query.filter && { filter: query.filter }),
          ...(query.minScore !== undefined && { minScore: query.minScore }),
        });
      });
      const scores = new Map(hits.map(({ id, score }) => [id, score]));
      const entries = await this.#store.readEntries(latest.id, [...scores.keys()]);
      return entries
        .filter((entry) => isLive(entry, now))
        .map((entry) => ({ ...entry, score: scores.get(entry.id)! }));
    }
    return [];
  }

  async #embedQuery(
    tenantId: string,
    model: string,
    query: SearchQuery,
    options: CallOptions,
  ): Promise<{ mode: SearchMode; vector?: Float32Array }> {
    const mode = query.mode ?? 'blended';
    if (mode === 'lexical') return { mode };
    const embedder = await this.#models.find(model);
    if (!embedder) {
      if (mode === 'dense') {
        throw new ServiceError(
          'embedding_unavailable',
          'The model of this namespace is gone; it is being embedded anew.',
        );
      }
      return { mode: 'lexical' };
    }
    const [vector] = await embedder.embed([query.query], 'query', {
      tenant: tenantId,
      ...(options.signal && { signal: options.signal }),
    });
    return { mode, vector: vector! };
  }
}

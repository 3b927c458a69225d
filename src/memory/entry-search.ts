import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { PassageRange } from './embedding/embedder.ts';
import { type Entry, isLive } from './entry.ts';
import type { Filter } from './filter.ts';
import type { HitExplanation } from './index/ranking/explanation.ts';
import type { SearchHit, SearchMode } from './index/search-request.ts';
import { readAsTurns } from './index/words/spoken-turns.ts';
import { type MatchedWord, matchedWords } from './matched-words.ts';
import type { Models } from './models.ts';
import type { NamespaceCache } from './namespace-cache.ts';
import { isOwnModel, requireQueryVector } from './own-vectors.ts';
import type { SearchIndex } from './search-index.ts';
import type { MemoryStore, NamespaceState, Version } from './store.ts';

const maxKnown = 10_000;

export interface SearchQuery {
  namespace: string;
  /** May be empty where there is a vector. */
  query: string;
  /** The caller's own, for a namespace of such vectors. */
  vector?: Float32Array | undefined;
  limit: number;
  mode?: SearchMode | undefined;
  filter?: Filter | undefined;
  minScore?: number | undefined;
  /** Whether results that a newer one replaces are not returned. */
  hideSuperseded?: boolean | undefined;
  /** Whether each result says what its score is made of, and where it matches. */
  explain?: boolean | undefined;
  /** Whether each result comes with what was written before it, where that belongs to it. */
  before?: boolean | undefined;
  /** Whether each result comes with the range of its best passage. */
  ranges?: boolean | undefined;
  /** Whether a re-ranker puts the best results in order; as the configuration says where this does not. */
  rerank?: boolean | undefined;
}

/** Why a result was found: what its score is made of, its best passage, and the words of the query in it. */
export interface Explanation extends Omit<HitExplanation, 'words'> {
  passage: PassageRange;
  words: MatchedWord[];
}

export interface FoundEntry extends Entry {
  score: number;
  /** The position of the best passage within the entry, by the model of its namespace. */
  passage: number;
  /** The id of a newer entry that says something else about the same thing. */
  supersededBy?: string;
  /** What was written before it; only where the search asked for it. */
  before?: string;
  /** Where its best passage lies, as it was stored: how contents are split may have changed since. Only where the search asked for it. */
  range?: PassageRange;
  explain?: Explanation;
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
  /** By tenant and name; an id of a tenant has no space in it. */
  readonly #known = new Map<string, NamespaceState>();

  constructor(parts: { store: MemoryStore; models: Models; cache: NamespaceCache; clock: Clock }) {
    this.#store = parts.store;
    this.#models = parts.models;
    this.#cache = parts.cache;
    this.#clock = parts.clock;
  }

  /** The best entries first. Sees everything that was written before it was called, on whichever node. */
  async find(tenantId: string, query: SearchQuery, options: CallOptions): Promise<FoundEntry[]> {
    const key = `${tenantId} ${query.namespace}`;
    // As it was at the last search: a hint that saves a look at the store. Whether it still holds is seen with the rows.
    let known = this.#known.get(key) ?? (await this.#store.findNamespace(tenantId, query.namespace));
    while (known) {
      const state: NamespaceState = known;
      const embedded = await this.#embedQuery(tenantId, state, query, options);
      options.signal?.throwIfAborted();
      const now = this.#clock.now();
      const search = async (index: SearchIndex, version: Version) => {
        // Loading the index may have taken longer than the caller waited.
        options.signal?.throwIfAborted();
        const hits = await index.search({
          text: query.query,
          limit: query.limit,
          now,
          ...embedded,
          ...(query.filter && { filter: query.filter }),
          ...(query.minScore !== undefined && { minScore: query.minScore }),
          ...(query.hideSuperseded && { hideSuperseded: true }),
          ...(query.explain && { explain: true }),
          ...(query.before && { before: true }),
        });
        return { hits: new Map(hits.map((hit) => [hit.id, hit])), version };
      };
      let { hits, version } = await this.#cache.peek(state, search);
      const read = await this.#store.readHits(tenantId, query.namespace, [...hits.keys()]);
      this.#remember(key, read?.state);
      if (read?.state.id !== state.id || read.state.model !== state.model) {
        known = read?.state;
        continue;
      }
      let { entries } = read;
      if (read.state.revision !== version.revision || read.state.stamp !== version.stamp) {
        // Written meanwhile, or elsewhere: once more with an index that has it.
        ({ hits } = await this.#cache.use(read.state, search));
        entries = await this.#store.readEntries(state.id, [...hits.keys()]);
      }
      const live = entries.filter((entry) => isLive(entry, now));
      const found = query.explain
        ? await this.#explained(state, live, hits)
        : live.map((entry) => withoutBefore(entry, hits.get(entry.id) as SearchHit & { explain?: never }));
      const ranged = query.ranges ? await this.#withRanges(state, found) : found;
      return query.before ? this.#withBefore(state, ranged, hits, now) : ranged;
    }
    return [];
  }

  /** The stored ranges say what a passage is: how contents are split may have changed since. */
  async #explained(
    state: NamespaceState,
    entries: readonly Entry[],
    hits: ReadonlyMap<string, SearchHit>,
  ): Promise<FoundEntry[]> {
    const ids = entries.map(({ id }) => id);
    const ranges = await this.#store.readRanges(state.id, state.model, ids);
    return entries.map((entry) => {
      const { explain, before: _, ...hit } = hits.get(entry.id)!;
      const whole = { start: 0, end: entry.content.length };
      const passage = ranges.get(entry.id)?.[hit.passage] ?? whole;
      if (!explain) return { ...entry, ...hit };
      const words = matchedWords(entry.content, passage, explain.words);
      return { ...entry, ...hit, explain: { ...explain, passage, words } };
    });
  }

  async #withRanges(state: NamespaceState, found: readonly FoundEntry[]): Promise<FoundEntry[]> {
    const ids = found.map(({ id }) => id);
    const ranges = await this.#store.readRanges(state.id, state.model, ids);
    return found.map((entry) => {
      const range = ranges.get(entry.id)?.[entry.passage];
      return range ? { ...entry, range } : entry;
    });
  }

  /** What was written before each result, where it belongs to it: entries in a row are alike, or read as turns. One that was deleted or expired meanwhile is not shown. */
  async #withBefore(
    state: NamespaceState,
    found: readonly FoundEntry[],
    hits: ReadonlyMap<string, SearchHit>,
    now: number,
  ): Promise<FoundEntry[]> {
    const areTurns = readAsTurns(found.map(({ content }) => content));
    const befores = new Map<string, string>();
    for (const { id } of found) {
      const before = hits.get(id)?.before;
      if (before && (before.isAlike || areTurns)) befores.set(id, before.id);
    }
    if (befores.size === 0) return [...found];
    const entries = await this.#store.readEntries(state.id, [...new Set(befores.values())]);
    const contents = new Map(
      entries.filter((entry) => isLive(entry, now)).map(({ id, content }) => [id, content]),
    );
    return found.map((entry) => {
      const content = contents.get(befores.get(entry.id) ?? '');
      return content === undefined ? entry : { ...entry, before: content };
    });
  }

  #remember(key: string, state: NamespaceState | undefined): void {
    // One that is on its way to another model will not be as it was.
    if (!state || (state.model !== this.#models.configured.id && !isOwnModel(state.model)))
      this.#known.delete(key);
    else {
      if (this.#known.size >= maxKnown && !this.#known.has(key)) this.#known.clear();
      this.#known.set(key, state);
    }
  }

  async #embedQuery(
    tenantId: string,
    state: NamespaceState,
    query: SearchQuery,
    options: CallOptions,
  ): Promise<{ mode: SearchMode; vector?: Float32Array }> {
    const own = requireQueryVector(state, query.vector);
    const mode = query.mode ?? (own && query.query === '' ? 'dense' : 'blended');
    if (mode === 'lexical') return { mode };
    if (own) return { mode, vector: own };
    if (isOwnModel(state.model)) {
      if (mode === 'blended') return { mode: 'lexical' };
      const message = 'This namespace has vectors of your own; send one to search by meaning.';
      throw new ServiceError('validation_failed', `vector: ${message}`, {
        details: [{ path: 'vector', code: 'required', message }],
      });
    }
    const embedder = await this.#models.find(state.model);
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

function withoutBefore<Hit extends SearchHit>(
  entry: Entry,
  { before: _, ...hit }: Hit,
): Entry & Omit<Hit, 'before'> {
  return { ...entry, ...hit };
}

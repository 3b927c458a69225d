import type { Clock } from '../kernel/clock.ts';
import { ServiceError } from '../kernel/errors.ts';
import { sizeOfJson } from '../kernel/json/json-size.ts';
import type { Receipt } from '../kernel/receipt.ts';
import { assembleContext, type Context, type ContextOptions } from './context/assemble-context.ts';
import type { ContextFormat } from './context/layouts.ts';
import {
  type Entry,
  type EntryChange,
  type EntryInput,
  type EntryVersion,
  entryDocument,
  isLive,
  type MemoryCaller,
} from './entry.ts';
import { type CallOptions, EntrySearch, type FoundEntry, type SearchQuery } from './entry-search.ts';
import type { EntryWriter, NewEntry } from './entry-writer.ts';
import { type Filter, matches } from './filter.ts';
import { contentRejected, EntryGuard, type WriteFlag } from './guard/entry-guard.ts';
import type { GuardPolicy } from './guard/guard-policy.ts';
import type { CountRequest, ValueCounts } from './index/count-values.ts';
import { memoryLimits } from './limits.ts';
import type { Models } from './models.ts';
import type { NamespaceCache } from './namespace-cache.ts';
import type { NamespaceSettings } from './namespace-settings.ts';
import { isOwnModel } from './own-vectors.ts';
import { mayReach } from './reach/internal-namespaces.ts';
import { RerankedSearch } from './reranking/reranked-search.ts';
import type { Reranker } from './reranking/reranker.ts';
import type { MemoryStore, NamespaceState, WrittenIds } from './store.ts';
import { BatchSize, isStorageFull } from './upkeep/batch-size.ts';

export interface ContextQuery extends SearchQuery {
  maxTokens?: number | undefined;
  format?: ContextFormat | undefined;
  order?: ContextOptions['order'] | undefined;
  include?: ContextOptions['include'] | undefined;
  /** Whether what says the same as a more relevant entry is not in the text; with `maxTokens` it is not, unless this says otherwise. */
  distinct?: boolean | undefined;
}

const deleteBatch = 500;
const searchesAtOnce = 8;
/** The part of an entry that is compared with others, in UTF-16 units: about what the model reads at once. */
const similarityLength = 2_048;

export interface ListRequest {
  namespace: string;
  /** The id of the last entry of the page before. */
  after?: string | undefined;
  limit: number;
  order: 'oldest' | 'newest';
  filter?: Filter | undefined;
}

/** Semantic memory: everything that the API offers on entries and namespaces. Limits on input are the transport's to check. */
export class Memory {
  readonly #store: MemoryStore;
  readonly #models: Models;
  readonly #cache: NamespaceCache;
  readonly #writer: EntryWriter;
  readonly #search: RerankedSearch;
  readonly #clock: Clock;
  readonly #guard: EntryGuard;

  constructor(parts: {
    store: MemoryStore;
    models: Models;
    cache: NamespaceCache;
    writer: EntryWriter;
    clock: Clock;
    reranker?: Reranker | undefined;
    guard?: EntryGuard | undefined;
  }) {
    this.#store = parts.store;
    this.#models = parts.models;
    this.#cache = parts.cache;
    this.#writer = parts.writer;
    this.#search = new RerankedSearch(new EntrySearch(parts), parts.reranker);
    this.#clock = parts.clock;
    this.#guard = parts.guard ?? new EntryGuard(undefined);
  }

  async write(
    caller: MemoryCaller,
    request: { namespace: string; entries: readonly EntryInput[]; receipt?: Receipt<WrittenIds> | undefined },
    options: CallOptions = {},
  ): Promise<WrittenIds> {
    this.#requireNamespace(caller, request.namespace);
    const now = this.#clock.now();
    for (const [i, { expiresAt }] of request.entries.entries()) {
      requireFuture(expiresAt, now, `entries[${i}].expiresAt`);
    }
    const state = await this.#store.findNamespace(caller.tenantId, request.namespace);
    const { entries, flags } = this.#guarded(caller, state, request.entries);
    const { receipt } = request;
    const { ids } = await this.#writer.write({
      tenantId: caller.tenantId,
      namespace: request.namespace,
      state,
      entries,
      now,
      maxEntries: caller.maxEntries,
      maxPassages: memoryLimits.passagesPerWrite,
      receipt: receipt && { ...receipt, answer: (written) => receipt.answer({ ...written, ...flags }) },
      signal: options.signal,
    });
    return { ids, ...flags };
  }

  /** The entries as the policy lets them be stored, and what it found in them. */
  #guarded(
    caller: MemoryCaller,
    state: NamespaceState | undefined,
    entries: readonly EntryInput[],
  ): { entries: NewEntry[]; flags: { flags?: WriteFlag[] } } {
    const policy = this.#guard.policyOf(state?.settings, caller);
    const results = this.#guard.inspectAll(entries, policy);
    const rejections = results.flatMap((result, i) =>
      result.rejections.map((rejection) => ({ ...rejection, prefix: `entries[${i}].` })),
    );
    if (rejections.length > 0) throw contentRejected(rejections);
    const flags = results.flatMap((result, index) => result.flags.map((flag) => ({ index, ...flag })));
    return {
      entries: results.map(({ entry, flags: own }) => ({ ...entry, flags: own })),
      flags: flags.length === 0 ? {} : { flags },
    };
  }

  async search(caller: MemoryCaller, query: SearchQuery, options: CallOptions = {}): Promise<FoundEntry[]> {
    this.#requireNamespace(caller, query.namespace);
    return this.#search.find(caller.tenantId, query, options);
  }

  /** Several searches in the order they were asked for; a few run at a time, so that others get their turn. */
  async searchMany(
    caller: MemoryCaller,
    queries: readonly SearchQuery[],
    options: CallOptions = {},
  ): Promise<FoundEntry[][]> {
    for (const { namespace } of queries) this.#requireNamespace(caller, namespace);
    const results: FoundEntry[][] = [];
    let size = 0;
    while (results.length < queries.length) {
      options.signal?.throwIfAborted();
      const some = searchedTogether(queries.slice(results.length));
      const found = await Promise.all(
        some.map((query) => this.#search.find(caller.tenantId, query, options)),
      );
      // Results are entries, which may be long: all of those of many searches have no room in memory.
      for (const entry of found.flat()) size += entry.content.length + sizeOfJson(entry.metadata);
      if (size > memoryLimits.batchResultBytes) throw tooManyResults();
      results.push(...found);
    }
    return results;
  }

  /** What is most like an entry in its namespace, without the entry itself. */
  async similar(
    caller: MemoryCaller,
    id: string,
    query: Omit<SearchQuery, 'namespace' | 'query'>,
    options: CallOptions = {},
  ): Promise<FoundEntry[]> {
    const { entry, namespaceId } = await this.#find(caller, id);
    const state = await this.#store.findNamespace(caller.tenantId, entry.namespace);
    const own =
      state && isOwnModel(state.model)
        ? await this.#store.readEmbedding(namespaceId, state.model, id)
        : undefined;
    const found = await this.#search.find(
      caller.tenantId,
      {
        ...query,
        namespace: entry.namespace,
        query: entry.content.slice(0, similarityLength).toWellFormed(),
        ...(own?.vectors && { vector: own.vectors[0] }),
        limit: query.limit + 1,
        // Re-rankers read questions, not whole entries.
        rerank: false,
      },
      options,
    );
    return found.filter((other) => other.id !== id).slice(0, query.limit);
  }

  /** How often each value occurs at some paths of the entries that match. */
  async facets(
    caller: MemoryCaller,
    request: { namespace: string } & Omit<CountRequest, 'now'>,
    { signal }: CallOptions = {},
  ): Promise<ValueCounts> {
    this.#requireNamespace(caller, request.namespace);
    const state = await this.#store.findNamespace(caller.tenantId, request.namespace);
    if (!state) throw new ServiceError('not_found', 'No namespace with this name.');
    return this.#cache.use(state, (index) => {
      signal?.throwIfAborted();
      return index.countValues({ ...request, now: this.#clock.now() });
    });
  }

  async context(caller: MemoryCaller, query: ContextQuery, options: CallOptions = {}): Promise<Context> {
    const entries = await this.search(caller, { ...query, ranges: query.maxTokens !== undefined }, options);
    const { maxTokens, order, include, distinct = maxTokens !== undefined } = query;
    return assembleContext(
      entries.map(({ range, ...entry }) => (range ? { ...entry, best: range } : entry)),
      {
        query: query.query,
        format: query.format ?? 'text',
        distinct,
        ...(maxTokens !== undefined && { maxTokens }),
        ...(order && { order }),
        ...(include && { include }),
        countTokens: (text) => this.countTokens(text),
      },
    );
  }

  /** As the configured model counts them. */
  countTokens(text: string): number {
    return this.#models.configured.countTokens(text);
  }

  async get(caller: MemoryCaller, id: string): Promise<Entry> {
    return (await this.#find(caller, id)).entry;
  }

  /** What an entry was before its changes, the latest first. */
  async history(caller: MemoryCaller, id: string): Promise<EntryVersion[]> {
    const { namespaceId } = await this.#find(caller, id);
    return this.#store.readVersions(namespaceId, id);
  }

  async update(
    caller: MemoryCaller,
    id: string,
    change: EntryChange,
    options: CallOptions = {},
  ): Promise<Entry> {
    const { entry } = await this.#find(caller, id);
    const now = this.#clock.now();
    requireFuture(change.expiresAt, now, 'expiresAt');
    const state = await this.#store.findNamespace(caller.tenantId, entry.namespace);
    if (!state) throw new ServiceError('entry_not_found');
    const guarded = this.#guard.inspect(change, this.#guard.policyOf(state.settings, caller));
    if (guarded.rejections.length > 0)
      throw contentRejected(guarded.rejections.map((rejection) => ({ ...rejection, prefix: '' })));
    return this.#writer.update({
      tenantId: caller.tenantId,
      state,
      id,
      change: { ...guarded.entry, flags: guarded.flags },
      now,
      ...(options.signal && { signal: options.signal }),
    });
  }

  async delete(caller: MemoryCaller, id: string): Promise<{ id: string }> {
    const { namespaceId } = await this.#find(caller, id);
    if ((await this.#deleteIds(namespaceId, [id])).length === 0) throw new ServiceError('entry_not_found');
    return { id };
  }

  /** Deletes the entries with these ids, or those that match a filter; `dryRun` only counts them. Where the caller goes away, no further batch is deleted. */
  async deleteMany(
    caller: MemoryCaller,
    request: {
      namespace: string;
      ids?: readonly string[] | undefined;
      filter?: Filter | undefined;
      dryRun: boolean;
    },
    { signal }: CallOptions = {},
  ): Promise<{ matched: number; deleted: number }> {
    this.#requireNamespace(caller, request.namespace);
    const state = await this.#store.findNamespace(caller.tenantId, request.namespace);
    if (!state) return { matched: 0, deleted: 0 };
    const now = this.#clock.now();
    const { filter } = request;
    const stillMeant = (entry: Entry): boolean =>
      isLive(entry, now) && (!filter || matches(filter, entryDocument(entry)));
    const ids = request.ids
      ? (await this.#store.readEntries(state.id, [...new Set(request.ids)]))
          .filter(stillMeant)
          .map(({ id }) => id)
      : await this.#cache.use(state, (index) => {
          // Loading it may have taken a while.
          signal?.throwIfAborted();
          return [...index.matching(filter, now)];
        });
    if (request.dryRun) return { matched: ids.length, deleted: 0 };
    const batch = new BatchSize(deleteBatch);
    let deleted = 0;
    for (let i = 0; i < ids.length; ) {
      signal?.throwIfAborted();
      const next = ids.slice(i, i + batch.value);
      try {
        deleted += (await this.#deleteIds(state.id, next, stillMeant)).length;
        i += next.length;
      } catch (error) {
        if (batch.shrinkAfter(error)) continue;
        if (deleted === 0 || !isStorageFull(error)) throw error;
        const message = `The disk is full; ${deleted} of ${ids.length} entries were deleted before.`;
        throw new ServiceError('storage_full', message, { cause: error });
      }
    }
    return { matched: ids.length, deleted };
  }

  async list(
    caller: MemoryCaller,
    request: ListRequest,
    options: CallOptions = {},
  ): Promise<{ items: Entry[]; next?: string }> {
    this.#requireNamespace(caller, request.namespace);
    const state = await this.#store.findNamespace(caller.tenantId, request.namespace);
    if (!state) return { items: [] };
    if (request.filter) return this.#listMatching(state, request, request.filter, options);
    const { items, more } = await this.#store.listEntries({
      namespaceId: state.id,
      ...(request.after !== undefined && { after: request.after }),
      limit: request.limit,
      order: request.order,
      now: this.#clock.now(),
    });
    return { items, ...(more && { next: items.at(-1)!.id }) };
  }

  async #listMatching(
    state: NamespaceState,
    { after, limit, order }: ListRequest,
    filter: Filter,
    { signal }: CallOptions,
  ): Promise<{ items: Entry[]; next?: string }> {
    const now = this.#clock.now();
    const isNext = (id: string): boolean =>
      after === undefined || (order === 'oldest' ? id > after : id < after);
    const matching = await this.#cache.use(state, (index) => {
      signal?.throwIfAborted();
      return [...index.matching(filter, now)].filter(isNext);
    });
    const ids = matching.sort();
    if (order === 'newest') ids.reverse();
    const page = ids.slice(0, limit);
    // Changed since the index was asked.
    const items = (await this.#store.readEntries(state.id, page)).filter(
      (entry) => isLive(entry, now) && matches(filter, entryDocument(entry)),
    );
    return { items, ...(ids.length > limit && { next: page.at(-1)! }) };
  }

  async namespaces(
    caller: MemoryCaller,
    request: { after?: string | undefined; prefix?: string | undefined; limit: number },
  ): Promise<{ items: NamespaceState[]; next?: string }> {
    const items: NamespaceState[] = [];
    const { prefix = '' } = request;
    let { after } = request;
    if (after === undefined && prefix !== '') {
      // Names are in the order of their bytes: those that begin with it come right after it.
      after = prefix;
      const exact = await this.#store.findNamespace(caller.tenantId, prefix);
      if (exact && mayReach(caller, prefix)) items.push(await this.#withoutExpired(exact));
    }
    for (;;) {
      const page = await this.#store.listNamespaces(caller.tenantId, after, request.limit);
      for (const namespace of page.items) {
        if (!namespace.name.startsWith(prefix)) return { items };
        after = namespace.name;
        if (!mayReach(caller, namespace.name)) continue;
        if (items.length === request.limit) return { items, next: items.at(-1)!.name };
        items.push(await this.#withoutExpired(namespace));
      }
      if (!page.more) return { items };
    }
  }

  async namespace(caller: MemoryCaller, name: string): Promise<NamespaceState> {
    this.#requireNamespace(caller, name);
    const state = await this.#store.findNamespace(caller.tenantId, name);
    if (!state) throw new ServiceError('not_found', 'No namespace with this name.');
    return this.#withoutExpired(state);
  }

  /** Replaces what is given; what is omitted stays. */
  async configureNamespace(
    caller: MemoryCaller,
    name: string,
    change: { [Name in keyof NamespaceSettings]: NamespaceSettings[Name] | undefined },
  ): Promise<NamespaceState> {
    const { settings } = await this.namespace(caller, name);
    const { searchableMetadata = settings.searchableMetadata, history = settings.history } = change;
    const guard = change.guard ? { ...settings.guard, ...definedIn(change.guard) } : settings.guard;
    const now = this.#clock.now();
    const state = await this.#store.configureNamespace(
      caller.tenantId,
      name,
      {
        ...(searchableMetadata && { searchableMetadata: [...new Set(searchableMetadata)] }),
        ...(history !== undefined && { history }),
        ...(guard && { guard }),
      },
      now,
    );
    if (!state) throw new ServiceError('not_found', 'No namespace with this name.');
    return this.#withoutExpired(state);
  }

  /** From the first step on nothing finds the namespace; the call returns when its rows are gone as well, if the disk has room for that. */
  async deleteNamespace(caller: MemoryCaller, name: string): Promise<{ name: string; entries: number }> {
    this.#requireNamespace(caller, name);
    const dropped = await this.#store.dropNamespace(caller.tenantId, name);
    if (!dropped) throw new ServiceError('not_found', 'No namespace with this name.');
    await this.#cache.drop(dropped);
    await this.#purge();
    return { name, entries: dropped.entries };
  }

  /** Everything that a tenant has; for the operator who deletes the tenant. */
  async deleteTenant(tenantId: string): Promise<void> {
    for (const namespace of await this.#store.dropTenant(tenantId)) await this.#cache.drop(namespace);
    await this.#purge();
  }

  async #purge(): Promise<void> {
    const batch = new BatchSize(deleteBatch);
    for (;;) {
      try {
        if (!(await this.#store.purgeDropped(batch.value))) return;
      } catch (error) {
        if (batch.shrinkAfter(error)) continue;
        // What was asked for is done and cannot be refused any more; upkeep takes the rows away when there is room.
        if (isStorageFull(error)) return;
        throw error;
      }
    }
  }

  #requireNamespace(caller: MemoryCaller, name: string): void {
    if (!mayReach(caller, name)) {
      throw new ServiceError('insufficient_scope', 'This key may not use that namespace.');
    }
  }

  /** An entry of another tenant, of a namespace that the key may not use, or past its expiry is not there. */
  async #find(caller: MemoryCaller, id: string): Promise<{ entry: Entry; namespaceId: number }> {
    const found = await this.#store.findEntry(caller.tenantId, id);
    if (!found || !isLive(found.entry, this.#clock.now()) || !mayReach(caller, found.entry.namespace)) {
      throw new ServiceError('entry_not_found');
    }
    return found;
  }

  async #deleteIds(
    namespaceId: number,
    ids: readonly string[],
    onlyIf?: (entry: Entry) => boolean,
  ): Promise<string[]> {
    const { deleted, namespace } = await this.#store.deleteEntries({
      namespaceId,
      ids,
      ...(onlyIf && { onlyIf }),
    });
    if (namespace && deleted.length > 0) this.#cache.apply(namespace, { remove: deleted });
    return deleted;
  }

  async #withoutExpired(state: NamespaceState): Promise<NamespaceState> {
    const expired = await this.#store.countExpired(state.id, this.#clock.now());
    return expired === 0 ? state : { ...state, entries: state.entries - expired };
  }
}

/** The first of some searches: a few, which together find no more than one may. */
function searchedTogether(queries: readonly SearchQuery[]): SearchQuery[] {
  let results = 0;
  const end = queries.findIndex(({ limit }, i) => {
    results += limit;
    return i > 0 && (i >= searchesAtOnce || results > memoryLimits.searchLimit);
  });
  return queries.slice(0, end < 0 ? queries.length : end);
}

function tooManyResults(): ServiceError {
  const message = `The results have more than ${memoryLimits.batchResultBytes} bytes together; ask for fewer, or in several requests.`;
  return new ServiceError('payload_too_large', `searches: ${message}`, {
    details: [{ path: 'searches', code: 'too_many_results', message }],
  });
}

/** Kinds that a change of the policy does not name stay as they are. */
function definedIn(policy: GuardPolicy): GuardPolicy {
  return Object.fromEntries(Object.entries(policy).filter(([, action]) => action !== undefined));
}

/** An entry that would never be found is a mistake, most likely in the caller's clock or time zone. */
function requireFuture(expiresAt: number | 'never' | undefined, now: number, path: string): void {
  if (expiresAt === undefined || expiresAt === 'never' || expiresAt > now) return;
  const message = 'Must be in the future.';
  throw new ServiceError('validation_failed', `${path}: ${message}`, {
    details: [{ path, code: 'past', message }],
  });
}

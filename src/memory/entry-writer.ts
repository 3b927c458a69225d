import { ServiceError } from '../kernel/errors.ts';
import type { NewId } from '../kernel/ids.ts';
import type { Receipt } from '../kernel/receipt.ts';
import type { Entry, EntryChange, EntryInput } from './entry.ts';
import type { EntryFlag } from './guard/entry-marks.ts';
import { indexedEntry } from './indexed-entries.ts';
import { embedContents, type Models } from './models.ts';
import type { NamespaceCache } from './namespace-cache.ts';
import { ownEmbeddings } from './own-vectors.ts';
import type { Embedding, EntryToWrite, MemoryStore, NamespaceState, WrittenIds } from './store.ts';

export interface WriteRequest {
  tenantId: string;
  namespace: string;
  /** The namespace as it was found a moment ago; undefined where there was none. */
  state: NamespaceState | undefined;
  entries: readonly NewEntry[];
  now: number;
  maxEntries?: number | undefined;
  maxPassages?: number;
  receipt?: Receipt<WrittenIds> | undefined;
  signal?: AbortSignal | undefined;
}

/** An entry to be written; imports also say what it was called and when it was made. */
export interface NewEntry extends EntryInput {
  id?: string;
  keepId?: string;
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
  /** What was found in it. */
  flags?: readonly EntryFlag[];
}

interface Plan {
  /** The model that the namespace answers with, as far as the writer knows. */
  model: string;
  dims: number;
  /** The models to embed with: the namespace's own where it is available, and the wanted one. */
  embedWith: string[];
}

function ownPlan([first]: readonly Embedding[]): Plan {
  return { model: first!.model, dims: first!.vectors[0]!.length, embedWith: [] };
}

const maxAttempts = 5;

/** Carries a write through: passages, vectors of every model that needs them, one transaction, the index. */
export class EntryWriter {
  readonly #store: MemoryStore;
  readonly #models: Models;
  readonly #cache: NamespaceCache;
  readonly #newId: NewId;
  readonly #wantedModel: () => string;

  constructor(parts: {
    store: MemoryStore;
    models: Models;
    cache: NamespaceCache;
    newId: NewId;
    wantedModel: () => string;
  }) {
    this.#store = parts.store;
    this.#models = parts.models;
    this.#cache = parts.cache;
    this.#newId = parts.newId;
    this.#wantedModel = parts.wantedModel;
  }

  /** All entries or none; when it returns they are on the disk and searchable. */
  async write(request: WriteRequest): Promise<{ ids: string[]; replaced: number }> {
    const { tenantId, namespace, now } = request;
    const contents = request.entries.map(({ content }) => content);
    const embedded = new EmbeddedContents(this.#models, contents, request);
    let { state } = request;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const own = ownEmbeddings(request.entries, state);
      const plan = own ? ownPlan(own) : await this.#plan(state);
      const embeddings = own?.map((embedding) => [embedding]) ?? (await embedded.under(plan.embedWith));
      request.signal?.throwIfAborted();
      const entries = request.entries.map((entry, i) => this.#prepare(entry, embeddings[i]!, now));
      const { model, dims } = plan;
      const { maxEntries, receipt } = request;
      const outcome = await this.#store.writeEntries({
        tenantId,
        namespace,
        model,
        dims,
        entries,
        now,
        receipt,
        ...(maxEntries !== undefined && { maxEntries }),
      });
      if (outcome.outcome === 'quota_exceeded') {
        throw new ServiceError(
          'quota_exceeded',
          `This plan holds ${maxEntries} entries; delete some, or ask for a larger plan.`,
          { retryAfterSeconds: 3_600 },
        );
      }
      if (outcome.outcome === 'written') {
        const put = entries.flatMap((entry, i) => {
          const { id, createdAt } = outcome.written[i]!;
          const own = entry.embeddings.find((embedding) => embedding.model === outcome.namespace.model);
          if (!own) return [];
          const { settings } = outcome.namespace;
          return [indexedEntry({ ...entry, namespace, id, createdAt }, own.ranges, own, settings)];
        });
        if (put.length === entries.length) this.#cache.apply(outcome.namespace, { put });
        else await this.#cache.follow(outcome.namespace);
        return {
          ids: outcome.written.map(({ id }) => id),
          replaced: outcome.written.filter(({ replaced }) => replaced).length,
        };
      }
      state = await this.#store.findNamespace(tenantId, namespace);
    }
    throw new ServiceError('overloaded', 'The namespace is changing its model; try again.');
  }

  async update(request: {
    tenantId: string;
    state: NamespaceState;
    id: string;
    change: EntryChange;
    forgetVersions?: boolean;
    now: number;
    signal?: AbortSignal;
  }): Promise<Entry> {
    const { tenantId, id, change, now } = request;
    const embedded = new EmbeddedContents(
      this.#models,
      change.content === undefined ? [] : [change.content],
      request,
    );
    let state: NamespaceState | undefined = request.state;
    for (let attempt = 0; state && attempt < maxAttempts; attempt++) {
      const embeddings = await this.#embeddingsOf(change, state, embedded);
      request.signal?.throwIfAborted();
      const { forgetVersions = false } = request;
      const command = {
        id,
        namespaceId: state.id,
        model: state.model,
        change,
        embeddings,
        forgetVersions,
        now,
      };
      const outcome = await this.#store.updateEntry(command);
      switch (outcome.outcome) {
        case 'updated':
          await this.#cache.follow(outcome.namespace);
          return outcome.entry;
        case 'not_found':
          throw new ServiceError('entry_not_found');
        case 'version_conflict':
          throw new ServiceError('version_conflict');
        case 'external_id_taken':
          throw new ServiceError('validation_failed', 'Another entry of the namespace has this externalId.', {
            details: [{ path: 'externalId', code: 'taken', message: 'Another entry has it.' }],
          });
        case 'model_changed':
          state = await this.#store.findNamespace(tenantId, state.name);
      }
    }
    if (!state) throw new ServiceError('entry_not_found');
    throw new ServiceError('overloaded', 'The namespace is changing its model; try again.');
  }

  /** Of changed content; none where it stays. */
  async #embeddingsOf(
    { content, vector }: EntryChange,
    state: NamespaceState,
    embedded: EmbeddedContents,
  ): Promise<readonly Embedding[]> {
    if (content === undefined) return [];
    const own = ownEmbeddings([{ content, vector }], state, () => 'vector');
    if (own) return own;
    const { embedWith } = await this.#plan(state);
    return (await embedded.under(embedWith))[0]!;
  }

  async #plan(state: NamespaceState | undefined): Promise<Plan> {
    const wanted = this.#wantedModel();
    const model = state?.model ?? wanted;
    const embedder = await this.#models.find(model);
    const others = model === wanted ? [] : [wanted];
    if (!embedder) return { model, dims: state?.dims ?? 0, embedWith: others };
    return { model, dims: embedder.dims, embedWith: [model, ...others] };
  }

  #prepare(entry: NewEntry, embeddings: readonly Embedding[], now: number): EntryToWrite {
    return {
      id: entry.id ?? this.#newId('mem'),
      ...(entry.keepId !== undefined && { keepId: entry.keepId }),
      content: entry.content,
      metadata: entry.metadata,
      ...(entry.externalId !== undefined && { externalId: entry.externalId }),
      ...(entry.expiresAt !== undefined && { expiresAt: entry.expiresAt }),
      ...(entry.occurredAt !== undefined && { occurredAt: entry.occurredAt }),
      ...(entry.flags && entry.flags.length > 0 && { flags: entry.flags }),
      ...(entry.source && { source: entry.source }),
      createdAt: entry.createdAt ?? now,
      updatedAt: entry.updatedAt ?? now,
      embeddings,
    };
  }
}

/** The vectors of some contents under each model that is asked for; a second attempt does not embed again. */
class EmbeddedContents {
  readonly #models: Models;
  readonly #contents: readonly string[];
  readonly #options: { tenant: string; signal?: AbortSignal; maxPassages?: number };
  readonly #byModel = new Map<string, Embedding[]>();

  constructor(
    models: Models,
    contents: readonly string[],
    request: { tenantId: string; signal?: AbortSignal | undefined; maxPassages?: number },
  ) {
    this.#models = models;
    this.#contents = contents;
    this.#options = {
      tenant: request.tenantId,
      ...(request.signal && { signal: request.signal }),
      ...(request.maxPassages !== undefined && { maxPassages: request.maxPassages }),
    };
  }

  /** For each content, its embedding under each of the models that is available. */
  async under(models: readonly string[]): Promise<Embedding[][]> {
    const lists: Embedding[][] = [];
    for (const model of models) {
      let list = this.#byModel.get(model);
      if (!list) {
        const embedder = await this.#models.find(model);
        if (!embedder) continue;
        list = await embedContents(embedder, this.#contents, this.#options);
        this.#byModel.set(model, list);
      }
      lists.push(list);
    }
    return this.#contents.map((_, i) => lists.map((list) => list[i]!));
  }
}

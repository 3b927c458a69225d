import type { Embedder } from '../embedding/embedder.ts';
import { embedContents, type Models, windowTexts } from '../models.ts';
import type { NamespaceCache } from '../namespace-cache.ts';
import type { MemoryStore, NamespaceState, RecutEntry, StoredEmbedding } from '../store.ts';

const batchSize = 32;

/**
 * Brings entries that were cut into passages by older rules to today's, while the service answers: the store lists them, and a batch is taken off in the transaction that stores its vectors, so that a crash
 * loses one batch. Vectors that a server or a caller made stay as they are: those would cost money, and these cannot be made again.
 */
export class Recutting {
  readonly #store: MemoryStore;
  readonly #models: Models;
  readonly #cache: NamespaceCache;

  constructor(store: MemoryStore, models: Models, cache: NamespaceCache) {
    this.#store = store;
    this.#models = models;
    this.#cache = cache;
  }

  /** One small piece of work; false when there is none left. */
  async step(signal?: AbortSignal): Promise<boolean> {
    const batch = await this.#store.readRecuts(batchSize);
    for (const { namespace, ids } of batch) {
      const entries = await this.#recut(namespace, ids, signal);
      const after = await this.#store.finishRecuts(namespace.id, namespace.model, entries);
      if (after) await this.#cache.follow(after);
    }
    return batch.length > 0;
  }

  async #recut(
    namespace: NamespaceState,
    ids: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<RecutEntry[]> {
    const embedder = await this.#models.find(namespace.model);
    const stored: StoredEmbedding[] = [];
    for (const id of ids) {
      const found = await this.#store.readEmbedding(namespace.id, namespace.model, id);
      if (found) stored.push(found);
    }
    const isOld = stored.map((one) => embedder?.embedsWindows === true && isCutOtherwise(embedder, one));
    const contents = stored.filter((_, i) => isOld[i]).map(({ entry }) => entry.content);
    const embeddings = embedder
      ? await embedContents(embedder, contents, { tenant: 'recutting', ...(signal && { signal }) })
      : [];
    let next = 0;
    return stored.map(({ entry: { id, content } }, i) =>
      isOld[i] ? { id, content, embedding: embeddings[next++]! } : { id, content },
    );
  }
}

/** Whether an entry would have other passages, or windows, if it were written now. */
function isCutOtherwise(embedder: Embedder, { entry, ranges, windows }: StoredEmbedding): boolean {
  // Without vectors it is written anew soon.
  if (!ranges) return false;
  const cut = embedder.split(entry.content);
  const isSame =
    cut.length === ranges.length &&
    cut.every(({ start, end }, i) => start === ranges[i]!.start && end === ranges[i]!.end);
  if (!isSame) return true;
  return !windows && windowTexts(entry.content, cut).some(({ length }) => length > 0);
}

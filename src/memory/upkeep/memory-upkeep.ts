import type { Clock } from '../../kernel/clock.ts';
import type { NamespaceCache } from '../namespace-cache.ts';
import type { MemoryStore } from '../store.ts';
import { BatchSize } from './batch-size.ts';
import type { Recutting } from './recutting.ts';
import type { Reembedding } from './reembedding.ts';

const sweepBatch = 500;
const intervalMs = 10_000;
/** How far back an index can be brought up to date by what changed since; older ones are loaded again. */
const historyMs = 24 * 3_600_000;

/** The work that nobody asks for: expired entries, rows of deleted namespaces, embedding and cutting again. In small pieces, so that calls pass between. */
export class MemoryUpkeep {
  readonly #store: MemoryStore;
  readonly #cache: NamespaceCache;
  readonly #reembedding: Reembedding;
  readonly #recutting: Recutting;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  readonly #leads: () => boolean;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: {
    store: MemoryStore;
    cache: NamespaceCache;
    reembedding: Reembedding;
    recutting: Recutting;
    clock: Clock;
    onFailure: (error: unknown) => void;
    /** Whether this process does the work for all that share the store. */
    leads?: () => boolean;
  }) {
    this.#store = parts.store;
    this.#cache = parts.cache;
    this.#reembedding = parts.reembedding;
    this.#recutting = parts.recutting;
    this.#clock = parts.clock;
    this.#onFailure = parts.onFailure;
    this.#leads = parts.leads ?? (() => true);
  }

  /** Begins at once: a crash may have left something half done. */
  start(): void {
    this.#running = this.#round();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  /** Everything that is due now. */
  async run(): Promise<void> {
    // Of several nodes one is enough; the others follow by the revisions of their namespaces.
    if (!this.#leads()) {
      await this.#cache.removeOrphans();
      return;
    }
    await this.removeExpired();
    await this.#repeat((limit) => this.#store.purgeDropped(limit));
    const before = this.#clock.now() - historyMs;
    while (!this.#stopping.signal.aborted && (await this.#store.trimHistory(before, sweepBatch)));
    await this.#cache.removeOrphans();
    // Both may take hours, and nobody's entries may outlive their time for it.
    const { signal } = this.#stopping;
    while (!signal.aborted && (await this.#reembedding.step(signal))) await this.removeExpired();
    // After it: a namespace that gets another model is cut anew with it.
    while (!signal.aborted && (await this.#recutting.step(signal))) await this.removeExpired();
  }

  async removeExpired(): Promise<number> {
    let total = 0;
    await this.#repeat(async (limit) => {
      const removed = await this.#store.removeExpired(this.#clock.now(), limit);
      for (const { namespace, ids } of removed) {
        this.#cache.apply(namespace, { remove: ids });
        total += ids.length;
      }
      return removed.length > 0;
    });
    return total;
  }

  /** Until there is no more to do; with fewer entries at a time where the disk is full. */
  async #repeat(step: (limit: number) => Promise<boolean>): Promise<void> {
    const batch = new BatchSize(sweepBatch);
    let isMore = true;
    while (isMore && !this.#stopping.signal.aborted) {
      try {
        isMore = await step(batch.value);
      } catch (error) {
        if (!batch.shrinkAfter(error)) throw error;
      }
    }
  }

  async #round(): Promise<void> {
    try {
      await this.run();
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#onFailure(error);
    }
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#round();
    }, intervalMs);
    this.#timer.unref();
  }
}

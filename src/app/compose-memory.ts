import type { Clock } from '../kernel/clock.ts';
import type { NewId } from '../kernel/ids.ts';
import type { Embedder } from '../memory/embedding/embedder.ts';
import { EntryWriter } from '../memory/entry-writer.ts';
import type { ContentGuard } from '../memory/guard/content-guard.ts';
import { EntryGuard } from '../memory/guard/entry-guard.ts';
import { MemoryAudit } from '../memory/guard/memory-audit.ts';
import { collectBigBuffersBy } from '../memory/index/columns/big-buffers.ts';
import { NamespaceMaps } from '../memory/map/namespace-maps.ts';
import { Memory } from '../memory/memory.ts';
import { Models } from '../memory/models.ts';
import { NamespaceCache } from '../memory/namespace-cache.ts';
import type { Reranker } from '../memory/reranking/reranker.ts';
import type { IndexFactory, SnapshotStore } from '../memory/search-index.ts';
import type { ErasureReport } from '../memory/store.ts';
import { Transfer } from '../memory/transfer.ts';
import { MemoryUpkeep } from '../memory/upkeep/memory-upkeep.ts';
import { Recutting } from '../memory/upkeep/recutting.ts';
import { Reembedding } from '../memory/upkeep/reembedding.ts';
import { collectGarbage, collectYoungGarbage, makeEverythingYoung } from '../platform/collect-garbage.ts';
import { findBytes } from '../storage/embedded/find-bytes.ts';
import type { Storage } from '../storage/storage.ts';

export interface MemoryOptions {
  storage: Pick<Storage, 'memory' | 'snapshots' | 'folder'> &
    Partial<Pick<Storage, 'leads' | 'onChange' | 'signals'>>;
  clock: Clock;
  newId: NewId;
  embedder: Embedder;
  /** Opens a model that older namespaces may still answer with. */
  openEmbedder?: (id: string) => Promise<Embedder | undefined>;
  /** Puts the best results of a search in order, where a search asks for it. */
  reranker?: Reranker | undefined;
  /** Looks at what is written; nothing does where it is absent. */
  guard?: ContentGuard | undefined;
  indexes: IndexFactory;
  /** Memory that indexes may take. */
  indexBytes: number;
  snapshotMinEntries?: number;
  /** Where snapshots of indexes go; a folder of the data folder unless something else is wanted. */
  snapshots?: SnapshotStore;
  /** Told of failures in the background, which nobody waits for. */
  onFailure: (error: unknown) => void;
}

/** Reading or saving so many leaves tens of megabytes behind, and takes so long that collecting them does not show. */
const manyEntries = 100_000;
/** So many are read between two collections of what they were read into: it would fill fifty megabytes of the C library's heap with holes. */
const someEntries = 4_096;
/** The same for parts of a snapshot, of up to 4 MiB each. */
const someParts = 4;
/** Other nodes are told by this name. */
const erasing = 'erasing';

export type MemoryParts = Awaited<ReturnType<typeof composeMemory>>;

/** The memory half of the service, put together over a data folder. Nothing runs in the background until `upkeep.start()`. */
export async function composeMemory(options: MemoryOptions) {
  const { storage, clock, newId, indexes, onFailure } = options;
  const { memory: store, folder } = storage;
  const models = new Models(options.embedder, options.openEmbedder);
  collectBigBuffersBy(collectGarbage);
  makeEverythingYoung();
  const cache = new NamespaceCache({
    store,
    models,
    indexes,
    snapshots: options.snapshots ?? storage.snapshots,
    maxBytes: options.indexBytes,
    clock,
    onFailure,
    // Once the page is let go of: collecting while it is in use would move all of it to where only a whole collection finds it.
    onRead: youngCollectedEvery(someEntries, (collect) => setImmediate(collect)),
    onWritten: youngCollectedEvery(someParts),
    onBuilt: collectedIfMany,
    onSaved: collectedIfMany,
    ...(options.snapshotMinEntries !== undefined && { snapshotMinEntries: options.snapshotMinEntries }),
  });
  const reembedding = await Reembedding.open(store, models, cache);
  const recutting = new Recutting(store, models, cache);
  const writer = new EntryWriter({ store, models, cache, newId, wantedModel: () => reembedding.wanted });
  const guard = new EntryGuard(options.guard);
  const memory = new Memory({ store, models, cache, writer, clock, reranker: options.reranker, guard });
  const transfer = new Transfer({ memory, store, writer, clock, guard });
  const upkeep = new MemoryUpkeep({
    store,
    cache,
    reembedding,
    recutting,
    clock,
    onFailure,
    ...(storage.leads && { leads: storage.leads }),
  });
  // Another node may have gone back to an older model.
  storage.onChange?.(() => void reembedding.refresh().catch(onFailure));
  storage.signals?.listen(erasing, () => cache.forgetAll());
  return {
    store,
    models,
    cache,
    reembedding,
    recutting,
    memory,
    transfer,
    audit: new MemoryAudit({ store, writer, guard, clock }),
    maps: new NamespaceMaps({ store, models, cache, clock }),
    upkeep,
    /** Leaves no byte of what was deleted in any file, and says where one of these texts is found nevertheless, and what cannot be reached. */
    async eraseTraces(absent: readonly string[] = []): Promise<ErasureReport> {
      // What other nodes hold in memory must not come back with a snapshot that they save later.
      storage.signals?.tell(erasing, '');
      while (await store.purgeDropped(500));
      await upkeep.removeExpired();
      await cache.removeOrphans();
      await cache.refreshSnapshots();
      const { traces, beyond } = await store.eraseTraces(absent);
      return { traces: [...traces, ...(await findBytes(folder, absent))], beyond };
    },
    async close(): Promise<void> {
      await upkeep.stop();
      await cache.close();
      await models.close();
      await options.reranker?.close();
      await indexes.close?.();
    },
  };
}

function collectedIfMany(entries: number): void {
  if (entries >= manyEntries) collectGarbage();
}

function youngCollectedEvery(
  many: number,
  when: (collect: () => void) => void = (collect) => collect(),
): (some?: number) => void {
  let sum = 0;
  return (some = 1) => {
    sum += some;
    if (sum < many) return;
    sum = 0;
    when(collectYoungGarbage);
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../src/kernel/clock.ts';
import { createIdMaker } from '../../src/kernel/ids.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import type { MemoryCaller } from '../../src/memory/entry.ts';
import { EntryWriter } from '../../src/memory/entry-writer.ts';
import { Memory } from '../../src/memory/memory.ts';
import { Models } from '../../src/memory/models.ts';
import { NamespaceCache } from '../../src/memory/namespace-cache.ts';
import { Reembedding } from '../../src/memory/reembedding.ts';
import type { IndexFactory } from '../../src/memory/search-index.ts';
import { Transfer } from '../../src/memory/transfer.ts';
import { MemoryUpkeep } from '../../src/memory/upkeep.ts';
import { openDataFolder } from '../../src/storage/embedded/data-folder.ts';
import { EmbeddedMemoryStore } from '../../src/storage/embedded/memory-store.ts';
import { SnapshotFiles } from '../../src/storage/embedded/snapshot-files.ts';
import { naiveIndexes } from './naive-index.ts';
import { StubEmbedder } from './stub-embedder.ts';

export interface HarnessOptions {
  path: string;
  embedder?: Embedder;
  /** Models that older namespaces may still need. */
  others?: Embedder[];
  clock?: Clock;
  indexes?: IndexFactory;
  maxBytes?: number;
  snapshotMinEntries?: number;
}

/** Memory over a real data folder, without the transport. */
export async function openMemory(options: HarnessOptions) {
  const clock = options.clock ?? { now: () => Date.now() };
  const folder = openDataFolder(options.path);
  for (const tenantId of ['ten_a', 'ten_b']) {
    await folder.database.write(() =>
      folder.database.run(
        'INSERT OR IGNORE INTO tenants (id, name, created_at) VALUES (?, ?, 0)',
        tenantId,
        tenantId,
      ),
    );
  }
  const store = new EmbeddedMemoryStore(folder.database);
  const models = new Models(options.embedder ?? new StubEmbedder(), async (id) =>
    options.others?.find((embedder) => embedder.id === id),
  );
  const snapshots = new SnapshotFiles(join(options.path, 'indexes'));
  const cache = new NamespaceCache({
    store,
    models,
    indexes: options.indexes ?? naiveIndexes,
    snapshots,
    maxBytes: options.maxBytes ?? 1e9,
    snapshotMinEntries: options.snapshotMinEntries ?? 2_000,
    onSnapshotFailure: (error) => {
      throw error;
    },
  });
  const reembedding = await Reembedding.open(store, models, cache);
  const newId = createIdMaker(clock);
  const writer = new EntryWriter({ store, models, cache, newId, wantedModel: () => reembedding.wanted });
  const memory = new Memory({ store, models, cache, writer, clock });
  const transfer = new Transfer({ memory, writer, clock });
  const upkeep = new MemoryUpkeep({
    store,
    cache,
    reembedding,
    clock,
    onFailure: (error) => {
      throw error;
    },
  });
  return {
    folder,
    store,
    models,
    cache,
    snapshots,
    reembedding,
    writer,
    memory,
    transfer,
    upkeep,
    async close() {
      await upkeep.stop();
      await cache.close();
      folder.close();
    },
  };
}

export type MemoryHarness = Awaited<ReturnType<typeof openMemory>>;

export const anna: MemoryCaller = { tenantId: 'ten_a', mayUseNamespace: () => true };
export const bert: MemoryCaller = { tenantId: 'ten_b', mayUseNamespace: () => true };

/** A folder that goes away with `dispose`. */
export function temporaryFolder(): { path: string; dispose(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lorekeep-memory-'));
  return { path, dispose: () => rmSync(path, { recursive: true, force: true }) };
}

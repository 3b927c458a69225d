import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeMemory, type MemoryOptions } from '../../src/app/compose-memory.ts';
import { createIdMaker } from '../../src/kernel/ids.ts';
import type { Embedder } from '../../src/memory/embedding/embedder.ts';
import type { MemoryCaller } from '../../src/memory/entry.ts';
import { openDataFolder } from '../../src/storage/embedded/data-folder.ts';
import { EmbeddedMemoryStore } from '../../src/storage/embedded/memory/memory-store.ts';
import { SnapshotFiles, snapshotFolder } from '../../src/storage/embedded/memory/snapshot-files.ts';
import { naiveIndexes } from './naive-index.ts';
import { StubEmbedder } from './stub-embedder.ts';

export interface HarnessOptions extends Partial<MemoryOptions> {
  path: string;
  /** Models that older namespaces may still need. */
  others?: Embedder[];
}

/** Memory over a real data folder with the tenants `ten_a` and `ten_b`, without the transport. */
export async function openMemory({ path, others, ...options }: HarnessOptions) {
  const clock = options.clock ?? { now: () => Date.now() };
  const folder = openDataFolder(path);
  for (const tenant of ['ten_a', 'ten_b']) {
    await folder.database.write(() =>
      folder.database.run(
        'INSERT OR IGNORE INTO tenants (id, name, created_at) VALUES (?, ?, 0)',
        tenant,
        tenant,
      ),
    );
  }
  const parts = await composeMemory({
    storage: {
      memory: new EmbeddedMemoryStore(folder.database),
      snapshots: new SnapshotFiles(snapshotFolder(path)),
      folder: path,
    },
    clock,
    newId: createIdMaker(clock),
    embedder: new StubEmbedder(),
    openEmbedder: async (id) => others?.find((embedder) => embedder.id === id),
    indexes: naiveIndexes,
    indexBytes: 1e9,
    onFailure: (error) => {
      throw error;
    },
    ...options,
  });
  return {
    ...parts,
    folder,
    async close() {
      await parts.close();
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

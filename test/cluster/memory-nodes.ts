import { composeMemory } from '../../src/app/compose-memory.ts';
import { createIdMaker } from '../../src/kernel/ids.ts';
import { SnapshotFiles, snapshotFolder } from '../../src/storage/embedded/memory/snapshot-files.ts';
import { PostgresMemoryStore } from '../../src/storage/postgres/memory/memory-store.ts';
import { anna, temporaryFolder } from '../memory/harness.ts';
import { naiveIndexes } from '../memory/naive-index.ts';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { openPool } from '../support/postgres.ts';

/** The memory of one node, without a transport: its own index and cache over a database that it shares. */
export async function openNode(url: string, options: { snapshotMinEntries?: number } = {}) {
  const folder = temporaryFolder();
  const database = openPool(url);
  const clock = { now: () => Date.now() };
  await database.run("INSERT INTO tenants VALUES ('ten_a', 'ten_a', 0) ON CONFLICT DO NOTHING");
  const parts = await composeMemory({
    storage: {
      memory: new PostgresMemoryStore(database),
      snapshots: new SnapshotFiles(snapshotFolder(folder.path)),
      folder: folder.path,
    },
    clock,
    newId: createIdMaker(clock),
    embedder: new StubEmbedder(),
    indexes: naiveIndexes,
    indexBytes: 1e9,
    onFailure: (error) => {
      throw error;
    },
    ...options,
  });
  return {
    ...parts,
    database,
    write: async (...contents: string[]): Promise<string[]> =>
      (
        await parts.memory.write(anna, {
          namespace: 'notes',
          entries: contents.map((content) => ({ content, metadata: {} })),
        })
      ).ids,
    /** Everything that a search finds, in the order of the alphabet. */
    found: async (): Promise<string[]> =>
      (await parts.memory.search(anna, { namespace: 'notes', query: 'entry', limit: 100 }))
        .map(({ content }) => content)
        .sort(),
    async close() {
      await parts.close();
      await database.close();
      folder.dispose();
    },
  };
}

export type MemoryNode = Awaited<ReturnType<typeof openNode>>;

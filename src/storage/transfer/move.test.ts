import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/app.ts';
import { createTestDatabase, openPool } from '../../../test/support/postgres.ts';
import { openDataFolder } from '../embedded/data-folder.ts';
import { EmbeddedMemoryStore } from '../embedded/memory/memory-store.ts';
import { PostgresMemoryStore } from '../postgres/memory/memory-store.ts';
import { moveToFolder, moveToPostgres } from './move.ts';

const id = (n: number) => `mem_${String(n).padStart(26, '0')}`;

/** One page of rows and one more, a namespace that was dropped, and a choice of model. */
async function fill(dataDir: string): Promise<void> {
  const folder = openDataFolder(dataDir);
  await folder.database.write(() =>
    folder.database.run("INSERT INTO tenants (id, name, created_at) VALUES ('ten_a', 'a', 0)"),
  );
  const store = new EmbeddedMemoryStore(folder.database);
  const write = (namespace: string, count: number) =>
    store.writeEntries({
      tenantId: 'ten_a',
      namespace,
      model: 'm1',
      dims: 2,
      now: 1_000,
      entries: Array.from({ length: count }, (_, i) => ({
        id: id(i),
        content: `${namespace} ${i}`,
        metadata: { i },
        createdAt: 1_000,
        updatedAt: 1_000,
        embeddings: [{ model: 'm1', ranges: [{ start: 0, end: 1 }], vectors: [Float32Array.of(i, 1)] }],
      })),
    });
  await write('dropped', 1);
  await store.dropNamespace('ten_a', 'dropped');
  await write('notes', 501);
  await store.saveModelChoice({ configured: 'm1', wanted: 'm1' });
  folder.close();
}

test('what a folder holds is in an empty Postgres, and back in an empty folder, all of it', async () => {
  const dataDir = temporaryFolder();
  await fill(dataDir);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await database.empty();
  const reported: Array<[number, number]> = [];
  const digests = await moveToPostgres(dataDir, database.url, (done, total) => reported.push([done, total]));
  expect(reported.at(-1)![0]).toBe(reported.at(-1)![1]);
  const rowsOf = (list: typeof digests) => Object.fromEntries(list.map(({ table, rows }) => [table, rows]));
  expect(rowsOf(digests)).toMatchObject({
    tenants: 1,
    memory_namespaces: 2,
    memory_entries: 502,
    memory_model_choice: 1,
  });
  await expect(moveToPostgres(dataDir, database.url, () => {})).rejects.toThrow('data at the target already');
  await expect(moveToPostgres(temporaryFolder(), database.url, () => {})).rejects.toThrow(
    'There is no data in',
  );

  const pool = openPool(database.url);
  const there = new PostgresMemoryStore(pool);
  const state = (await there.findNamespace('ten_a', 'notes'))!;
  expect(state).toMatchObject({ entries: 501, model: 'm1', dims: 2, revision: 1 });
  expect(await there.findNamespace('ten_a', 'dropped')).toBeUndefined();
  expect((await there.listNamespaces('ten_a', undefined, 5)).items).toHaveLength(1);
  expect(await there.readModelChoice()).toEqual({ configured: 'm1', wanted: 'm1' });
  expect((await there.readEmbedding(state.id, 'm1', id(500)))!.vectors).toEqual([Float32Array.of(500, 1)]);
  // The next number is one that none has.
  const entry = { id: id(900), content: 'x', metadata: {}, createdAt: 1, updatedAt: 1, embeddings: [] };
  const more = { tenantId: 'ten_a', namespace: 'more', model: 'm2', dims: 2, now: 2_000, entries: [entry] };
  expect(await there.writeEntries(more)).toMatchObject({ outcome: 'written' });
  await pool.close();

  const back = join(temporaryFolder(), 'back');
  const secretKey = join(dataDir, 'secret.key');
  const returned = await moveToFolder(database.url, secretKey, back, () => {});
  expect(rowsOf(returned)).toMatchObject({ memory_namespaces: 3, memory_entries: 503 });
  await expect(moveToFolder(database.url, secretKey, back, () => {})).rejects.toThrow('holds data already');
  const folder = openDataFolder(back);
  const store = new EmbeddedMemoryStore(folder.database);
  expect(await store.findNamespace('ten_a', 'notes')).toMatchObject({ entries: 501, createdAt: 1_000 });
  const [last] = await store.readEntries(state.id, [id(500)]);
  expect(last).toMatchObject({ content: 'notes 500', metadata: { i: 500 } });
  folder.close();
});

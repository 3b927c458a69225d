import { expect, test, vi } from 'vitest';
import { memoryLimitsContract } from '../../../../test/contract/memory-limits.ts';
import { memoryRecutsContract } from '../../../../test/contract/memory-recuts.ts';
import { memoryStoreContract } from '../../../../test/contract/memory-store.ts';
import { temporaryFolder } from '../../../../test/memory/harness.ts';
import { openDataFolder } from '../data-folder.ts';
import { EmbeddedMemoryStore } from './memory-store.ts';

const open = async () => {
  const { path, dispose } = temporaryFolder();
  let folder = openDataFolder(path);
  for (const tenant of ['ten_a', 'ten_b']) {
    await folder.database.write(() =>
      folder.database.run('INSERT INTO tenants (id, name, created_at) VALUES (?, ?, 0)', tenant, tenant),
    );
  }
  return {
    store: new EmbeddedMemoryStore(folder.database),
    async reopen() {
      folder.close();
      folder = openDataFolder(path);
      return new EmbeddedMemoryStore(folder.database);
    },
    listForRecut: (ids: readonly string[]) =>
      folder.database.write(() => {
        for (const id of ids)
          folder.database.run('INSERT INTO memory_recuts SELECT row FROM memory_entries WHERE id = ?', id);
      }),
    async close() {
      folder.close();
      dispose();
    },
  };
};

memoryStoreContract('embedded', open);
memoryLimitsContract('embedded', open);
memoryRecutsContract('embedded', open);

test('a namespace whose vectors are too many for one page is read in smaller ones', async () => {
  const { path, dispose } = temporaryFolder();
  const folder = openDataFolder(path);
  const { database } = folder;
  const store = new EmbeddedMemoryStore(database);
  await database.write(() =>
    database.run("INSERT INTO tenants (id, name, created_at) VALUES ('ten_a', 'a', 0)"),
  );
  const ids = Array.from({ length: 9 }, (_, i) => `mem_${i}`);
  const outcome = await store.writeEntries({
    tenantId: 'ten_a',
    namespace: 'notes',
    model: 'm1',
    dims: 2,
    now: 1_000,
    entries: ids.map((id, i) => ({
      id,
      content: id,
      metadata: {},
      createdAt: 1,
      updatedAt: 1,
      embeddings: [{ model: 'm1', ranges: [{ start: 0, end: 5 }], vectors: [Float32Array.of(i, 1)] }],
    })),
  });
  const columns = database.columns.bind(database);
  vi.spyOn(database, 'columns').mockImplementation((sql, ...values) => {
    if (sql.includes('group_concat') && Number(values.at(-1)) > 2)
      throw Object.assign(new Error('string or blob too big'), { errcode: 18 });
    return columns(sql, ...values);
  });
  const read: Array<[string, number | undefined]> = [];
  if (outcome.outcome === 'written')
    await store.readAllEmbeddings(outcome.namespace.id, 'm1', (items) => {
      for (const { entry, vectors } of items) read.push([entry.id, vectors?.[0]?.[0]]);
    });
  expect(read).toEqual(ids.map((id, i) => [id, i]));
  folder.close();
  dispose();
});

test('pages that an index is built from are short where contents are long, and long where they are short', async () => {
  const { path, dispose } = temporaryFolder();
  const folder = openDataFolder(path);
  const store = new EmbeddedMemoryStore(folder.database);
  await folder.database.write(() =>
    folder.database.run("INSERT INTO tenants (id, name, created_at) VALUES ('ten_a', 'a', 0)"),
  );
  const pagesOf = async (namespace: string, lengths: readonly number[]) => {
    const entries = lengths.map((length, i) => ({
      id: `mem_${namespace}_${String(i).padStart(5, '0')}`,
      content: 'x'.repeat(length),
      metadata: {},
      createdAt: 1,
      updatedAt: 1,
      embeddings: [{ model: 'm1', ranges: [{ start: 0, end: length }], vectors: [Float32Array.of(1, 0)] }],
    }));
    const command = { tenantId: 'ten_a', namespace, model: 'm1', dims: 2, now: 1_000, entries };
    const outcome = await store.writeEntries(command);
    if (outcome.outcome !== 'written') throw new Error(outcome.outcome);
    const ids: string[] = [];
    const pages: Array<{ entries: number; units: number }> = [];
    await store.readAllEmbeddings(outcome.namespace.id, 'm1', (items) => {
      // The last page may turn out to be empty.
      if (items.length === 0) return;
      ids.push(...items.map(({ entry }) => entry.id));
      pages.push({
        entries: items.length,
        units: items.reduce((sum, { entry }) => sum + entry.content.length, 0),
      });
    });
    expect(ids).toEqual(entries.map(({ id }) => id));
    return pages;
  };
  const long = await pagesOf('long', Array(100).fill(256 * 1024));
  expect(long.map(({ entries }) => entries)).toEqual(Array(25).fill(4));
  const short = await pagesOf('short', Array(3_000).fill(50));
  expect(short.map(({ entries }) => entries)).toEqual([16, 64, 256, 512, 512, 512, 512, 512, 104]);
  const mixed = await pagesOf('mixed', [...Array(700).fill(50), ...Array(40).fill(256 * 1024)]);
  expect(Math.max(...mixed.map(({ units }) => units))).toBeLessThanOrEqual(1024 * 1024);
  expect((await pagesOf('one', [2 * 1024 * 1024, 1])).map(({ entries }) => entries)).toEqual([1, 1]);
  folder.close();
  dispose();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/storage/embedded/database.ts';
import { anna, bert, openMemory, temporaryFolder } from './harness.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

/** Counts the statements that are run from here on. */
function countStatements(database: Database): () => number {
  let count = 0;
  for (const name of ['get', 'all', 'columns'] as const) {
    const original = database[name] as (...args: unknown[]) => unknown;
    Object.defineProperty(database, name, {
      value: (...args: unknown[]) => {
        count++;
        return original.apply(database, args);
      },
    });
  }
  return () => count;
}

test('a search in a namespace that is loaded takes one statement, and one more after a write, however many entries it finds', async () => {
  const harness = await openMemory({ path: folder.path });
  const entries = Array.from({ length: 40 }, (_, i) => ({ content: `entry ${i}`, metadata: { i } }));
  await harness.memory.write(anna, { namespace: 'a', entries });
  const search = () => harness.memory.search(anna, { namespace: 'a', query: 'entry', limit: 30 });
  const before = await search();
  const statements = countStatements(harness.folder.database);
  const found = await search();
  expect(statements()).toBe(1);
  expect(found).toEqual(before);
  expect(found).toHaveLength(30);
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
  await harness.memory.write(bert, { namespace: 'b', entries: [{ content: 'elsewhere', metadata: {} }] });
  const afterWrite = statements();
  await search();
  expect(statements() - afterWrite).toBe(2);
  await harness.close();
});

test('what a search remembers of the store never hides a write, a deletion or a write that was undone', async () => {
  const harness = await openMemory({ path: folder.path });
  const write = (content: string) =>
    harness.memory.write(anna, { namespace: 'a', entries: [{ content, metadata: {} }] });
  const contents = async () =>
    (await harness.memory.search(anna, { namespace: 'a', query: 'entry', limit: 9 })).map(
      ({ content }) => content,
    );
  expect(await contents()).toEqual([]);
  const { ids } = await write('entry one');
  expect(await contents()).toEqual(['entry one']);
  await expect(
    harness.folder.database.write(() => {
      harness.folder.database.run("UPDATE memory_namespaces SET name = 'gone'");
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await contents()).toEqual(['entry one']);
  await write('entry two');
  expect((await contents()).toSorted()).toEqual(['entry one', 'entry two']);
  await harness.memory.delete(anna, ids[0]!);
  expect(await contents()).toEqual(['entry two']);
  await harness.memory.deleteNamespace(anna, 'a');
  expect(await contents()).toEqual([]);
  await harness.close();
});

test('a namespace that was deleted, or is of another tenant, is not found by what was remembered of it', async () => {
  const harness = await openMemory({ path: folder.path });
  const write = (content: string) =>
    harness.memory.write(anna, { namespace: 'a', entries: [{ content, metadata: {} }] });
  const search = (caller: typeof anna) =>
    harness.memory.search(caller, { namespace: 'a', query: 'one', limit: 3 });
  await write('the old one');
  expect(await search(anna)).toHaveLength(1);
  expect(await search(bert)).toEqual([]);
  await harness.memory.deleteNamespace(anna, 'a');
  expect(await search(anna)).toEqual([]);
  await write('the new one');
  expect((await search(anna)).map(({ content }) => content)).toEqual(['the new one']);
  await harness.close();
});

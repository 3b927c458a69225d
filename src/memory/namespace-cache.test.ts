import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anna, bert, type MemoryHarness, openMemory, temporaryFolder } from '../../test/memory/harness.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

const write = (harness: MemoryHarness, namespace: string, contents: string[]) =>
  harness.memory.write(anna, { namespace, entries: contents.map((content) => ({ content, metadata: {} })) });

const contentsOf = async (harness: MemoryHarness, namespace: string): Promise<string[]> =>
  (await harness.memory.search(anna, { namespace, query: 'entry', limit: 100 }))
    .map(({ content }) => content)
    .sort();

const snapshotFiles = () => readdirSync(join(folder.path, 'indexes'));

test('indexes beyond the memory budget go out, least recently used first, and come back when asked for', async () => {
  // The naive index counts a thousand bytes an entry: room for two namespaces of two entries.
  const harness = await openMemory({ path: folder.path, indexBytes: 4_000 });
  for (const name of ['a', 'b', 'c']) {
    await write(harness, name, ['entry one', 'entry two']);
    await contentsOf(harness, name);
  }
  expect(harness.cache.size).toBe(2);
  expect(harness.cache.memoryBytes).toBeLessThanOrEqual(4_000);
  expect(await contentsOf(harness, 'a')).toEqual(['entry one', 'entry two']);
  expect(harness.cache.size).toBe(2);
  await harness.close();
});

test('many calls for one namespace load it once', async () => {
  const harness = await openMemory({ path: folder.path });
  await write(harness, 'a', ['entry one']);
  const results = await Promise.all(Array.from({ length: 10 }, () => contentsOf(harness, 'a')));
  expect(results.every((contents) => contents.length === 1)).toBe(true);
  expect(harness.cache.size).toBe(1);
  await harness.close();
});

test('a namespace that grows is indexed before anybody searches it, and a small one is not', async () => {
  const harness = await openMemory({ path: folder.path });
  for (let batch = 0; batch < 6; batch++)
    await write(
      harness,
      'large',
      Array.from({ length: 200 }, (_, i) => `entry ${batch * 200 + i}`),
    );
  await write(harness, 'small', ['entry one']);
  await vi.waitFor(() => expect(harness.cache.size).toBe(1));
  await write(harness, 'large', ['the last one']);
  const [found] = await harness.memory.search(anna, { namespace: 'large', query: 'the last one', limit: 1 });
  expect(found!.content).toBe('the last one');
  await harness.close();
});

test('an index that follows the store takes what is written meanwhile from memory, so that it catches up under steady writes', async () => {
  const harness = await openMemory({ path: folder.path });
  const batch = (name: string) => Array.from({ length: 300 }, (_, i) => `entry ${name} ${i}`);
  await write(harness, 'a', batch('first'));
  const { readAllEmbeddings, readChanges } = harness.store;
  harness.store.readAllEmbeddings = async (...args) => {
    const version = await readAllEmbeddings.apply(harness.store, args);
    // Written while the index is loaded: it does not see these.
    for (const name of ['second', 'third', 'fourth']) await write(harness, 'a', batch(name));
    return version;
  };
  let [pages, written] = [0, 1_200];
  harness.store.readChanges = async (...args) => {
    pages++;
    const page = await readChanges.apply(harness.store, args);
    if (pages <= 20) {
      // More than a page holds.
      for (const part of ['early', 'late']) await write(harness, 'a', batch(`page ${pages} ${part}`));
      written += 600;
    }
    return page;
  };
  const [found] = await harness.memory.search(anna, { namespace: 'a', query: 'entry fourth 299', limit: 1 });
  expect(found!.content).toBe('entry fourth 299');
  // As far as the store has it.
  await harness.cache.close();
  expect(pages).toBeLessThan(10);
  const last = `entry page ${pages} late 299`;
  const [newest] = await harness.memory.search(anna, { namespace: 'a', query: last, limit: 1 });
  expect(newest!.content).toBe(last);
  expect((await harness.memory.namespace(anna, 'a')).entries).toBe(written);
  await harness.close();
});

test('a namespace that is deleted while it is being loaded leaves nothing behind', async () => {
  const harness = await openMemory({ path: folder.path });
  await write(harness, 'a', ['entry one']);
  const searching = contentsOf(harness, 'a').catch(() => []);
  await harness.memory.deleteNamespace(anna, 'a');
  await searching;
  await write(harness, 'a', ['entry two']);
  expect(await contentsOf(harness, 'a')).toEqual(['entry two']);
  await harness.close();
});

test('what is only written does not push out what is searched', async () => {
  const harness = await openMemory({ path: folder.path, indexBytes: 4_000 });
  await write(harness, 'searched', ['entry one', 'entry two', 'entry three']);
  await contentsOf(harness, 'searched');
  for (let batch = 0; batch < 6; batch++)
    await write(
      harness,
      'written',
      Array.from({ length: 200 }, (_, i) => `entry ${i}`),
    );
  expect(harness.cache.size).toBe(1);
  expect(harness.cache.memoryBytes).toBeLessThanOrEqual(4_000);
  await harness.close();
});

test('a restart takes the snapshot and adds what happened since', async () => {
  const options = { path: folder.path, snapshotMinEntries: 4 };
  const first = await openMemory(options);
  await write(first, 'a', ['entry 1', 'entry 2', 'entry 3', 'entry 4']);
  await contentsOf(first, 'a');
  await first.close();
  expect(snapshotFiles()).toHaveLength(1);

  // Written and deleted with no index in memory, so that only the store knows.
  const second = await openMemory({ ...options, snapshotMinEntries: 1_000 });
  const { items } = await second.memory.list(anna, { namespace: 'a', limit: 10, order: 'oldest' });
  await second.memory.delete(anna, items[0]!.id);
  await second.memory.update(anna, items[1]!.id, { content: 'entry two' });
  await write(second, 'a', ['entry 5']);
  await second.close();

  const third = await openMemory(options);
  let rowsRead = 0;
  const { readAllEmbeddings } = third.store;
  third.store.readAllEmbeddings = (...args) => {
    rowsRead++;
    return readAllEmbeddings.apply(third.store, args);
  };
  expect(await contentsOf(third, 'a')).toEqual(['entry 3', 'entry 4', 'entry 5', 'entry two']);
  expect(rowsRead).toBe(0);
  await third.close();
});

test('a snapshot that was not made of this very database is not used', async () => {
  const options = { path: folder.path, snapshotMinEntries: 2 };
  const first = await openMemory(options);
  const { ids } = await write(first, 'a', ['entry 1', 'entry 2', 'entry 3']);
  await contentsOf(first, 'a');
  await first.close();
  const second = await openMemory({ ...options, snapshotMinEntries: 1_000 });
  await second.memory.delete(anna, ids[0]!);
  const state = await second.store.findNamespace('ten_a', 'a');
  await second.store.noteSnapshot(state!.id, { mark: 'another life', revision: 1, stamp: 0 });
  await second.close();
  const third = await openMemory(options);
  expect(await contentsOf(third, 'a')).toEqual(['entry 2', 'entry 3']);
  await third.close();
});

test('writes, deletes and searches at the same time leave the index equal to the store', async () => {
  // Room for one of the three at its largest, so that they push each other out all the time.
  const harness = await openMemory({ path: folder.path, snapshotMinEntries: 20, indexBytes: 65_000 });
  const lanes = Array.from({ length: 6 }, async (_, lane) => {
    for (let i = 0; i < 15; i++) {
      const { ids } = await write(harness, `n${lane % 3}`, [`entry ${lane} ${i}`, `entry ${lane} ${i} b`]);
      await contentsOf(harness, `n${(lane + 1) % 3}`);
      if (i % 2) await harness.memory.delete(anna, ids[0]!);
      if (i % 3) await harness.memory.update(anna, ids[1]!, { content: `entry ${lane} ${i} changed` });
    }
  });
  await Promise.all(lanes);
  for (const name of ['n0', 'n1', 'n2']) {
    const state = await harness.store.findNamespace('ten_a', name);
    const stored = await harness.memory.list(anna, { namespace: name, limit: 200, order: 'oldest' });
    const indexed = await harness.cache.use(state!, (index) => [...index.matching(undefined, Date.now())]);
    expect(indexed).toEqual(stored.items.map(({ id }) => id).sort());
    expect(state!.entries).toBe(stored.items.length);
  }
  await harness.close();
});

test('an index that is too large for the budget is refused with the setting to raise, and pushes nobody out', async () => {
  // The naive index counts a thousand bytes an entry: room for four entries.
  const harness = await openMemory({ path: folder.path, indexBytes: 4_000 });
  await write(harness, 'small', ['entry one', 'entry two']);
  await contentsOf(harness, 'small');
  const { ids } = await write(harness, 'giant', ['entry 1', 'entry 2', 'entry 3', 'entry 4', 'entry 5']);
  await expect(contentsOf(harness, 'giant')).rejects.toMatchObject({
    code: 'index_memory_full',
    message: expect.stringContaining('memory.indexBytes'),
  });
  expect(harness.cache.size).toBe(1);
  let rowsRead = 0;
  const { readAllEmbeddings } = harness.store;
  harness.store.readAllEmbeddings = (...args) => {
    rowsRead++;
    return readAllEmbeddings.apply(harness.store, args);
  };
  await expect(contentsOf(harness, 'giant')).rejects.toMatchObject({ code: 'index_memory_full' });
  expect(await contentsOf(harness, 'small')).toEqual(['entry one', 'entry two']);
  // Neither was read again: the one is refused at once, the other is still there.
  expect(rowsRead).toBe(0);
  for (const id of ids.slice(0, 3)) await harness.memory.delete(anna, id);
  expect(await contentsOf(harness, 'giant')).toEqual(['entry 4', 'entry 5']);
  await harness.close();
});

test('an index that outgrows the budget while it is in use goes, and writes to it are stored', async () => {
  const harness = await openMemory({ path: folder.path, indexBytes: 4_000 });
  await write(harness, 'a', ['entry 1', 'entry 2', 'entry 3']);
  expect(await contentsOf(harness, 'a')).toHaveLength(3);
  await write(harness, 'a', ['entry 4', 'entry 5']);
  expect(harness.cache.memoryBytes).toBeLessThanOrEqual(4_000);
  await expect(contentsOf(harness, 'a')).rejects.toMatchObject({ code: 'index_memory_full' });
  const { items } = await harness.memory.list(anna, { namespace: 'a', limit: 10, order: 'oldest' });
  expect(items).toHaveLength(5);
  await harness.close();
});

/** Counts how often an index is built from rows, from here on. */
function countBuilds(harness: MemoryHarness): () => number {
  let builds = 0;
  const { readAllEmbeddings } = harness.store;
  harness.store.readAllEmbeddings = (...args) => {
    builds++;
    return readAllEmbeddings.apply(harness.store, args);
  };
  return () => builds;
}

const entries = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ content: `entry ${i}`, metadata: {} }));

test("a giant pushes out the cold namespaces of its own tenant, and another tenant's stay although they were not used for longer", async () => {
  // The naive index counts a thousand bytes an entry.
  const harness = await openMemory({ path: folder.path, indexBytes: 10_000 });
  const search = (caller: typeof anna, namespace: string) =>
    harness.memory.search(caller, { namespace, query: 'entry', limit: 100 });
  for (const [caller, namespace] of [
    [bert, 'theirs'],
    [anna, 'first'],
    [anna, 'second'],
  ] as const) {
    await harness.memory.write(caller, { namespace, entries: entries(2) });
    await search(caller, namespace);
  }
  await harness.memory.write(anna, { namespace: 'giant', entries: entries(5) });
  expect(await search(anna, 'giant')).toHaveLength(5);
  expect(harness.cache.memoryBytes).toBe(9_000);
  const builds = countBuilds(harness);
  for (const [caller, namespace] of [
    [bert, 'theirs'],
    [anna, 'second'],
    [anna, 'giant'],
  ] as const)
    await search(caller, namespace);
  expect(builds()).toBe(0);
  await search(anna, 'first');
  expect(builds()).toBe(1);
  await harness.close();
});

test('a giant of more than half of the memory is refused while other tenants use the rest, and comes in when they have not for ten minutes', async () => {
  let now = Date.now();
  const harness = await openMemory({ path: folder.path, indexBytes: 10_000, clock: { now: () => now } });
  const search = (caller: typeof anna, namespace: string) =>
    harness.memory.search(caller, { namespace, query: 'entry', limit: 100 });
  for (const namespace of ['one', 'two']) {
    await harness.memory.write(bert, { namespace, entries: entries(2) });
    await search(bert, namespace);
  }
  await harness.memory.write(anna, { namespace: 'giant', entries: entries(7) });
  const refused = { code: 'index_memory_full', message: expect.stringContaining('other tenants are using') };
  await expect(search(anna, 'giant')).rejects.toMatchObject(refused);
  const builds = countBuilds(harness);
  for (const namespace of ['one', 'two']) expect(await search(bert, namespace)).toHaveLength(2);
  // It is not built again for every search that is refused.
  await expect(search(anna, 'giant')).rejects.toMatchObject(refused);
  expect(builds()).toBe(0);
  now += 9 * 60_000;
  await search(bert, 'two');
  now += 60_000;
  expect(await search(anna, 'giant')).toHaveLength(7);
  expect(builds()).toBe(1);
  await search(bert, 'two');
  expect(builds()).toBe(1);
  expect(harness.cache.memoryBytes).toBe(9_000);
  await harness.close();
});

test('a tenant with less than half of the memory takes what was not used for longest, whoever it belongs to', async () => {
  const harness = await openMemory({ path: folder.path, indexBytes: 4_000 });
  const search = (caller: typeof anna, namespace: string) =>
    harness.memory.search(caller, { namespace, query: 'entry', limit: 100 });
  for (const [caller, namespace, count] of [
    [bert, 'theirs', 2],
    [bert, 'more', 1],
    [anna, 'ours', 2],
  ] as const) {
    await harness.memory.write(caller, { namespace, entries: entries(count) });
    expect(await search(caller, namespace)).toHaveLength(count);
  }
  expect(harness.cache.memoryBytes).toBe(3_000);
  await harness.close();
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { anna, bert, type MemoryHarness, openMemory, temporaryFolder } from '../../../test/memory/harness.ts';
import type { MemoryCaller } from '../entry.ts';
import { internalCaller, internalNamespaces } from './internal-namespaces.ts';

const kept = internalNamespaces.decisions;
const service = internalCaller('ten_a');

let folder: ReturnType<typeof temporaryFolder>;
let opened: MemoryHarness;
let id: string;
beforeEach(async () => {
  folder = temporaryFolder();
  opened = await openMemory({ path: folder.path });
  await opened.memory.write(anna, {
    namespace: 'notes',
    entries: [{ content: 'the harbour', metadata: {} }],
  });
  const written = await opened.memory.write(service, {
    namespace: kept,
    entries: [{ content: 'the harbour of the service', metadata: { kind: 'kept' }, externalId: 'x' }],
  });
  id = written.ids[0]!;
});
afterEach(async () => {
  await opened.close();
  folder.dispose();
});

const callers: Array<[string, MemoryCaller]> = [
  ['a key for every namespace', anna],
  ['a key of another tenant', bert],
];

test('the service finds what it keeps for itself, and only in its tenant', async () => {
  const query = { namespace: kept, query: 'harbour', limit: 5 };
  expect((await opened.memory.search(service, query)).map((entry) => entry.id)).toEqual([id]);
  expect(await opened.memory.search(internalCaller('ten_b'), query)).toEqual([]);
  await expect(opened.memory.get(internalCaller('ten_b'), id)).rejects.toThrow();
});

test('the service itself reaches no namespace of its tenant', async () => {
  const query = { namespace: 'notes', query: 'harbour', limit: 5 };
  await expect(opened.memory.search(service, query)).rejects.toThrow('may not use');
  expect((await opened.memory.namespaces(service, { limit: 10 })).items.map(({ name }) => name)).toEqual([
    kept,
  ]);
});

test.each(callers)('%s does not reach an internal namespace, whatever it calls', async (_, caller) => {
  const { memory, transfer, maps } = opened;
  const place = { namespace: kept };
  const list = { ...place, limit: 5, order: 'oldest' as const };
  const calls: Array<() => Promise<unknown>> = [
    () => memory.search(caller, { ...place, query: 'harbour', limit: 5 }),
    () => memory.searchMany(caller, [{ ...place, query: 'harbour', limit: 5 }]),
    () => memory.context(caller, { ...place, query: 'harbour', limit: 5 }),
    () => memory.write(caller, { ...place, entries: [{ content: 'mine', metadata: {}, externalId: 'x' }] }),
    () => memory.list(caller, list),
    () => memory.facets(caller, { ...place, paths: [['metadata', 'kind']], limit: 5 }),
    () => memory.deleteMany(caller, { ...place, dryRun: false }),
    () => memory.namespace(caller, kept),
    () => memory.configureNamespace(caller, kept, { searchableMetadata: ['kind'], history: 3 }),
    () => memory.deleteNamespace(caller, kept),
    () => memory.get(caller, id),
    () => memory.history(caller, id),
    () => memory.similar(caller, id, { limit: 5 }),
    () => memory.update(caller, id, { content: 'mine' }),
    () => memory.delete(caller, id),
    () => maps.read(caller, { ...place, sample: 10 }),
    () => transfer.import(caller, kept, one({ content: 'mine', metadata: {}, line: 1 })),
    () => transfer.export(caller, kept).next(),
  ];
  for (const call of calls) await expect(call(), String(call)).rejects.toThrow();
  const { items } = await memory.namespaces(caller, { limit: 1 });
  expect(items.map(({ name }) => name)).toEqual(caller === anna ? ['notes'] : []);
  expect(await memory.get(service, id)).toMatchObject({ content: 'the harbour of the service' });
});

test('what the service keeps does not count for the quota of the tenant, nor for what it is told of a new model', async () => {
  const entries = [{ content: 'the second', metadata: {} }];
  await opened.memory.write({ ...anna, maxEntries: 2 }, { namespace: 'notes', entries });
  await expect(
    opened.memory.write({ ...anna, maxEntries: 2 }, { namespace: 'notes', entries }),
  ).rejects.toThrow('holds 2 entries');
  expect(await opened.store.countUnembedded('another', 'ten_a')).toEqual({ namespaces: 1, entries: 2 });
  expect(await opened.store.countUnembedded('another')).toEqual({ namespaces: 2, entries: 3 });
});

test('it goes with its tenant', async () => {
  await opened.memory.deleteTenant('ten_a');
  expect(await opened.store.findNamespace('ten_a', kept)).toBeUndefined();
});

async function* one<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

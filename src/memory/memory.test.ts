import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anna, bert, type MemoryHarness, openMemory, temporaryFolder } from '../../test/memory/harness.ts';
import type { StubEmbedder } from '../../test/memory/stub-embedder.ts';
import { ServiceError } from '../kernel/errors.ts';
import { metadataFilter } from './filter.ts';

let folder: ReturnType<typeof temporaryFolder>;
let harness: MemoryHarness;
let now: number;

beforeEach(async () => {
  folder = temporaryFolder();
  now = Date.parse('2026-01-01T00:00:00Z');
  harness = await openMemory({ path: folder.path, clock: { now: () => now } });
});

afterEach(async () => {
  await harness.close();
  folder.dispose();
});

const write = async (contents: string[], namespace = 'notes', caller = anna): Promise<string[]> =>
  (
    await harness.memory.write(caller, {
      namespace,
      entries: contents.map((content) => ({ content, metadata: {} })),
    })
  ).ids;

const search = (query: string, namespace = 'notes', caller = anna) =>
  harness.memory.search(caller, { namespace, query, limit: 10 });

test('what was written is found at once, best match first, ids in input order', async () => {
  const ids = await write(['apples grow on trees', 'whales live in the sea']);
  const found = await search('where do whales live');
  expect(found[0]).toMatchObject({ id: ids[1], content: 'whales live in the sea', metadata: {} });
  expect(found[0]!.score).toBeGreaterThan(found[1]!.score);
});

test('a tenant never sees entries of another, by any route', async () => {
  const [id] = await write(['a secret of anna']);
  expect(await search('secret', 'notes', bert)).toEqual([]);
  await expect(harness.memory.get(bert, id!)).rejects.toMatchObject({ code: 'entry_not_found' });
  await expect(harness.memory.update(bert, id!, { content: 'x' })).rejects.toMatchObject({
    code: 'entry_not_found',
  });
  await expect(harness.memory.delete(bert, id!)).rejects.toMatchObject({ code: 'entry_not_found' });
  expect(await harness.memory.deleteMany(bert, { namespace: 'notes', ids: [id!], dryRun: false })).toEqual({
    matched: 0,
    deleted: 0,
  });
  expect((await harness.memory.list(bert, { namespace: 'notes', limit: 10, order: 'newest' })).items).toEqual(
    [],
  );
  expect((await harness.memory.namespaces(bert, { limit: 10 })).items).toEqual([]);
  await expect(harness.memory.deleteNamespace(bert, 'notes')).rejects.toMatchObject({ code: 'not_found' });
  expect(await harness.memory.get(anna, id!)).toMatchObject({ content: 'a secret of anna' });
});

test('a key bound to some namespaces reaches no other, by name or by id', async () => {
  const [inside] = await write(['inside'], 'app-one');
  const [outside] = await write(['outside'], 'other');
  const bound = { tenantId: 'ten_a', mayUseNamespace: (name: string) => name.startsWith('app-') };
  expect(await harness.memory.get(bound, inside!)).toMatchObject({ content: 'inside' });
  await expect(harness.memory.get(bound, outside!)).rejects.toMatchObject({ code: 'entry_not_found' });
  await expect(harness.memory.update(bound, outside!, { content: 'x' })).rejects.toMatchObject({
    code: 'entry_not_found',
  });
  await expect(harness.memory.delete(bound, outside!)).rejects.toMatchObject({ code: 'entry_not_found' });
  const refused = { code: 'insufficient_scope' };
  await expect(search('x', 'other', bound as typeof anna)).rejects.toMatchObject(refused);
  await expect(write(['x'], 'other', bound as typeof anna)).rejects.toMatchObject(refused);
  await expect(
    harness.memory.list(bound, { namespace: 'other', limit: 1, order: 'newest' }),
  ).rejects.toMatchObject(refused);
  await expect(
    harness.memory.deleteMany(bound, { namespace: 'other', ids: [outside!], dryRun: false }),
  ).rejects.toMatchObject(refused);
  await expect(harness.memory.deleteNamespace(bound, 'other')).rejects.toMatchObject(refused);
  await expect(harness.transfer.export(bound, 'other').next()).rejects.toMatchObject(refused);
  await expect(harness.transfer.import(bound, 'other', (async function* () {})())).rejects.toMatchObject(
    refused,
  );
  expect((await harness.memory.namespaces(bound, { limit: 10 })).items.map(({ name }) => name)).toEqual([
    'app-one',
  ]);
});

test('an unknown namespace has nothing to find; a namespace may be named like a path', async () => {
  expect(await search('anything', 'nowhere')).toEqual([]);
  await write(['plain data'], '../../etc');
  expect((await search('plain', '../../etc'))[0]).toMatchObject({
    content: 'plain data',
    namespace: '../../etc',
  });
});

test('writing an externalId again replaces the entry and keeps its id and its creation time', async () => {
  const entry = (content: string) => ({ content, metadata: {}, externalId: 'doc-1' });
  const first = await harness.memory.write(anna, { namespace: 'notes', entries: [entry('about dogs')] });
  now += 1_000;
  const second = await harness.memory.write(anna, { namespace: 'notes', entries: [entry('about cats')] });
  expect(second.ids).toEqual(first.ids);
  const [found, ...others] = await search('cats');
  expect(others).toEqual([]);
  expect(found).toMatchObject({ content: 'about cats', createdAt: now - 1_000, updatedAt: now });
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(1);
});

test('a patch of content is embedded again; a patch of metadata is not', async () => {
  const [id] = await write(['the cat sleeps']);
  const embedder = harness.models.configured as StubEmbedder;
  await search('cat');
  const before = embedder.texts;
  const changed = await harness.memory.update(anna, id!, { metadata: { seen: true } });
  expect(embedder.texts).toBe(before);
  expect(changed).toMatchObject({ content: 'the cat sleeps', metadata: { seen: true } });
  expect(changed.updatedAt).toBeGreaterThan(changed.createdAt);
  const filter = metadataFilter({ seen: true });
  expect(
    await harness.memory.search(anna, { namespace: 'notes', query: 'cat', limit: 5, filter }),
  ).toHaveLength(1);
  await harness.memory.update(anna, id!, { content: 'the whale swims' });
  expect((await search('whale'))[0]!.score).toBeGreaterThan((await search('cat'))[0]!.score);
});

test('a patch on the condition of an older state is refused', async () => {
  const [id] = await write(['one']);
  const { updatedAt } = await harness.memory.get(anna, id!);
  await harness.memory.update(anna, id!, { content: 'two', ifUpdatedAt: updatedAt });
  await expect(
    harness.memory.update(anna, id!, { content: 'three', ifUpdatedAt: updatedAt }),
  ).rejects.toMatchObject({ code: 'version_conflict' });
});

test('after a delete returns no route finds the entry', async () => {
  const [id, other] = await write(['to be forgotten', 'to be kept']);
  await search('forgotten');
  await harness.memory.delete(anna, id!);
  expect((await search('forgotten')).map((entry) => entry.id)).toEqual([other]);
  await expect(harness.memory.get(anna, id!)).rejects.toMatchObject({ code: 'entry_not_found' });
  await expect(harness.memory.delete(anna, id!)).rejects.toMatchObject({ code: 'entry_not_found' });
  const { items } = await harness.memory.list(anna, { namespace: 'notes', limit: 10, order: 'oldest' });
  expect(items.map((entry) => entry.id)).toEqual([other]);
});

test('bulk delete by filter: a dry run counts, the run deletes just those', async () => {
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: Array.from({ length: 20 }, (_, i) => ({
      content: `entry ${i}`,
      metadata: { odd: i % 2 === 1 },
    })),
  });
  const request = { namespace: 'notes', filter: metadataFilter({ odd: true }) };
  expect(await harness.memory.deleteMany(anna, { ...request, dryRun: true })).toEqual({
    matched: 10,
    deleted: 0,
  });
  expect(await harness.memory.deleteMany(anna, { ...request, dryRun: false })).toEqual({
    matched: 10,
    deleted: 10,
  });
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(10);
  expect((await search('entry')).every((entry) => entry.metadata['odd'] === false)).toBe(true);
});

test('an expired entry is invisible at its second, and the sweep removes it', async () => {
  const { ids } = await harness.memory.write(anna, {
    namespace: 'notes',
    entries: [{ content: 'soon gone', metadata: {}, expiresAt: now + 1_000 }],
  });
  expect(await search('gone')).toHaveLength(1);
  now += 1_000;
  expect(await search('gone')).toEqual([]);
  await expect(harness.memory.get(anna, ids[0]!)).rejects.toMatchObject({ code: 'entry_not_found' });
  expect((await harness.memory.list(anna, { namespace: 'notes', limit: 5, order: 'oldest' })).items).toEqual(
    [],
  );
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(0);
  expect(await harness.upkeep.removeExpired()).toBe(1);
  expect(await harness.store.readEntries(1, ids)).toEqual([]);
});

test('a deleted namespace is gone, and its name can be used again', async () => {
  await write(['old one'], 'notes');
  await search('old');
  expect(await harness.memory.deleteNamespace(anna, 'notes')).toEqual({ name: 'notes', entries: 1 });
  expect(await search('old')).toEqual([]);
  await write(['new one'], 'notes');
  expect((await search('one')).map(({ content }) => content)).toEqual(['new one']);
});

test('a write beyond the quota writes nothing', async () => {
  const small = { ...anna, maxEntries: 3 };
  await write(['one', 'two'], 'notes', small);
  await expect(write(['three', 'four'], 'other', small)).rejects.toMatchObject({ code: 'quota_exceeded' });
  expect((await harness.memory.namespaces(anna, { limit: 10 })).items).toMatchObject([
    { name: 'notes', entries: 2 },
  ]);
  await write(['three'], 'other', small);
});

test('too many passages are refused with their number, and nothing is written', async () => {
  const long = 'word '.repeat(50_000);
  await expect(write([long, long, long])).rejects.toMatchObject({
    code: 'payload_too_large',
    message: expect.stringContaining('1044'),
  });
  await expect(write([long, long, long, long])).rejects.toMatchObject({
    message: 'entries: Make at least 1044 passages; one write may have 1024. Send them in smaller batches.',
  });
  await expect(write(['short', 'word '.repeat(160_000)])).rejects.toMatchObject({
    code: 'payload_too_large',
    message:
      'entries[1].content: Makes 1111 passages; one write may have 1024. Split it into several entries.',
  });
  expect((await harness.memory.namespaces(anna, { limit: 10 })).items).toEqual([]);
});

test('long content is one entry with the score of its best passage', async () => {
  const long = `${'filler words without meaning '.repeat(100)} the unicorn hides here ${'more filler '.repeat(100)}`;
  const [id] = await write([long, 'nothing to see']);
  const found = await harness.memory.search(anna, {
    namespace: 'notes',
    query: 'unicorn hides here',
    limit: 5,
    mode: 'lexical',
  });
  expect(found[0]).toMatchObject({ id, content: long, score: 1 });
  expect(found.filter((entry) => entry.id === id)).toHaveLength(1);
});

test('lists go through all entries once, in either order', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(...(await write([`entry ${i}`, `second ${i}`])));
  for (const order of ['oldest', 'newest'] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await harness.memory.list(anna, { namespace: 'notes', after, limit: 3, order });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect(seen).toEqual(order === 'oldest' ? ids : ids.toReversed());
  }
});

test('an export imported elsewhere is the same, and importing it twice changes nothing', async () => {
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: Array.from({ length: 150 }, (_, i) => ({ content: `entry ${i}`, metadata: { i } })),
  });
  const lines = (await Array.fromAsync(harness.transfer.export(anna, 'notes'))).map((entry, i) => ({
    ...entry,
    line: i + 1,
  }));
  const source = async function* () {
    yield* lines;
  };
  const first = await harness.transfer.import(bert, 'copy', source());
  expect(first).toMatchObject({ read: 150, written: 150, replaced: 0, lastLine: 150 });
  const second = await harness.transfer.import(bert, 'copy', source());
  expect(second).toMatchObject({ read: 150, written: 0, replaced: 0, unchanged: 150 });
  const copy = await Array.fromAsync(harness.transfer.export(bert, 'copy'));
  const bare = (entries: object[]) => entries.map((entry) => ({ ...entry, namespace: '', line: 0 }));
  expect(bare(copy)).toEqual(bare(lines));
  // In the same tenant the ids are taken, so the copies get their own, and keep them.
  await harness.transfer.import(anna, 'copy', source());
  await harness.transfer.import(anna, 'copy', source());
  expect((await harness.memory.namespace(anna, 'copy')).entries).toBe(150);
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(150);
});

test('an import writes only what differs, and times that its lines do not state stay as they are', async () => {
  const source = (second: string) =>
    async function* () {
      yield { line: 1, content: 'one', metadata: { a: 1, b: [2] } };
      yield { line: 2, content: second, metadata: {}, externalId: 'x' };
    };
  await harness.transfer.import(anna, 'notes', source('two')());
  const before = await Array.fromAsync(harness.transfer.export(anna, 'notes'));
  now += 5_000;
  expect(await harness.transfer.import(anna, 'notes', source('two')())).toMatchObject({
    written: 0,
    unchanged: 2,
  });
  expect(await Array.fromAsync(harness.transfer.export(anna, 'notes'))).toEqual(before);
  const result = await harness.transfer.import(anna, 'notes', source('three')());
  expect(result).toMatchObject({ written: 1, replaced: 1, unchanged: 1 });
  const after = await Array.fromAsync(harness.transfer.export(anna, 'notes'));
  expect(after.map(({ content }) => content).sort()).toEqual(['one', 'three']);
  expect(after.find(({ content }) => content === 'one')).toEqual(
    before.find(({ content }) => content === 'one'),
  );
});

test('an import keeps apart what has a name and what is named like the line or the id of another', async () => {
  const id = 'mem_01M7RMJH9Z80H3ZKDR84G4ZS19';
  const source = async function* () {
    yield { line: 1, content: 'one', metadata: {} };
    yield { line: 2, content: 'two', metadata: {}, externalId: 'line 1' };
    yield { line: 3, content: 'three', metadata: {}, id };
    yield { line: 4, content: 'four', metadata: {}, externalId: id };
  };
  const result = await harness.transfer.import(anna, 'notes', source());
  expect(result).toMatchObject({ read: 4, written: 4 });
  const stored = await Array.fromAsync(harness.transfer.export(anna, 'notes'));
  expect(stored.map(({ content }) => content).sort()).toEqual(['four', 'one', 'three', 'two']);
});

test('an import that fails keeps what came before and says how far it came', async () => {
  const source = async function* () {
    for (let line = 1; line <= 100; line++) yield { line, content: `line ${line}`, metadata: {} };
    throw new ServiceError('validation_failed', 'Line 101 is wrong.');
  };
  await expect(harness.transfer.import(anna, 'notes', source())).rejects.toMatchObject({
    code: 'validation_failed',
    message: 'Line 101 is wrong. Lines up to 100 were imported.',
  });
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(100);
});

test('an import that a quota or a full disk ends never counts lines as done that were not written', async () => {
  const source = async function* () {
    for (let line = 1; line <= 150; line++) yield { line, content: `line ${line}`, metadata: {} };
  };
  const small = { ...anna, maxEntries: 130 };
  await expect(harness.transfer.import(small, 'notes', source())).rejects.toMatchObject({
    code: 'quota_exceeded',
    message: expect.stringMatching(/ Lines up to 128 were imported\.$/),
  });
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(128);
  const none = { ...anna, maxEntries: 128 };
  await expect(
    harness.transfer.import(
      none,
      'other',
      (async function* () {
        yield { line: 1, content: 'one too many', metadata: {} };
      })(),
    ),
  ).rejects.toMatchObject({ message: expect.stringMatching(/ Nothing was imported\.$/) });
});

test('a full disk never makes an answer say that nothing was done when something was', async () => {
  for (const namespace of ['notes', 'gone']) {
    for (let i = 0; i < 3; i++) {
      await write(
        Array.from({ length: 250 }, (_, k) => `entry ${i} ${k}`),
        namespace,
      );
    }
  }
  const { database } = harness.folder;
  const disk = failAfter(database, 1);
  await expect(
    harness.memory.deleteMany(anna, { namespace: 'notes', filter: undefined, dryRun: false }),
  ).rejects.toMatchObject({
    code: 'storage_full',
    message: 'The disk is full; 500 of 750 entries were deleted before.',
  });
  disk.mend();
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(250);

  const again = failAfter(database, 1);
  expect(await harness.memory.deleteNamespace(anna, 'gone')).toEqual({ name: 'gone', entries: 750 });
  again.mend();
  await expect(harness.memory.namespace(anna, 'gone')).rejects.toMatchObject({ code: 'not_found' });
  await harness.upkeep.run();
  expect(database.get('SELECT count(*) AS n FROM memory_entries')).toEqual({ n: 250 });
});

/** Lets so many deletes of the database through; the next ones find the disk full, and the reserve used up. */
function failAfter(database: MemoryHarness['folder']['database'], deletes: number): { mend(): void } {
  let left = deletes;
  const real = database.free.bind(database);
  const spy = vi
    .spyOn(database, 'free')
    .mockImplementation((work) =>
      left-- > 0 ? real(work) : Promise.reject(new ServiceError('storage_full')),
    );
  return { mend: () => spy.mockRestore() };
}

test('a bulk delete and a list by filter end when their caller goes away', async () => {
  await write(
    Array.from({ length: 250 }, (_, k) => `a ${k}`),
    'notes',
  );
  const controller = new AbortController();
  const { signal } = controller;
  const filter = metadataFilter({});
  controller.abort(new Error('gone'));
  const request = { namespace: 'notes', filter };
  await expect(harness.memory.deleteMany(anna, { ...request, dryRun: false }, { signal })).rejects.toThrow(
    'gone',
  );
  await expect(
    harness.memory.list(anna, { ...request, limit: 5, order: 'oldest' }, { signal }),
  ).rejects.toThrow('gone');
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(250);
});

test('a bulk delete whose caller goes away keeps the batches that were deleted', async () => {
  for (let i = 0; i < 3; i++) {
    await write(
      Array.from({ length: 250 }, (_, k) => `b ${i} ${k}`),
      'notes',
    );
  }
  const controller = new AbortController();
  const { database } = harness.folder;
  const real = database.free.bind(database);
  const spy = vi.spyOn(database, 'free').mockImplementation((work) => {
    controller.abort(new Error('gone'));
    return real(work);
  });
  await expect(
    harness.memory.deleteMany(
      anna,
      { namespace: 'notes', filter: undefined, dryRun: false },
      { signal: controller.signal },
    ),
  ).rejects.toThrow('gone');
  spy.mockRestore();
  expect((await harness.memory.namespace(anna, 'notes')).entries).toBe(250);
});

test('context has the contents verbatim and stops before the budget', async () => {
  await write(['one two three', 'one two four five six']);
  const query = { namespace: 'notes', query: 'one two three', limit: 10 };
  const whole = await harness.memory.context(anna, query);
  expect(whole.text).toBe('one two three\n\none two four five six');
  const cut = await harness.memory.context(anna, { ...query, maxTokens: 5 });
  expect(cut).toMatchObject({ text: 'one two three', tokens: 3 });
  expect(cut.entryIds).toHaveLength(1);
});

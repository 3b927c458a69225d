import { afterEach, beforeEach, expect, test } from 'vitest';
import { anna, type MemoryHarness, openMemory, temporaryFolder } from '../../../test/memory/harness.ts';
import { metadataFilter } from '../filter.ts';
import { searchableText, searchTheSame } from '../namespace-settings.ts';

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

const write = async (
  namespace: string,
  entries: Array<{ content: string; metadata?: object; expiresAt?: number; vector?: Float32Array }>,
) =>
  (
    await harness.memory.write(anna, {
      namespace,
      entries: entries.map((entry) => ({ metadata: {}, ...entry })) as never,
    })
  ).ids;

test.each([1, 8, 9, 17])('%i searches at once are answered in their order', async (count) => {
  await write('n', [{ content: 'apples' }, { content: 'whales' }]);
  const queries = Array.from({ length: count }, (_, i) => ({
    namespace: 'n',
    query: i % 3 === 0 ? 'whales' : 'apples',
    limit: 1,
  }));
  const found = await harness.memory.searchMany(anna, queries);
  expect(found.map(([first]) => first!.content)).toEqual(queries.map(({ query }) => query));
  const signal = AbortSignal.abort(new Error('left'));
  await expect(harness.memory.searchMany(anna, queries, { signal })).rejects.toThrow('left');
  const nobody = { ...anna, mayUseNamespace: () => false };
  await expect(harness.memory.searchMany(nobody, queries)).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
});

test('what is like an entry is as many others as were asked for', async () => {
  const [first] = await write(
    'n',
    ['red apples', 'red apples here', 'red apples there', 'a whale'].map((content) => ({ content })),
  );
  const similar = async (limit: number) =>
    (await harness.memory.similar(anna, first!, { limit })).map(({ content }) => content);
  expect(await similar(1)).toHaveLength(1);
  expect((await similar(2)).sort()).toEqual(['red apples here', 'red apples there']);
  expect(await similar(3)).toHaveLength(3);
  expect(await similar(10)).toHaveLength(3);
});

test('in a namespace of own vectors an entry is compared by its vector', async () => {
  const entries = [
    { content: 'x', vector: Float32Array.of(1, 0) },
    { content: 'y', vector: Float32Array.of(0, 1) },
    { content: 'z', vector: Float32Array.of(0.9, 0.1) },
  ];
  const [first] = await write('own', entries as never);
  const [best] = await harness.memory.similar(anna, first!, { limit: 1, mode: 'dense' });
  expect(best!.content).toBe('z');
});

test('a list by a filter is in order, page by page, in both directions', async () => {
  const ids: string[] = [];
  for (const [i, who] of ['ada', 'bob', 'ada', 'ada', 'ada'].entries()) {
    now++;
    ids.push(...(await write('n', [{ content: `${i}`, metadata: { who } }])));
  }
  const mine = [ids[0], ids[2], ids[3], ids[4]];
  const filter = metadataFilter({ who: 'ada' });
  for (const order of ['oldest', 'newest'] as const) {
    const expected = order === 'oldest' ? mine : mine.toReversed();
    const seen: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const page = await harness.memory.list(anna, { namespace: 'n', limit: 2, order, filter, after });
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
      pages++;
    } while (after !== undefined);
    expect(seen).toEqual(expected);
    expect(pages).toBe(2);
  }
  const all = await harness.memory.list(anna, { namespace: 'n', limit: 4, order: 'oldest', filter });
  expect(all).not.toHaveProperty('next');
  const some = await harness.memory.list(anna, { namespace: 'n', limit: 3, order: 'oldest', filter });
  expect(some.next).toBe(ids[3]);
  const signal = AbortSignal.abort(new Error('left'));
  const left = harness.memory.list(anna, { namespace: 'n', limit: 3, order: 'oldest', filter }, { signal });
  await expect(left).rejects.toThrow('left');
});

test('namespaces are listed by how their names begin, without those that the caller may not use', async () => {
  for (const name of ['a', 'ab', 'abc', 'abd', 'b']) await write(name, [{ content: name }]);
  const names = async (request: { prefix?: string; after?: string; limit: number }, caller = anna) => {
    const { items, next } = await harness.memory.namespaces(caller, request);
    return [...items.map(({ name }) => name), ...(next === undefined ? [] : [`then after ${next}`])];
  };
  expect(await names({ limit: 5 })).toEqual(['a', 'ab', 'abc', 'abd', 'b']);
  expect(await names({ limit: 2 })).toEqual(['a', 'ab', 'then after ab']);
  expect(await names({ limit: 2, after: 'ab' })).toEqual(['abc', 'abd', 'then after abd']);
  expect(await names({ prefix: 'ab', limit: 5 })).toEqual(['ab', 'abc', 'abd']);
  expect(await names({ prefix: 'ab', limit: 2 })).toEqual(['ab', 'abc', 'then after abc']);
  expect(await names({ prefix: 'ab', limit: 2, after: 'abc' })).toEqual(['abd']);
  expect(await names({ prefix: 'ac', limit: 2 })).toEqual([]);
  const some = { ...anna, mayUseNamespace: (name: string) => name !== 'ab' };
  expect(await names({ prefix: 'ab', limit: 5 }, some)).toEqual(['abc', 'abd']);
  expect(await names({ limit: 2 }, some)).toEqual(['a', 'abc', 'then after abc']);
});

test('entries that have expired are not counted', async () => {
  await write('n', [{ content: 'a', expiresAt: now + 1 }, { content: 'b' }]);
  expect((await harness.memory.namespace(anna, 'n')).entries).toBe(2);
  now++;
  expect((await harness.memory.namespace(anna, 'n')).entries).toBe(1);
  expect((await harness.memory.namespaces(anna, { limit: 1 })).items[0]!.entries).toBe(1);
});

test('settings that are omitted stay, and no key is searched twice', async () => {
  await write('n', [{ content: 'a' }]);
  const set = async (change: object) =>
    (await harness.memory.configureNamespace(anna, 'n', change as never)).settings;
  expect(await set({ history: 0 })).toEqual({ history: 0 });
  expect(await set({ searchableMetadata: ['a', 'b', 'a'] })).toEqual({
    history: 0,
    searchableMetadata: ['a', 'b'],
  });
  expect(await set({ guard: { pii: 'redact', secrets: undefined } })).toEqual({
    history: 0,
    searchableMetadata: ['a', 'b'],
    guard: { pii: 'redact' },
  });
  expect(await set({ guard: { secrets: 'reject', pii: undefined } })).toMatchObject({
    guard: { pii: 'redact', secrets: 'reject' },
  });
  await expect(harness.memory.configureNamespace(anna, 'none', {} as never)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('values are counted in a namespace that is there', async () => {
  await write('n', [{ content: 'a', metadata: { who: 'ada' } }]);
  const request = { namespace: 'n', paths: [['metadata', 'who']], limit: 5 };
  expect(await harness.memory.facets(anna, request)).toMatchObject({ entries: 1 });
  await expect(harness.memory.facets(anna, { ...request, namespace: 'x' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const signal = AbortSignal.abort(new Error('left'));
  await expect(harness.memory.facets(anna, request, { signal })).rejects.toThrow('left');
});

test.each<[object, string[], string]>([
  [{ a: 'x' }, [], ''],
  [{ a: 'x', b: 'y' }, ['a'], 'x\n'],
  [{ a: 'x', b: 2 }, ['b', 'none', 'a'], '2 x\n'],
  [{ a: ['x', ['y'], 3, { z: 1 }, null] }, ['a'], 'x 3\n'],
  [{ a: '  ' }, ['a'], ''],
  [{ a: 'x'.repeat(999), b: 'y' }, ['a', 'b'], `${'x'.repeat(999)}\n`],
  [{ a: 'x'.repeat(998), b: 'yz' }, ['a', 'b'], `${'x'.repeat(998)} y\n`],
  [{ a: 'x'.repeat(1_001), b: 'y' }, ['a', 'b'], `${'x'.repeat(1_000)}\n`],
  [{ a: {}, b: true }, ['a', 'b'], ''],
])('of %j with the keys %j this is searched', (metadata, searchableMetadata, text) => {
  expect(searchableText(metadata as never, { searchableMetadata })).toBe(text);
});

test('without keys nothing of the metadata is searched; an index holds as long as the keys do', () => {
  expect(searchableText({ a: 'x' }, {})).toBe('');
  expect(searchTheSame({}, { searchableMetadata: [], history: 1 })).toBe(true);
  expect(searchTheSame({ searchableMetadata: ['a'] }, { searchableMetadata: ['a'] })).toBe(true);
  expect(searchTheSame({ searchableMetadata: ['a'] }, { searchableMetadata: ['b'] })).toBe(false);
  expect(searchTheSame({ searchableMetadata: ['a'] }, {})).toBe(false);
});

test('an export of own vectors has them, without what has expired, page by page', async () => {
  const vector = Float32Array.of(1, 0);
  const entries = Array.from({ length: 260 }, (_, i) => ({ content: `${i}`, vector }));
  for (let i = 0; i < entries.length; i += 130) await write('own', entries.slice(i, i + 130));
  await write('own', [{ content: 'gone', vector, expiresAt: now + 1 }]);
  now++;
  const exported = await Array.fromAsync(harness.transfer.export(anna, 'own'));
  expect(exported.map(({ content }) => content)).toEqual(entries.map(({ content }) => content));
  for (const entry of exported) expect([...entry.vector!]).toEqual([1, 0]);
  const rest = await Array.fromAsync(harness.transfer.export(anna, 'own', exported[257]!.id));
  expect(rest.map(({ content }) => content)).toEqual(['258', '259']);
  const nobody = { ...anna, mayUseNamespace: () => false };
  await expect(Array.fromAsync(harness.transfer.export(nobody, 'own'))).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
});

test('indexes that are forgotten come back when they are asked for', async () => {
  await write('n', [{ content: 'a whale' }]);
  const find = () => harness.memory.search(anna, { namespace: 'n', query: 'whale', limit: 1 });
  await find();
  expect(harness.cache.size).toBe(1);
  harness.cache.forgetAll();
  expect(harness.cache.size).toBe(0);
  expect((await find())[0]!.content).toBe('a whale');
  expect(harness.cache.size).toBe(1);
});

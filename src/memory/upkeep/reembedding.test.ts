import { afterEach, beforeEach, expect, test } from 'vitest';
import { anna, openMemory, temporaryFolder } from '../../../test/memory/harness.ts';
import { StubEmbedder } from '../../../test/memory/stub-embedder.ts';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

const old = () => new StubEmbedder('old', 16);
const fresh = () => new StubEmbedder('new', 24);
const query = { namespace: 'notes', query: 'entry 7', limit: 5 };

async function fill(count: number): Promise<void> {
  const harness = await openMemory({ path: folder.path, embedder: old() });
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: Array.from({ length: count }, (_, i) => ({ content: `entry ${i}`, metadata: { i } })),
  });
  await harness.close();
}

test('the old model answers until a namespace is done, then the new one does', async () => {
  await fill(100);
  const [before, after] = [old(), fresh()];
  const harness = await openMemory({ path: folder.path, embedder: after, others: [before] });
  expect(await harness.reembedding.status()).toMatchObject({
    wanted: 'new',
    namespacesLeft: 1,
    entriesLeft: 100,
  });
  await harness.reembedding.step();
  expect(await harness.reembedding.status()).toMatchObject({ namespacesLeft: 1, entriesLeft: 68 });
  expect((await harness.memory.search(anna, query))[0]).toMatchObject({ content: 'entry 7' });
  expect(before.texts).toBe(1);
  // Written meanwhile: it needs vectors of both models.
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: [{ content: 'late entry', metadata: {} }],
  });
  while (await harness.reembedding.step());
  expect(await harness.reembedding.status()).toMatchObject({ namespacesLeft: 0, entriesLeft: 0 });
  expect((await harness.memory.namespace(anna, 'notes')).model).toBe('new');
  before.texts = 0;
  expect((await harness.memory.search(anna, query))[0]).toMatchObject({ content: 'entry 7' });
  expect((await harness.memory.search(anna, { ...query, query: 'late' }))[0]).toMatchObject({
    content: 'late entry',
  });
  expect(before.texts).toBe(0);
  await harness.close();
});

test('a restart in the middle goes on where it was', async () => {
  await fill(100);
  const first = await openMemory({ path: folder.path, embedder: fresh(), others: [old()] });
  await first.reembedding.step();
  await first.close();
  const after = fresh();
  const second = await openMemory({ path: folder.path, embedder: after, others: [old()] });
  while (await second.reembedding.step());
  expect(after.texts).toBe(68);
  await second.close();
});

test('one call rolls back, without embedding what has its old vectors, and a restart does not undo it', async () => {
  await fill(50);
  const before = old();
  const harness = await openMemory({ path: folder.path, embedder: fresh(), others: [before] });
  while (await harness.reembedding.step());
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: [{ content: 'written since', metadata: {} }],
  });
  before.texts = 0;
  await harness.reembedding.rollBack();
  while (await harness.reembedding.step());
  expect(before.texts).toBe(1);
  expect((await harness.memory.namespace(anna, 'notes')).model).toBe('old');
  expect((await harness.memory.search(anna, { ...query, query: 'since' }))[0]).toMatchObject({
    content: 'written since',
  });
  await harness.close();

  const again = await openMemory({ path: folder.path, embedder: fresh(), others: [old()] });
  expect(again.reembedding.wanted).toBe('old');
  await again.close();
});

test('a write that was embedded before the switch and commits after it is embedded again', async () => {
  await fill(10);
  const before = old();
  const harness = await openMemory({ path: folder.path, embedder: fresh(), others: [before] });
  let switched = false;
  before.before = async () => {
    if (switched) return;
    switched = true;
    while (await harness.reembedding.step());
  };
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: [{ content: 'racing entry', metadata: {} }],
  });
  expect(switched).toBe(true);
  expect((await harness.memory.namespace(anna, 'notes')).model).toBe('new');
  const [item] = (await harness.store.readEmbeddings(1, 'new', '', 100)).items.filter(
    ({ entry }) => entry.content === 'racing entry',
  );
  expect(item!.vectors![0]!.length).toBe(24);
  await harness.close();
});

test('a search whose model was switched meanwhile embeds its query with the new one', async () => {
  await fill(10);
  const before = old();
  const harness = await openMemory({ path: folder.path, embedder: fresh(), others: [before] });
  before.before = async () => {
    while (await harness.reembedding.step());
  };
  // A vector of 16 numbers against one of 24 would give nonsense or fail.
  expect((await harness.memory.search(anna, { ...query, mode: 'dense' }))[0]).toMatchObject({
    content: 'entry 7',
  });
  await harness.close();
});

test('when the old model is gone, words answer until the namespace is done', async () => {
  await fill(40);
  const harness = await openMemory({ path: folder.path, embedder: fresh() });
  expect((await harness.memory.search(anna, query))[0]).toMatchObject({ content: 'entry 7' });
  await expect(harness.memory.search(anna, { ...query, mode: 'dense' })).rejects.toMatchObject({
    code: 'embedding_unavailable',
  });
  await harness.memory.write(anna, {
    namespace: 'notes',
    entries: [{ content: 'orphan entry', metadata: {} }],
  });
  expect((await harness.memory.search(anna, { ...query, query: 'orphan' }))[0]).toMatchObject({
    content: 'orphan entry',
  });
  await harness.upkeep.run();
  expect((await harness.memory.search(anna, { ...query, mode: 'dense' }))[0]).toMatchObject({
    content: 'entry 7',
  });
  await expect(harness.reembedding.rollBack()).rejects.toMatchObject({ code: 'embedding_unavailable' });
  await harness.close();
});

test('a model that cannot be opened counts as gone, also after a rollback to it', async () => {
  await fill(5);
  const broken = () => Promise.reject(new Error('no runtime'));
  const first = await openMemory({ path: folder.path, embedder: fresh(), openEmbedder: broken });
  expect((await first.memory.search(anna, query))[0]).toMatchObject({
    content: expect.stringContaining('entry'),
  });
  await first.close();

  const second = await openMemory({ path: folder.path, embedder: fresh(), others: [old()] });
  await second.upkeep.run();
  await second.reembedding.rollBack();
  expect(second.reembedding.wanted).toBe('old');
  await second.close();

  const third = await openMemory({ path: folder.path, embedder: fresh(), openEmbedder: broken });
  expect(third.reembedding.wanted).toBe('new');
  await third.memory.write(anna, { namespace: 'fresh', entries: [{ content: 'new one', metadata: {} }] });
  expect(await third.memory.search(anna, { ...query, namespace: 'fresh', mode: 'dense' })).toHaveLength(1);
  await third.close();
});

test('vectors of the model before last are removed', async () => {
  await fill(20);
  for (const id of ['second', 'third']) {
    const harness = await openMemory({
      path: folder.path,
      embedder: new StubEmbedder(id),
      others: [old(), new StubEmbedder('second')],
    });
    await harness.upkeep.run();
    const rows = harness.folder.database.all(
      'SELECT m.name, count(*) AS count FROM memory_vectors v JOIN memory_models m ON m.id = v.model_id GROUP BY m.name ORDER BY m.name',
    );
    expect(rows.map((row) => [row['name'], row['count']])).toEqual(
      id === 'second'
        ? [
            ['old', 20],
            ['second', 20],
          ]
        : [
            ['second', 20],
            ['third', 20],
          ],
    );
    await harness.close();
  }
});

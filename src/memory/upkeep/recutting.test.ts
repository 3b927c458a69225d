import { describe, expect, onTestFinished, test } from 'vitest';
import { anna, bert, temporaryFolder } from '../../../test/memory/harness.ts';
import { naiveIndexes } from '../../../test/memory/naive-index.ts';
import { StubEmbedder } from '../../../test/memory/stub-embedder.ts';
import { useTestDatabase } from '../../../test/support/postgres.ts';
import { composeMemory, type MemoryParts } from '../../app/compose-memory.ts';
import { createIdMaker } from '../../kernel/ids.ts';
import { Database } from '../../storage/embedded/database.ts';
import { EmbeddedMemoryStore } from '../../storage/embedded/memory/memory-store.ts';
import { SnapshotFiles } from '../../storage/embedded/memory/snapshot-files.ts';
import { migrate as migrateEmbedded } from '../../storage/embedded/migrate.ts';
import { PostgresMemoryStore } from '../../storage/postgres/memory/memory-store.ts';
import { migrate as migratePostgres } from '../../storage/postgres/migrate.ts';
import type { Embedder } from '../embedding/embedder.ts';
import type { MemoryStore } from '../store.ts';

const postgres = useTestDatabase();
const clock = { now: () => 1_000 };

interface Backend {
  store: MemoryStore;
  /** Goes back to the schema before the list, and forward again: what an upgrade does. */
  upgrade(): Promise<void>;
}

const backends: Record<string, () => Promise<Backend>> = {
  embedded: async () => {
    const database = new Database(':memory:');
    migrateEmbedded(database);
    onTestFinished(() => database.close());
    for (const id of ['ten_a', 'ten_b'])
      await database.write(() => database.run('INSERT INTO tenants VALUES (?, ?, 0)', id, id));
    return {
      store: new EmbeddedMemoryStore(database),
      async upgrade() {
        database.exec('DROP TABLE memory_recuts; PRAGMA user_version = 14');
        migrateEmbedded(database);
      },
    };
  },
  postgres: async () => {
    const database = await postgres.open();
    onTestFinished(() => database.close());
    for (const id of ['ten_a', 'ten_b']) await database.run('INSERT INTO tenants VALUES ($1, $1, 0)', id);
    return {
      store: new PostgresMemoryStore(database),
      async upgrade() {
        await database.run('DROP TABLE memory_recuts');
        await database.run('DELETE FROM schema_migrations WHERE number >= 13');
        await migratePostgres(postgres.url());
      },
    };
  },
};

async function compose(store: MemoryStore, embedder: Embedder): Promise<MemoryParts> {
  const folder = temporaryFolder();
  const parts = await composeMemory({
    storage: { memory: store, snapshots: new SnapshotFiles(folder.path), folder: folder.path },
    clock,
    newId: createIdMaker(clock),
    embedder,
    openEmbedder: async () => undefined,
    indexes: naiveIndexes,
    indexBytes: 1e9,
    onFailure: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    await parts.close();
    folder.dispose();
  });
  return parts;
}

/** The same model as it was before sentences had vectors, and as it is now. */
const old = () => new StubEmbedder('model', 8);
const fresh = () => Object.assign(new StubEmbedder('model', 8), { embedsWindows: true });

const page = (topic: string) =>
  Array.from({ length: 12 }, (_, i) => `The ${topic} is told of in sentence number ${i} of this page.`).join(
    ' ',
  );
const code = 'if (a[i] !== b[j]) { x = f(a[i], b[j]); y += g(x) * (c - d); }\n'.repeat(10);

async function written(parts: MemoryParts, contents: string[], namespace = 'notes', caller = anna) {
  return (
    await parts.memory.write(caller, {
      namespace,
      entries: contents.map((content) => ({ content, metadata: {} })),
    })
  ).ids;
}

const embeddings = async (store: MemoryStore, namespaceId: number) =>
  (await store.readEmbeddings(namespaceId, 'model', '', 100)).items
    .map(({ entry, ...rest }) => ({ content: entry.content, updatedAt: entry.updatedAt, ...rest }))
    .sort((a, b) => (a.content < b.content ? -1 : 1));

describe.each(Object.entries(backends))('%s', (_, open) => {
  test('entries of an older version become what they would be if they were written now, and indexes follow', async () => {
    const { store, upgrade } = await open();
    const before = await compose(store, old());
    const contents = ['short', page('harbour'), code, page('orchard'), `${'é'.repeat(150)} ${page('mill')}`];
    await written(before, contents);
    await written(before, [page('quarry')], 'other', bert);
    expect(await store.countRecuts()).toBe(0);
    await upgrade();

    // All but the short one, until they were looked at; a tenant hears of its own.
    expect(await store.countRecuts()).toBe(5);
    expect(await store.countRecuts('ten_a')).toBe(4);
    const after = await compose(store, fresh());
    expect(await after.reembedding.status('ten_b')).toMatchObject({ entriesLeft: 0, recutsLeft: 1 });
    const query = { namespace: 'notes', query: 'orchard sentence', limit: 3 };
    await after.memory.search(anna, query);
    const [state, version] = [await store.findNamespace('ten_a', 'notes'), await store.currentVersion(1)];
    await after.upkeep.run();
    expect(await after.reembedding.status()).toMatchObject({ recutsLeft: 0 });
    const { entries, bytes, updatedAt, revision } = state!;
    expect(await store.findNamespace('ten_a', 'notes')).toMatchObject({
      entries,
      bytes,
      updatedAt,
      revision: revision + 1,
    });
    const changes = (await store.readChanges(1, 'model', version, 10))!;
    expect(changes.upserts.map(({ entry }) => entry.content).sort()).toEqual(
      [contents[1], contents[3], contents[4]].sort(),
    );

    const anew = await compose(store, fresh());
    await written(anew, contents, 'anew');
    const [recut, asNow] = [await embeddings(store, 1), await embeddings(store, 3)];
    expect(recut.filter(({ windows }) => windows).map(({ content }) => content)).toEqual(
      [contents[1], contents[3], contents[4]].sort(),
    );
    expect(recut).toEqual(asNow);
    expect((await after.memory.search(anna, query))[0]!.content).toBe(page('orchard'));
  });

  test('an entry that is changed or deleted meanwhile loses its place on the list and nothing else', async () => {
    const { store, upgrade } = await open();
    const [changed, deleted] = await written(await compose(store, old()), [page('harbour'), page('mill')]);
    await upgrade();
    const embedder = fresh();
    const parts = await compose(store, embedder);
    embedder.before = async () => {
      embedder.before = async () => {};
      await parts.memory.update(anna, changed!, { content: page('tower') });
      await parts.memory.delete(anna, deleted!);
    };
    await parts.upkeep.run();
    expect(await store.countRecuts()).toBe(0);
    const [only, ...others] = await embeddings(store, 1);
    expect(others).toEqual([]);
    expect(only!.content).toBe(page('tower'));
    expect(only!.windows).toBeDefined();
  });

  test('a batch at a time, and after a restart the rest', async () => {
    const { store, upgrade } = await open();
    await written(
      await compose(store, old()),
      Array.from({ length: 40 }, (_x, i) => page(`topic${i}`)),
    );
    await upgrade();
    const first = await compose(store, fresh());
    expect(await first.recutting.step()).toBe(true);
    expect(await store.countRecuts()).toBe(8);
    const second = await compose(store, fresh());
    await second.upkeep.run();
    expect(await second.recutting.step()).toBe(false);
    const found = await embeddings(store, 1);
    expect(found.filter(({ windows }) => windows).length).toBe(40);
  });

  test('vectors of a server, of a caller and of a deleted namespace are left alone', async () => {
    const { store, upgrade } = await open();
    const server = old();
    const before = await compose(store, server);
    await written(before, [page('harbour')]);
    await written(before, [page('mill')], 'gone');
    await before.memory.write(anna, {
      namespace: 'own',
      entries: [{ content: page('tower'), metadata: {}, vector: Float32Array.of(1, 0) }],
    });
    await upgrade();
    await before.memory.deleteNamespace(anna, 'gone');
    const texts = server.texts;
    await before.upkeep.run();
    expect(server.texts).toBe(texts);
    expect(await store.countRecuts()).toBe(0);
    expect((await embeddings(store, 1))[0]!.windows).toBeUndefined();
  });

  test('a transcript that was one passage is cut into its turns', async () => {
    const { store, upgrade } = await open();
    await written(await compose(store, old()), ['Ann: hello there.\nBen: good day.\nAnn: how is the boat?']);
    await upgrade();
    expect(await store.countRecuts()).toBe(0);
    await written(await compose(store, old()), [
      'Ann: hello there, my friend.\nBen: good day to you.\nAnn: and how is the boat?',
    ]);
    await upgrade();
    expect(await store.countRecuts()).toBe(1);
    const turns = Object.assign(fresh(), {
      split: (content: string) => [
        { start: 0, end: 20 },
        { start: 20, end: content.length },
      ],
    });
    await (await compose(store, turns)).upkeep.run();
    // The longer one begins with "Ann: hello there," and comes before "Ann: hello there.".
    expect((await embeddings(store, 1)).map(({ ranges }) => ranges!.length)).toEqual([2, 1]);
  });
});

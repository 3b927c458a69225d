import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntryToWrite, MemoryStore, UpdateCommand, WriteCommand } from '../../src/memory/store.ts';
import { embedding, entry, id, type OpenedStore } from './memory-store.ts';

/** What every place where memory can live must do at its limits: pages, quotas, counts, and what is not there. */
export function memoryLimitsContract(name: string, open: () => Promise<OpenedStore>): void {
  describe(`limits of the memory store: ${name}`, () => {
    let opened: OpenedStore;
    let store: MemoryStore;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });

    afterEach(() => opened.close());

    const write = async (entries: EntryToWrite[], command: Partial<WriteCommand> = {}) =>
      store.writeEntries({
        tenantId: 'ten_a',
        namespace: 'notes',
        model: 'm1',
        dims: 2,
        now: 1_000,
        entries,
        ...command,
      });
    const update = (command: Partial<UpdateCommand>) =>
      store.updateEntry({
        id: id(1),
        namespaceId: 1,
        model: 'm1',
        embeddings: [],
        now: 2_000,
        change: {},
        ...command,
      });
    const ids = (entries: ReadonlyArray<{ id: string }>) => entries.map(({ id: of }) => of);

    test('a list has a page of so many, in both orders, and says whether there are more', async () => {
      await write([1, 2, 3, 4].map((n) => entry(n)));
      const list = async (order: 'oldest' | 'newest', limit: number, after?: string) => {
        const page = await store.listEntries({
          namespaceId: 1,
          limit,
          order,
          now: 0,
          ...(after && { after }),
        });
        return [...ids(page.items), page.more];
      };
      expect(await list('oldest', 3)).toEqual([id(1), id(2), id(3), true]);
      expect(await list('oldest', 4)).toEqual([id(1), id(2), id(3), id(4), false]);
      expect(await list('oldest', 3, id(3))).toEqual([id(4), false]);
      expect(await list('newest', 3)).toEqual([id(4), id(3), id(2), true]);
      expect(await list('newest', 1, id(2))).toEqual([id(1), false]);
      expect(await list('newest', 1, id(3))).toEqual([id(2), true]);
    });

    test('namespaces have pages too, and what was dropped is in none of them', async () => {
      for (const namespace of ['a', 'b', 'c']) await write([entry(1)], { namespace });
      const page = async (limit: number, after?: string) => {
        const { items, more } = await store.listNamespaces('ten_a', after, limit);
        return [...items.map(({ name: of }) => of), more];
      };
      expect(await page(3)).toEqual(['a', 'b', 'c', false]);
      expect(await page(2)).toEqual(['a', 'b', true]);
      expect(await page(1, 'b')).toEqual(['c', false]);
      expect(await store.dropNamespace('ten_a', 'none')).toBeUndefined();
      expect(await store.dropNamespace('ten_b', 'a')).toBeUndefined();
      await write([entry(9)], { tenantId: 'ten_b' });
      expect((await store.dropTenant('ten_a')).map(({ name: of }) => of).sort()).toEqual(['a', 'b', 'c']);
      expect(await page(3)).toEqual([false]);
      expect(await store.dropTenant('ten_a')).toEqual([]);
      expect(await store.findNamespace('ten_b', 'notes')).toMatchObject({ entries: 1 });
    });

    test('the last entry that a tenant may have is written; what only replaces others is no entry more', async () => {
      expect(await write([entry(1, { externalId: 'x' }), entry(2)], { maxEntries: 2 })).toMatchObject({
        outcome: 'written',
        namespace: { entries: 2, revision: 1 },
      });
      expect(await write([entry(3)], { maxEntries: 2 })).toEqual({ outcome: 'quota_exceeded' });
      const again = [entry(4, { externalId: 'x', content: 'longer than it was' })];
      expect(await write(again, { maxEntries: 1, now: 3_000 })).toMatchObject({
        outcome: 'written',
        namespace: {
          entries: 2,
          revision: 2,
          bytes: 'longer than it was'.length + 'entry 2'.length + 4,
          updatedAt: 3_000,
        },
        written: [{ id: id(1), replaced: true }],
      });
      expect(await write([entry(5)], { tenantId: 'ten_b', maxEntries: 1 })).toMatchObject({
        outcome: 'written',
      });
      expect(await write([entry(6)], { now: 500 })).toMatchObject({
        namespace: { entries: 3, updatedAt: 3_000 },
      });
    });

    test('an entry that replaces another has its own vectors, and none of the other', async () => {
      const vectorsOf = async () => {
        const found: unknown[] = [];
        await store.readAllEmbeddings(1, 'm1', (items) =>
          found.push(...items.map(({ vectors }) => vectors?.map((vector) => [...vector]))),
        );
        return found;
      };
      const two = {
        ...embedding('m1', 2),
        ranges: [
          { start: 0, end: 2 },
          { start: 2, end: 5 },
        ],
        vectors: [Float32Array.of(1, 0), Float32Array.of(0, 1)],
      };
      await write([entry(1, { externalId: 'x', embeddings: [two, embedding('m2', 3)] })]);
      expect(await vectorsOf()).toEqual([
        [
          [1, 0],
          [0, 1],
        ],
      ]);
      const again = { ...embedding('m1', 2), vectors: [Float32Array.of(0, -1)] };
      await write([entry(2, { externalId: 'x', embeddings: [again] })]);
      expect(await vectorsOf()).toEqual([[[0, -1]]]);
      expect((await store.readEmbedding(1, 'm2', id(1)))?.vectors).toBeUndefined();
    });

    test('an entry that is imported over another keeps when it was made', async () => {
      await write([entry(1)]);
      const imported = entry(2, { keepId: id(1), createdAt: 50, updatedAt: 60 });
      expect(await write([imported])).toMatchObject({
        written: [{ id: id(1), createdAt: 50, replaced: true }],
      });
      expect((await store.findEntry('ten_a', id(1)))!.entry).toMatchObject({ createdAt: 50, updatedAt: 60 });
    });

    test('a change says why it was not made', async () => {
      await write([entry(1, { externalId: 'x' }), entry(2, { externalId: 'y' })]);
      expect(await update({ id: id(9) })).toEqual({ outcome: 'not_found' });
      expect(await update({ namespaceId: 2 })).toEqual({ outcome: 'not_found' });
      expect(await update({ model: 'm2' })).toEqual({ outcome: 'model_changed', model: 'm1' });
      expect(await update({ change: { ifUpdatedAt: 999 } })).toEqual({ outcome: 'version_conflict' });
      expect(await update({ change: { externalId: 'y' } })).toEqual({ outcome: 'external_id_taken' });
      expect((await store.findNamespace('ten_a', 'notes'))!.revision).toBe(1);
      await store.dropNamespace('ten_a', 'notes');
      expect(await update({})).toEqual({ outcome: 'not_found' });
    });

    test('a change is made where it may be, and its bytes are counted', async () => {
      await write([entry(1, { externalId: 'x', expiresAt: 9_000, occurredAt: 5 })]);
      const change = { externalId: 'x', ifUpdatedAt: 1_000, metadata: { a: 1 } };
      const changed = await update({ change });
      expect(changed).toMatchObject({
        outcome: 'updated',
        namespace: { entries: 1, bytes: 'entry 1'.length + '{"a":1}'.length, revision: 2, updatedAt: 2_000 },
        entry: { id: id(1), externalId: 'x', updatedAt: 2_000, expiresAt: 9_000, occurredAt: 5 },
      });
      const free = await update({
        change: { externalId: 'z', expiresAt: 'never', occurredAt: 7 },
        now: 2_000,
      });
      expect(free).toMatchObject({ entry: { externalId: 'z', updatedAt: 2_001, occurredAt: 7 } });
      const { entry: stored } = (await store.findEntry('ten_a', id(1)))!;
      expect(stored).toEqual((free as { entry: unknown }).entry);
      expect(stored).not.toHaveProperty('expiresAt');
    });

    test('what is deleted twice changes the namespace once', async () => {
      await write([entry(1), entry(2)]);
      const deletion = await store.deleteEntries({ namespaceId: 1, ids: [id(1)] });
      expect(deletion).toMatchObject({ deleted: [id(1)], namespace: { entries: 1, revision: 2 } });
      const nothing = await store.deleteEntries({ namespaceId: 1, ids: [id(1)] });
      expect(nothing).toMatchObject({ deleted: [], namespace: { entries: 1, revision: 2 } });
      expect(await store.deleteEntries({ namespaceId: 9, ids: [id(2)] })).toEqual({
        deleted: [],
        namespace: undefined,
      });
    });

    test('expired entries are swept so many at a time, by namespace', async () => {
      const expired = (n: number) => entry(n, { expiresAt: n });
      await write([expired(1), expired(3)]);
      await write([expired(2)], { namespace: 'other' });
      expect(await store.countExpired(1, 0)).toBe(0);
      expect(await store.countExpired(1, 3)).toBe(2);
      expect(await store.removeExpired(0, 10)).toEqual([]);
      const swept = async (now: number, limit: number) =>
        (await store.removeExpired(now, limit))
          .map(({ namespace, ids: those }) => `${namespace.name} ${namespace.entries} ${those.length}`)
          .sort();
      expect(await swept(3, 2)).toHaveLength(2);
      expect((await swept(3, 2)).length).toBe(1);
      expect(await swept(3, 2)).toEqual([]);
    });

    test('as many rows as are purged at a time end with one more look', async () => {
      expect(await store.purgeDropped(2)).toBe(false);
      await write([entry(1), entry(2)]);
      await write([entry(3)], { namespace: 'other' });
      await store.dropNamespace('ten_a', 'notes');
      const rounds: boolean[] = [];
      do rounds.push(await store.purgeDropped(2));
      while (rounds.at(-1));
      expect(rounds).toEqual([true, true, false]);
      expect((await store.findNamespace('ten_a', 'other'))!.entries).toBe(1);
    });

    test('vectors of models that nobody needs go, so many at a time', async () => {
      expect(await store.removeOtherVectors(['m1'], 5)).toBe(0);
      const both = [embedding('m1', 2), embedding('m2', 3)];
      await write([1, 2, 3].map((n) => entry(n, { embeddings: both })));
      expect(await store.removeOtherVectors(['m1', 'm2'], 5)).toBe(0);
      const has = async (model: string) =>
        (await store.readEmbeddings(1, model, '', 10)).items.filter(({ vectors }) => vectors).length;
      expect(await store.removeOtherVectors(['m1'], 2)).toBe(2);
      expect(await has('m2')).toBe(1);
      expect(await store.removeOtherVectors(['m1'], 2)).toBe(1);
      expect(await store.removeOtherVectors(['m1'], 2)).toBe(0);
      expect([await has('m1'), await has('m2')]).toEqual([3, 0]);
      // Those of the namespace's own model stay in any case.
      expect(await store.removeOtherVectors(['m3'], 5)).toBe(0);
      expect(await has('m1')).toBe(3);
    });

    test('entries are read for an index page by page, or one', async () => {
      await write([1, 2, 3].map((n) => entry(n)));
      const page = async (after: string, limit: number) => {
        const { items, next } = await store.readEmbeddings(1, 'm1', after, limit);
        return [...items.map((item) => item.entry.id), next];
      };
      expect(await page('', 2)).toEqual([id(1), id(2), id(2)]);
      expect(await page(id(2), 2)).toEqual([id(3), undefined]);
      expect(await page('', 3)).toEqual([id(1), id(2), id(3), id(3)]);
      expect(await page(id(3), 3)).toEqual([undefined]);
      expect(await store.readEmbedding(1, 'm1', id(2))).toMatchObject({
        entry: { id: id(2) },
        vectors: [{}],
      });
      expect((await store.readEmbedding(1, 'm2', id(2)))!.vectors).toBeUndefined();
      expect(await store.readEmbedding(1, 'm1', id(9))).toBeUndefined();
      expect(await store.readEntries(9, [id(1)])).toEqual([]);
      expect(await store.readEntries(1, [])).toEqual([]);
    });

    test('a page of changes ends with a whole revision, and nothing is followed that is not there', async () => {
      for (const n of [1, 3, 5]) await write([entry(n), entry(n + 1)]);
      const page = async (since: number, limit: number) => {
        const read = (await store.readChanges(1, 'm1', { revision: since, stamp: 0 }, limit))!;
        return [read.upserts.length, read.revision, read.more];
      };
      expect(await page(0, 2)).toEqual([2, 1, true]);
      expect(await page(0, 3)).toEqual([4, 2, true]);
      expect(await page(0, 6)).toEqual([6, 3, false]);
      expect(await page(0, 7)).toEqual([6, 3, false]);
      expect(await store.readChanges(9, 'm1', { revision: 0, stamp: 0 }, 5)).toBeUndefined();
      expect((await store.currentVersion(9)).revision).toBe(0);
      expect(await store.isOwnSnapshot(9, { mark: 'm', revision: 0, stamp: 0 })).toBe(false);
    });

    test('namespaces of another model are found oldest first, but not those with vectors of their callers', async () => {
      for (const namespace of ['b', 'a']) await write([entry(1)], { namespace });
      await write([entry(2, { embeddings: [embedding('own:2', 2)] })], { namespace: 'own', model: 'own:2' });
      const others = async (model: string, limit: number) =>
        (await store.namespacesWithoutModel(model, limit)).map(({ name: of }) => of);
      expect(await others('m2', 10)).toEqual(['b', 'a']);
      expect(await others('m2', 1)).toEqual(['b']);
      expect(await others('m1', 10)).toEqual([]);
      expect(await store.countUnembedded('m2')).toEqual({ namespaces: 2, entries: 2 });
      expect(await store.countUnembedded('m1')).toEqual({ namespaces: 0, entries: 0 });
      const unembedded = async (after: string, limit: number) =>
        ids(await store.readUnembedded(1, 'm2', after, limit));
      await write([entry(3)], { namespace: 'b' });
      expect(await unembedded('', 1)).toEqual([id(1)]);
      expect(await unembedded(id(1), 5)).toEqual([id(3)]);
    });

    test('a choice of model without an earlier one has none, also after one that had', async () => {
      await store.saveModelChoice({ configured: 'm2', wanted: 'm1', previous: 'm2' });
      await store.saveModelChoice({ configured: 'm3', wanted: 'm3' });
      expect(await store.readModelChoice()).toStrictEqual({ configured: 'm3', wanted: 'm3' });
    });

    test('a receipt answers with the ids of what was written', async () => {
      const answers = new Set<string>();
      const receipt = {
        id: 'r1',
        tenantId: 'ten_a',
        bodyHash: 'h',
        expiresAt: 9e12,
        answer: (result: unknown) => {
          answers.add(JSON.stringify(result));
          return result;
        },
      };
      await write([entry(1), entry(2)], { receipt });
      expect([...answers]).toEqual([JSON.stringify({ ids: [id(1), id(2)] })]);
    });
  });
}

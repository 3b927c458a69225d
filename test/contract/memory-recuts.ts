import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Embedding, EntryToWrite, MemoryStore, StoredEmbedding } from '../../src/memory/store.ts';
import { embedding, entry, id, type OpenedStore } from './memory-store.ts';

/** With the entries of these ids on the list of those that older rules have cut. */
export interface OpenedRecuts extends OpenedStore {
  listForRecut(ids: readonly string[]): Promise<void>;
}

/** What every place where memory can live must do with entries that were cut into passages by older rules. */
export function memoryRecutsContract(name: string, open: () => Promise<OpenedRecuts>): void {
  describe(`entries that are cut again: ${name}`, () => {
    let opened: OpenedRecuts;
    let store: MemoryStore;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });

    afterEach(() => opened.close());

    const write = async (namespace: string, entries: EntryToWrite[], tenantId = 'ten_a') => {
      const command = { tenantId, namespace, model: 'm1', dims: 2, now: 1_000, entries };
      const outcome = await store.writeEntries(command);
      if (outcome.outcome !== 'written') throw new Error(outcome.outcome);
      return outcome.namespace;
    };
    const listed = async (limit = 100) =>
      (await store.readRecuts(limit)).map(({ namespace, ids }) => [namespace.name, ...ids]);
    const again: Embedding = { ...embedding('m1', 2), vectors: [Float32Array.of(0, 1)] };
    const vectorsOf = async (namespaceId: number) => {
      const found: StoredEmbedding[] = [];
      await store.readAllEmbeddings(namespaceId, 'm1', (items) => void found.push(...items));
      return Object.fromEntries(found.map((item) => [item.entry.id, item.vectors?.length]));
    };

    test('are listed by namespace, so many at most, and counted for all or for one tenant', async () => {
      await write('a', [entry(1), entry(2)]);
      await write('b', [entry(3)]);
      await write('c', [entry(4)], 'ten_b');
      expect([await listed(), await store.countRecuts()]).toEqual([[], 0]);
      await opened.listForRecut([id(1), id(2), id(3), id(4)]);
      expect(await listed()).toEqual([
        ['a', id(1), id(2)],
        ['b', id(3)],
        ['c', id(4)],
      ]);
      expect(await listed(3)).toEqual([
        ['a', id(1), id(2)],
        ['b', id(3)],
      ]);
      expect(await listed(1)).toEqual([['a', id(1)]]);
      const counts = [await store.countRecuts(), await store.countRecuts('ten_a')];
      expect([...counts, await store.countRecuts('ten_b'), await store.countRecuts('ten_c')]).toEqual([
        4, 3, 1, 0,
      ]);
    });

    test('with new vectors are a revision of their namespace, and off the list', async () => {
      const { id: namespaceId } = await write('a', [entry(1), entry(2), entry(3)]);
      await opened.listForRecut([id(1), id(2), id(3)]);
      const two = {
        model: 'm1',
        ranges: [
          { start: 0, end: 3 },
          { start: 3, end: 5 },
        ],
        vectors: [Float32Array.of(0, 1), Float32Array.of(1, 0)],
      };
      const after = await store.finishRecuts(namespaceId, 'm1', [
        { id: id(1), content: 'entry 1', embedding: two },
        { id: id(3), content: 'entry 3', embedding: again },
      ]);
      expect(after).toMatchObject({ name: 'a', revision: 2, entries: 3, updatedAt: 1_000 });
      expect(await store.findNamespace('ten_a', 'a')).toMatchObject({ revision: 2, entries: 3 });
      expect(await listed()).toEqual([['a', id(2)]]);
      expect(await vectorsOf(namespaceId)).toEqual({ [id(1)]: 2, [id(2)]: 1, [id(3)]: 1 });
      const first = { revision: 1, stamp: after!.previousStamp ?? 0 };
      const changes = await store.readChanges(namespaceId, 'm1', first, 10);
      expect(changes?.upserts.map((item) => item.entry.id)).toEqual([id(1), id(3)]);
    });

    test('whose vectors are as they would be now are only off the list', async () => {
      const { id: namespaceId } = await write('a', [entry(1), entry(2)]);
      await opened.listForRecut([id(1), id(2)]);
      const same = [{ id: id(1), content: 'entry 1' }];
      expect(await store.finishRecuts(namespaceId, 'm1', same)).toBeUndefined();
      expect(await store.findNamespace('ten_a', 'a')).toMatchObject({ revision: 1 });
      expect(await listed()).toEqual([['a', id(2)]]);
      expect(await store.finishRecuts(namespaceId, 'm1', [])).toBeUndefined();
    });

    test('that were changed meanwhile stay as they are, and on the list', async () => {
      const { id: namespaceId } = await write('a', [entry(1), entry(2)]);
      await opened.listForRecut([id(1), id(2)]);
      const outcome = await store.finishRecuts(namespaceId, 'm1', [
        { id: id(1), content: 'another text', embedding: again },
        { id: id(9), content: 'entry 9', embedding: again },
      ]);
      expect(outcome).toBeUndefined();
      expect(await listed()).toEqual([['a', id(1), id(2)]]);
      const mixed = await store.finishRecuts(namespaceId, 'm1', [
        { id: id(1), content: 'another text', embedding: again },
        { id: id(2), content: 'entry 2', embedding: again },
      ]);
      expect(mixed).toMatchObject({ revision: 2 });
      expect(await listed()).toEqual([['a', id(1)]]);
    });

    test('of another model, or of a namespace that is gone, are left alone', async () => {
      const { id: namespaceId } = await write('a', [entry(1)]);
      await opened.listForRecut([id(1)]);
      const cut = [{ id: id(1), content: 'entry 1', embedding: again }];
      expect(await store.finishRecuts(namespaceId, 'm2', cut)).toBeUndefined();
      expect(await store.finishRecuts(namespaceId + 1, 'm1', cut)).toBeUndefined();
      expect(await listed()).toEqual([['a', id(1)]]);
      await store.dropNamespace('ten_a', 'a');
      expect(await store.finishRecuts(namespaceId, 'm1', cut)).toBeUndefined();
      expect([await listed(), await store.countRecuts(), await store.countRecuts('ten_a')]).toEqual([
        [],
        0,
        0,
      ]);
    });

    test('that were deleted are neither listed nor counted', async () => {
      const { id: namespaceId } = await write('a', [entry(1), entry(2)]);
      await opened.listForRecut([id(1), id(2)]);
      await store.deleteEntries({ namespaceId, ids: [id(1)] });
      expect(await store.countRecuts()).toBe(1);
      expect(await listed()).toEqual([['a', id(2)]]);
    });
  });
}

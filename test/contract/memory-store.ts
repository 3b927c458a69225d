import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  Embedding,
  EntryToWrite,
  MemoryStore,
  WriteCommand,
  WriteOutcome,
} from '../../src/memory/store.ts';

/** A store that is empty but for the tenants `ten_a` and `ten_b`. */
export interface OpenedStore {
  store: MemoryStore;
  /** Closes and opens again, as a restart does. */
  reopen(): Promise<MemoryStore>;
  close(): Promise<void>;
}

/** What every place where memory can live must do. */
export function memoryStoreContract(name: string, open: () => Promise<OpenedStore>): void {
  describe(`memory store: ${name}`, () => {
    let opened: OpenedStore;
    let store: MemoryStore;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });

    afterEach(() => opened.close());

    const write = async (entries: EntryToWrite[], command: Partial<WriteCommand> = {}) => {
      const outcome = await store.writeEntries({
        tenantId: 'ten_a',
        namespace: 'notes',
        model: 'm1',
        dims: 2,
        now: 1_000,
        entries,
        ...command,
      });
      return outcome as Extract<WriteOutcome, { outcome: 'written' }>;
    };

    test('what was written is read back exactly, also after a restart', async () => {
      const content = 'line\r\n\u2028 \u{1F600} "quoted" \'; DROP TABLE x; --';
      const metadata = JSON.parse('{"__proto__":{"a":[1,2.5,null,true]},"é":"\\u0001","":{}}');
      await write([entry(1, { content, metadata, externalId: 'x-1', expiresAt: 9_000, occurredAt: -5_000 })]);
      store = await opened.reopen();
      const found = await store.findEntry('ten_a', id(1));
      expect(found!.entry).toStrictEqual({
        id: id(1),
        namespace: 'notes',
        content,
        metadata,
        externalId: 'x-1',
        createdAt: 1_000,
        updatedAt: 1_000,
        expiresAt: 9_000,
        occurredAt: -5_000,
      });
      expect(Object.keys(found!.entry.metadata)).toContain('__proto__');
    });

    test('flags and the source are read back exactly, everywhere, also of earlier versions', async () => {
      const flags = [
        { kind: 'secrets' as const, ruleId: 'r', start: 1, end: 4, action: 'redacted' as const },
        {
          kind: 'pii' as const,
          ruleId: 'e',
          start: 0,
          end: 2,
          path: '/metadata/a\u0000~1',
          action: 'flagged' as const,
        },
      ];
      const source = { kind: 'tool' as const, trust: 0.25 };
      await write([entry(1, { flags, source }), entry(2), entry(3, { flags, externalId: 'x' })]);
      await store.configureNamespace('ten_a', 'notes', { history: 2, guard: { pii: 'redact' } }, 1_000);
      store = await opened.reopen();
      const state = (await store.findNamespace('ten_a', 'notes'))!;
      expect(state.settings).toEqual({ history: 2, guard: { pii: 'redact' } });
      expect((await store.findEntry('ten_a', id(1)))!.entry).toMatchObject({ flags, source });
      const [marked, plain] = await store.readEntries(state.id, [id(1), id(2)]);
      expect(marked).toMatchObject({ flags, source });
      expect(plain).not.toHaveProperty('flags');
      expect(plain).not.toHaveProperty('source');
      await store.readAllEmbeddings(state.id, 'm1', (items) =>
        expect(items[0]!.entry).toMatchObject({ flags, source }),
      );
      expect((await store.readHits('ten_a', 'notes', [id(1)]))!.entries[0]).toMatchObject({ flags, source });
      const update = { id: id(1), namespaceId: state.id, model: 'm1', embeddings: [], now: 2_000 };
      await store.updateEntry({ ...update, change: { metadata: {}, flags: [] } });
      expect((await store.readEntries(state.id, [id(1)]))[0]!.flags).toEqual([flags[0]]);
      expect((await store.readVersions(state.id, id(1)))[0]).toMatchObject({ flags, source });
      await store.updateEntry({ ...update, change: { metadata: { a: 1 } }, forgetVersions: true });
      expect(await store.readVersions(state.id, id(1))).toEqual([]);
      await write([entry(4, { externalId: 'x' })]);
      expect((await store.findByExternalId(state.id, 'x'))!).not.toHaveProperty('flags');
    });

    test('a character that some databases refuse is stored like any other, wherever it is', async () => {
      const odd = 'a\u0000b\u0001c\u0001\u0002';
      const metadata = { [odd]: odd };
      await write([entry(1, { content: odd, metadata, externalId: odd })], { namespace: odd });
      store = await opened.reopen();
      const state = await store.findNamespace('ten_a', odd);
      expect(state).toMatchObject({ name: odd, entries: 1 });
      const found = await store.findByExternalId(state!.id, odd);
      expect(found).toMatchObject({ content: odd, metadata, externalId: odd, namespace: odd });
      expect((await store.listNamespaces('ten_a', undefined, 5)).items.map(({ name: of }) => of)).toEqual([
        odd,
      ]);
      await store.readAllEmbeddings(state!.id, 'm1', ([item]) => expect(item!.entry).toEqual(found));
    });

    test('vectors come back bit for bit, with their ranges', async () => {
      const vectors = [new Float32Array([0.1, -0.2]), new Float32Array([1e-30, 3.4e38])];
      const ranges = [
        { start: 0, end: 5 },
        { start: 3, end: 9 },
      ];
      await write([entry(1, { embeddings: [{ model: 'm1', ranges, vectors }] })]);
      const [item] = (await store.readEmbeddings(1, 'm1', '', 10)).items;
      expect(item!.ranges).toEqual(ranges);
      expect(item!.vectors!.map((vector) => [...vector])).toEqual(vectors.map((vector) => [...vector]));
      expect((await store.readEmbeddings(1, 'm2', '', 10)).items[0]!.vectors).toBeUndefined();
      await write([entry(2)]);
      expect(await store.readRanges(1, 'm1', [id(1), 'mem_none'])).toEqual(new Map([[id(1), ranges]]));
      expect(await store.readRanges(1, 'm2', [id(1)])).toEqual(new Map());
      expect(await store.readRanges(2, 'm1', [id(1)])).toEqual(new Map());
    });

    test('windows come back by passage, of a write, a change and a new model, however they are read', async () => {
      const windowed = (model: string, first: number): Embedding => ({
        ...embedding(model, 2),
        windows: [Uint8Array.from({ length: 12 }, (_, i) => first + i)],
      });
      const { namespace } = await write([entry(1, { embeddings: [windowed('m1', 1)] }), entry(2)]);
      const firsts = async (model = 'm1') => {
        const all: Array<number | undefined> = [];
        await store.readAllEmbeddings(namespace.id, model, (items) => {
          for (const { windows } of items) all.push(windows?.[0]?.[0]);
        });
        const { items } = await store.readEmbeddings(namespace.id, model, '', 10);
        expect(items.map(({ windows }) => windows?.[0]?.[0])).toEqual(all);
        return all;
      };
      expect(await firsts()).toEqual([1, undefined]);
      expect([...(await store.readEmbedding(namespace.id, 'm1', id(1)))!.windows![0]!]).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
      ]);
      const command = { namespaceId: namespace.id, model: 'm1', now: 2_000 };
      const changed = { ...command, id: id(1), change: { content: 'new' } };
      await store.updateEntry({ ...changed, embeddings: [windowed('m1', 100)] });
      await store.updateEntry({
        ...command,
        id: id(2),
        change: { content: 'longer' },
        embeddings: [windowed('m1', 200)],
      });
      expect(await firsts()).toEqual([100, 200]);
      await store.updateEntry({ ...changed, change: { content: 'short' }, embeddings: [embedding('m1', 2)] });
      expect(await firsts()).toEqual([undefined, 200]);
      await store.addEmbeddings(
        [{ id: id(1), content: 'short', embedding: windowed('m2', 50) }],
        namespace.id,
      );
      expect(await firsts('m2')).toEqual([50, undefined]);
      store = await opened.reopen();
      expect(await firsts()).toEqual([undefined, 200]);
      const since = { revision: namespace.revision, stamp: namespace.stamp };
      const changes = await store.readChanges(namespace.id, 'm1', since, 10);
      expect(changes!.upserts.map(({ windows }) => windows?.[0]?.[0]).toSorted()).toEqual([200, undefined]);
    });

    test('a namespace counts its entries, its bytes and its revisions', async () => {
      const first = await write([entry(1, { content: 'äb', metadata: { a: 1 } }), entry(2)]);
      expect(first.namespace).toMatchObject({ entries: 2, bytes: 3 + 7 + 'entry 2'.length + 2, revision: 1 });
      await write([entry(3)]);
      const { deleted, namespace } = await store.deleteEntries({
        namespaceId: 1,
        ids: [id(1), id(1), 'mem_none'],
      });
      expect(deleted).toEqual([id(1)]);
      expect(namespace).toMatchObject({ entries: 2, bytes: 2 * ('entry 2'.length + 2), revision: 3 });
      expect(await store.findNamespace('ten_b', 'notes')).toBeUndefined();
    });

    test('a write for another model than the namespace has writes nothing', async () => {
      await write([entry(1)]);
      const outcome = await write([entry(2)], { model: 'm2' });
      expect(outcome).toEqual({ outcome: 'model_changed', model: 'm1' });
      expect(await store.findEntry('ten_a', id(2))).toBeUndefined();
    });

    test('a write beyond the most entries of its tenant writes nothing at all', async () => {
      await write([entry(1)], { maxEntries: 2 });
      expect(await write([entry(2), entry(3)], { maxEntries: 2, namespace: 'other' })).toEqual({
        outcome: 'quota_exceeded',
      });
      expect(await store.findNamespace('ten_a', 'other')).toBeUndefined();
      expect(await store.findEntry('ten_a', id(2))).toBeUndefined();
    });

    test('what the service keeps for itself counts neither for the most entries of a tenant nor for what a tenant has left to embed', async () => {
      await write([entry(1), entry(2)], { namespace: '\u0001kept' });
      expect((await write([entry(3)], { maxEntries: 1 })).outcome).toBe('written');
      expect(await write([entry(4)], { maxEntries: 1 })).toEqual({ outcome: 'quota_exceeded' });
      expect(await store.countUnembedded('m2', 'ten_a')).toEqual({ namespaces: 1, entries: 1 });
      expect(await store.countUnembedded('m2')).toEqual({ namespaces: 2, entries: 3 });
    });

    test('an externalId names one entry of a namespace', async () => {
      await write([entry(1, { externalId: 'x' })]);
      const again = await write([entry(2, { externalId: 'x', content: 'newer' })], { now: 2_000 });
      expect(again.written).toEqual([{ id: id(1), createdAt: 1_000, replaced: true }]);
      expect((await store.findEntry('ten_a', id(1)))!.entry.content).toBe('newer');
      await write([entry(3, { externalId: 'x' })], { namespace: 'other' });
      await write([entry(4)]);
      const change = { externalId: 'x' };
      const command = { id: id(4), namespaceId: 1, model: 'm1', change, embeddings: [], now: 3_000 };
      expect(await store.updateEntry(command)).toEqual({ outcome: 'external_id_taken' });
    });

    test('an imported id is kept, unless another namespace of the tenant has it', async () => {
      await write([entry(1)]);
      const same = await write([entry(2, { keepId: id(1), content: 'again' })]);
      expect(same.written).toMatchObject([{ id: id(1), replaced: true }]);
      const elsewhere = await write([entry(3, { keepId: id(1) })], { namespace: 'other' });
      expect(elsewhere.written).toMatchObject([{ id: id(3), replaced: false }]);
      const stranger = await write([entry(4, { keepId: id(1) })], { tenantId: 'ten_b' });
      expect(stranger.written).toMatchObject([{ id: id(1), replaced: false }]);
      expect((await store.findEntry('ten_a', id(1)))!.entry.content).toBe('again');
      expect((await store.findEntry('ten_b', id(1)))!.entry.content).toBe('entry 4');
    });

    test('the changes since a revision are what happened since, and no more', async () => {
      const { namespace: first } = await write([entry(1), entry(2), entry(3)]);
      await write([entry(4)]);
      await store.deleteEntries({ namespaceId: 1, ids: [id(1)] });
      const change = { metadata: { new: true } };
      await store.updateEntry({ id: id(2), namespaceId: 1, model: 'm1', change, embeddings: [], now: 2_000 });
      const all = await store.readChanges(1, 'm1', first, 100);
      expect(all!.upserts.map(({ entry: { id: of } }) => of)).toEqual([id(4), id(2)]);
      expect(all).toMatchObject({ removed: [id(1)], revision: 4, more: false });
      const page = await store.readChanges(1, 'm1', { revision: 0, stamp: 0 }, 1);
      expect(page).toMatchObject({ revision: 1, stamp: first.stamp, more: true, removed: [] });
      expect(page!.upserts.map(({ entry: { id: of } }) => of)).toEqual([id(3)]);
      const current = await store.currentVersion(1);
      expect(all).toMatchObject(current);
      expect(await store.readChanges(1, 'm1', current, 100)).toMatchObject({
        upserts: [],
        removed: [],
        more: false,
      });
    });

    test('changes cannot be asked for from before the record of deletions', async () => {
      const { namespace: first } = await write([entry(1), entry(2)]);
      const { namespace: second } = await store.deleteEntries({ namespaceId: 1, ids: [id(1)] });
      const { revision, stamp } = second!;
      await store.noteSnapshot(1, { mark: 'mark', revision, stamp });
      expect(await store.isOwnSnapshot(1, { mark: 'mark', revision, stamp })).toBe(true);
      expect(await store.isOwnSnapshot(1, { mark: 'another', revision, stamp: stamp + 1 })).toBe(false);
      await store.trimHistory(Number.MAX_SAFE_INTEGER, 10);
      expect(await store.readChanges(1, 'm1', first, 100)).toBeUndefined();
      expect(await store.readChanges(1, 'm1', second!, 100)).toMatchObject({ more: false });
    });

    test('all entries are read with the version that they have', async () => {
      await write([entry(1), entry(2)]);
      const { namespace } = await write([entry(3)]);
      const read: string[] = [];
      const version = await store.readAllEmbeddings(1, 'm1', (items) => {
        for (const item of items) {
          expect(item.vectors).toHaveLength(1);
          read.push(`${item.entry.namespace}: ${item.entry.content}`);
        }
      });
      expect(read).toEqual(['notes: entry 1', 'notes: entry 2', 'notes: entry 3']);
      expect(version).toEqual({ revision: namespace.revision, stamp: namespace.stamp });
    });

    test('the rows of hits come with the state of their namespace, in the order that was asked for', async () => {
      const { namespace } = await write([entry(1), entry(2), entry(3)]);
      const { previousStamp: _, ...state } = namespace;
      const hits = await store.readHits('ten_a', 'notes', [id(3), 'mem_none', id(1)]);
      expect(hits!.state).toEqual(state);
      expect(hits!.entries.map(({ content }) => content)).toEqual(['entry 3', 'entry 1']);
      expect((await store.readHits('ten_a', 'notes', []))!.entries).toEqual([]);
      expect(await store.readHits('ten_b', 'notes', [id(1)])).toBeUndefined();
    });

    test('an id that was deleted and imported again is no deletion any more', async () => {
      const { namespace: first } = await write([entry(1), entry(2)]);
      await store.deleteEntries({ namespaceId: 1, ids: [id(1)] });
      await write([entry(9, { keepId: id(1) })]);
      const changes = await store.readChanges(1, 'm1', first, 100);
      expect(changes!.removed).toEqual([]);
      expect(changes!.upserts.map(({ entry: { id: of } }) => of)).toEqual([id(1)]);
    });

    test('a deletion looks again at what it is about to delete', async () => {
      await write([entry(1, { metadata: { keep: true } }), entry(2)]);
      const onlyIf = (of: { metadata: object }) => !('keep' in of.metadata);
      const { deleted } = await store.deleteEntries({ namespaceId: 1, ids: [id(1), id(2)], onlyIf });
      expect(deleted).toEqual([id(2)]);
    });

    test('a dropped namespace is unreachable at once, and purging removes the rest', async () => {
      await write([entry(1), entry(2), entry(3)]);
      expect(await store.dropNamespace('ten_a', 'notes')).toMatchObject({ id: 1, entries: 3 });
      expect(await store.findNamespace('ten_a', 'notes')).toBeUndefined();
      expect(await store.findEntry('ten_a', id(1))).toBeUndefined();
      expect(await store.readEntries(1, [id(1)])).toEqual([]);
      expect((await store.listNamespaces('ten_a', undefined, 10)).items).toEqual([]);
      expect((await store.deleteEntries({ namespaceId: 1, ids: [id(1)] })).deleted).toEqual([]);
      const fresh = await write([entry(1)]);
      expect(fresh.namespace.id).not.toBe(1);
      store = await opened.reopen();
      let rounds = 0;
      while (await store.purgeDropped(2)) rounds++;
      expect(rounds).toBe(2);
      expect((await store.readEmbeddings(1, 'm1', '', 10)).items).toEqual([]);
      expect((await store.findNamespace('ten_a', 'notes'))!.entries).toBe(1);
    });

    test('expired entries are counted, left out of lists and swept', async () => {
      await write([entry(1, { expiresAt: 1_500 }), entry(2, { expiresAt: 1_600 }), entry(3)]);
      expect(await store.countExpired(1, 1_500)).toBe(1);
      const list = await store.listEntries({ namespaceId: 1, limit: 10, order: 'oldest', now: 1_500 });
      expect(list.items.map(({ id: of }) => of)).toEqual([id(2), id(3)]);
      const [swept] = await store.removeExpired(1_600, 10);
      expect(swept).toMatchObject({ ids: [id(1), id(2)], namespace: { entries: 1 } });
      expect(await store.removeExpired(1_600, 10)).toEqual([]);
    });

    test('a namespace changes its model only when every entry has vectors of it', async () => {
      await write([entry(1), entry(2)]);
      expect((await store.namespacesWithoutModel('m2', 10)).map(({ name: of }) => of)).toEqual(['notes']);
      expect(await store.switchModel(1, 'm2')).toBe(false);
      await store.addEmbeddings([{ id: id(1), content: 'entry 1', embedding: embedding('m2', 3) }], 1);
      expect(await store.countUnembedded('m2')).toEqual({ namespaces: 1, entries: 1 });
      expect(await store.countUnembedded('m2', 'ten_b')).toEqual({ namespaces: 0, entries: 0 });
      expect(await store.switchModel(1, 'm2')).toBe(false);
      // The text that was embedded is not the entry's any more.
      await store.addEmbeddings([{ id: id(2), content: 'older text', embedding: embedding('m2', 3) }], 1);
      expect(await store.switchModel(1, 'm2')).toBe(false);
      expect((await store.readUnembedded(1, 'm2', '', 10)).map(({ id: of }) => of)).toEqual([id(2)]);
      await store.addEmbeddings([{ id: id(2), content: 'entry 2', embedding: embedding('m2', 3) }], 1);
      expect(await store.switchModel(1, 'm2')).toBe(true);
      expect(await store.findNamespace('ten_a', 'notes')).toMatchObject({ model: 'm2', dims: 3 });
    });

    test('changed content loses its old vectors; changed metadata keeps them', async () => {
      await write([entry(1, { embeddings: [embedding('m1', 2), embedding('m2', 3)] })]);
      const command = { id: id(1), namespaceId: 1, model: 'm1', now: 2_000 };
      await store.updateEntry({ ...command, change: { metadata: { a: 1 } }, embeddings: [] });
      expect((await store.readEmbeddings(1, 'm2', '', 10)).items[0]!.vectors).toHaveLength(1);
      await store.updateEntry({ ...command, change: { content: 'new' }, embeddings: [embedding('m1', 2)] });
      expect((await store.readEmbeddings(1, 'm2', '', 10)).items[0]!.vectors).toBeUndefined();
      expect((await store.readEmbeddings(1, 'm1', '', 10)).items[0]!.vectors).toHaveLength(1);
    });

    test('the choice of model is kept', async () => {
      expect(await store.readModelChoice()).toBeUndefined();
      await store.saveModelChoice({ configured: 'm2', wanted: 'm1', previous: 'm2' });
      store = await opened.reopen();
      expect(await store.readModelChoice()).toEqual({ configured: 'm2', wanted: 'm1', previous: 'm2' });
    });

    test('namespaces are listed by name, page by page, for their tenant only', async () => {
      for (const [i, namespace] of ['b', 'a', '../c', 'é'].entries()) await write([entry(i)], { namespace });
      await write([entry(9)], { namespace: 'foreign', tenantId: 'ten_b' });
      const first = await store.listNamespaces('ten_a', undefined, 3);
      expect(first.items.map(({ name: of }) => of)).toEqual(['../c', 'a', 'b']);
      expect(first.more).toBe(true);
      expect((await store.listNamespaces('ten_a', 'b', 3)).items.map(({ name: of }) => of)).toEqual(['é']);
    });

    test('settings are kept, and an index from before other text was searched cannot follow', async () => {
      await write([entry(1)]);
      const before = (await store.findNamespace('ten_a', 'notes'))!;
      expect(before.settings).toEqual({});
      expect(await store.configureNamespace('ten_a', 'other', {}, 2_000)).toBeUndefined();
      expect(await store.configureNamespace('ten_b', 'notes', {}, 2_000)).toBeUndefined();
      const same = (await store.configureNamespace('ten_a', 'notes', {}, 2_000))!;
      expect(await store.readChanges(before.id, 'm1', before, 10)).toMatchObject({
        upserts: [],
        settings: {},
      });
      const settings = { searchableMetadata: ['who'] };
      const after = (await store.configureNamespace('ten_a', 'notes', settings, 3_000))!;
      expect(after).toMatchObject({ revision: same.revision + 1, settings, updatedAt: 3_000 });
      expect(await store.readChanges(after.id, 'm1', same, 10)).toBeUndefined();
      expect(await store.readChanges(after.id, 'm1', after, 10)).toMatchObject({ settings });
      store = await opened.reopen();
      expect(await store.findNamespace('ten_a', 'notes')).toMatchObject({ settings });
      expect((await store.readHits('ten_a', 'notes', []))!.state.settings).toEqual(settings);
      await store.readAllEmbeddings(after.id, 'm1', (_, read) => expect(read).toEqual(settings));
      const { namespace } = await write([entry(2)]);
      expect(namespace.settings).toEqual(settings);
    });

    test('earlier versions are kept where the namespace says so, so many and no more, and go with their entry', async () => {
      const change = (n: number, content: string) =>
        store.updateEntry({
          id: id(n),
          namespaceId: 1,
          model: 'm1',
          change: { content },
          embeddings: entry(n).embeddings,
          now: 5_000,
        });
      const versions = async (n: number) =>
        (await store.readVersions(1, id(n))).map(({ content }) => content);
      await write([entry(1, { content: 'a0', externalId: 'x' }), entry(2, { content: 'b0' })]);
      await change(1, 'a1');
      expect(await versions(1)).toEqual([]);
      await store.configureNamespace('ten_a', 'notes', { history: 2 }, 2_000);
      await change(1, 'a2');
      await change(1, 'a3');
      await write([entry(9, { content: 'a4', externalId: 'x', updatedAt: 9_000 })]);
      await change(2, 'b1');
      expect(await versions(1)).toEqual(['a3', 'a2']);
      expect(await versions(2)).toEqual(['b0']);
      const [latest] = await store.readVersions(1, id(1));
      expect(latest).toMatchObject({ content: 'a3', externalId: 'x', metadata: {} });
      store = await opened.reopen();
      expect(await versions(1)).toEqual(['a3', 'a2']);
      await store.configureNamespace('ten_a', 'notes', { history: 1 }, 3_000);
      expect(await versions(1)).toEqual(['a3']);
      await store.deleteEntries({ namespaceId: 1, ids: [id(1)] });
      expect(await versions(1)).toEqual([]);
      expect(await versions(2)).toEqual(['b0']);
      await store.configureNamespace('ten_a', 'notes', {}, 4_000);
      expect(await versions(2)).toEqual([]);
    });

    test('the receipt of a write is there exactly when the write is', async () => {
      const receipt = {
        id: 'r1',
        tenantId: 'ten_a',
        bodyHash: 'h',
        expiresAt: 9e12,
        answer: (result: unknown) => result,
      };
      await expect(
        write([entry(1)], {
          receipt: {
            ...receipt,
            answer: () => {
              throw new Error('no answer');
            },
          },
        }),
      ).rejects.toThrow('no answer');
      expect(await store.findEntry('ten_a', id(1))).toBeUndefined();
      await write([entry(1)], { receipt });
      expect(await store.findEntry('ten_a', id(1))).toBeDefined();
    });
  });
}

export const id = (n: number): string => `mem_${String(n).padStart(26, '0')}`;

export const embedding = (model: string, dims: number): Embedding => ({
  model,
  ranges: [{ start: 0, end: 5 }],
  vectors: [new Float32Array(dims).fill(0.5)],
});

export const entry = (n: number, rest: Partial<EntryToWrite> = {}): EntryToWrite => ({
  id: id(n),
  content: `entry ${n}`,
  metadata: {},
  createdAt: 1_000,
  updatedAt: 1_000,
  embeddings: [embedding('m1', 2)],
  ...rest,
});

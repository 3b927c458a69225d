import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryToWrite, MemoryStore, Version } from '../../src/memory/store.ts';
import { PostgresMemoryStore } from '../../src/storage/postgres/memory/memory-store.ts';
import { openPool, useTestDatabase } from '../support/postgres.ts';

const postgres = useTestDatabase();

type Step =
  | { kind: 'write' | 'upsert' | 'update' | 'delete'; node: 0 | 1; which: number; atOnce: boolean }
  | { kind: 'follow' };

const change = fc.record({
  kind: fc.constantFrom('write', 'write', 'upsert', 'update', 'delete') as fc.Arbitrary<'write'>,
  node: fc.constantFrom(0, 1) as fc.Arbitrary<0 | 1>,
  which: fc.nat(20),
  /** Not waited for, so that it happens together with what follows. */
  atOnce: fc.boolean(),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 4, arbitrary: change }, { weight: 1, arbitrary: fc.constant<Step>({ kind: 'follow' }) }),
  { minLength: 1, maxLength: 30 },
);

const embedding = (n: number) => ({
  model: 'm',
  ranges: [{ start: 0, end: 1 }],
  vectors: [new Float32Array([n, 1])],
});
const write = (store: MemoryStore, entry: Partial<EntryToWrite> & { id: string; content: string }) =>
  store.writeEntries({
    tenantId: 'ten_a',
    namespace: 'notes',
    model: 'm',
    dims: 2,
    now: 1,
    entries: [{ metadata: {}, createdAt: 1, updatedAt: 1, embeddings: [embedding(1)], ...entry }],
  });

/** What an index does: it reads what changed since it last looked, page by page, and begins again where that is not known any more. */
class Follower {
  readonly held = new Map<string, string>();
  #version: Version = { revision: 0, stamp: 0 };

  async follow(store: MemoryStore, namespaceId: number): Promise<void> {
    for (;;) {
      const page = await store.readChanges(namespaceId, 'm', this.#version, 3);
      if (!page) throw new Error('The history is not known, though nothing cut it.');
      for (const id of page.removed) this.held.delete(id);
      for (const { entry, vectors } of page.upserts) {
        expect(vectors).toHaveLength(1);
        this.held.set(entry.id, entry.content);
      }
      expect(page.revision).toBeGreaterThanOrEqual(this.#version.revision);
      this.#version = page;
      if (!page.more) return;
    }
  }
}

test('whatever two nodes do at once, one that follows page by page holds in the end what is stored', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const first = await postgres.open();
      const pools = [first, openPool(postgres.url()), openPool(postgres.url())];
      try {
        await first.run("INSERT INTO tenants VALUES ('ten_a', 'ten_a', 0)");
        const stores = pools.map((pool) => new PostgresMemoryStore(pool));
        await write(stores[0]!, { id: 'mem_first', content: 'first' });
        const { id: namespaceId } = (await stores[0]!.findNamespace('ten_a', 'notes'))!;
        const follower = new Follower();
        const open: Array<Promise<unknown>> = [];
        for (const [i, step] of all.entries()) {
          if (step.kind === 'follow') await follower.follow(stores[2]!, namespaceId);
          else {
            const done = carryOut(stores[step.node]!, namespaceId, step, i);
            if (step.atOnce) open.push(done);
            else await done;
          }
        }
        await Promise.all(open);
        await follower.follow(stores[2]!, namespaceId);
        const stored = new Map<string, string>();
        await stores[2]!.readAllEmbeddings(namespaceId, 'm', (items) => {
          for (const { entry } of items) stored.set(entry.id, entry.content);
        });
        expect(new Map([...follower.held].sort())).toEqual(new Map([...stored].sort()));
        expect((await stores[2]!.findNamespace('ten_a', 'notes'))!.entries).toBe(stored.size);
        expect(await first.all(orphans)).toEqual([]);
      } finally {
        for (const pool of pools) await pool.close();
      }
    }),
    { numRuns: 25 },
  );
});

const orphans = `SELECT entry_id FROM memory_vectors v WHERE NOT EXISTS
  (SELECT 1 FROM memory_entries e WHERE e.namespace_id = v.namespace_id AND e.id = v.entry_id)`;

async function carryOut(
  store: MemoryStore,
  namespaceId: number,
  { kind, which }: Exclude<Step, { kind: 'follow' }>,
  i: number,
): Promise<void> {
  const content = `content ${i}`;
  if (kind === 'write') await write(store, { id: `mem_${which}_${i}`, content });
  else if (kind === 'upsert')
    await write(store, { id: `mem_x${which}_${i}`, content, externalId: `x${which % 4}` });
  else {
    const { items } = await store.listEntries({ namespaceId, limit: 50, order: 'oldest', now: 0 });
    const target = items[which % Math.max(1, items.length)];
    if (!target) return;
    if (kind === 'delete') await store.deleteEntries({ namespaceId, ids: [target.id] });
    else
      await store.updateEntry({
        id: target.id,
        namespaceId,
        model: 'm',
        change: { content },
        embeddings: [embedding(i)],
        now: 2,
      });
  }
}

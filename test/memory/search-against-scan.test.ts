import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Filter } from '../../src/memory/filter.ts';
import { createIndexFactory } from '../../src/memory/index/index-factory.ts';
import { storedIndexedEntry } from '../../src/memory/indexed-entries.ts';
import type { IndexFactory } from '../../src/memory/search-index.ts';
import { anna, type MemoryHarness, openMemory, temporaryFolder } from './harness.ts';
import { NaiveIndex } from './naive-index.ts';

let folder: ReturnType<typeof temporaryFolder>;
let harness: MemoryHarness;
let count = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  const indexes: IndexFactory = await createIndexFactory(1);
  // Little room and early snapshots, so that indexes go out and come back while the test runs.
  harness = await openMemory({ path: folder.path, indexes, indexBytes: 100_000, snapshotMinEntries: 10 });
});

afterAll(async () => {
  await harness.close();
  folder.dispose();
});

const word = fc.constantFrom('apple', 'bread', 'cat', 'dog', 'earth', 'fire', 'gold', 'house', 'ice', 'jam');
const content = fc.array(word, { minLength: 1, maxLength: 300 }).map((words) => words.join(' '));
const metadata = fc.record(
  {
    a: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('0', null, true)),
    b: fc.array(word, { maxLength: 2 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    op: fc.constant('eq' as const),
    path: fc.constant(['metadata', 'a']),
    value: fc.constantFrom(0, '0', null, true),
  }),
  fc.record({
    op: fc.constant('gt' as const),
    path: fc.constant(['metadata', 'a']),
    value: fc.constantFrom(0, 1),
  }),
  fc.record({ op: fc.constant('contains' as const), path: fc.constant(['metadata', 'b']), value: word }),
  fc.record({
    op: fc.constant('exists' as const),
    path: fc.constant(['metadata', 'b']),
    value: fc.boolean(),
  }),
);
const step = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    entries: fc.array(fc.record({ content, metadata }), { minLength: 1, maxLength: 8 }),
  }),
  fc.record({ kind: fc.constant('patch' as const), at: fc.nat(), content, metadata }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('delete matching' as const), filter }),
  fc.record({ kind: fc.constant('search' as const), query: content }),
);

test('after any operations a search gives what looking at every stored entry gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 20 }),
      fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      fc.option(filter, { nil: undefined }),
      async (steps, query, only) => {
        const namespace = `n${count++}`;
        for (const next of steps) await carryOut(namespace, next);

        const request = { namespace, query, limit: 7, mode: 'dense' as const, ...(only && { filter: only }) };
        const found = await harness.memory.search(anna, request);
        const naive = await naiveIndexOf(namespace);
        const [vector] = await harness.models.configured.embed([query], 'query');
        const expected = await naive.search({ text: query, vector: vector!, now: Date.now(), ...request });
        const facets = {
          paths: [['metadata', 'a'], ['metadata', 'b'], ['metadata']],
          limit: 3,
          filter: only,
        };
        if (
          (await harness.memory.namespaces(anna, { limit: 1_000 })).items.some(
            ({ name }) => name === namespace,
          )
        )
          expect(await harness.memory.facets(anna, { namespace, ...facets })).toEqual(
            await naive.countValues({ now: Date.now(), ...facets }),
          );
        expect(found.length).toBe(expected.length);
        for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(expected[i]!.score, 4);
        // Equal scores may come in another order by a rounding, but never may one be there that matches less.
        const scores = new Map(
          (await naive.search({ text: query, vector: vector!, now: Date.now(), ...request, limit: 1e6 })).map(
            (hit) => [hit.id, hit.score],
          ),
        );
        for (const { id, score } of found) expect(scores.get(id)).toBeCloseTo(score, 4);
        const state = await harness.store.findNamespace(anna.tenantId, namespace);
        if (state) {
          const matching = await harness.cache.use(state, (index) => [...index.matching(only, Date.now())]);
          expect(matching.toSorted()).toEqual(naive.matching(only, Date.now()));
        }
      },
    ),
    { numRuns: 60 },
  );
});

async function carryOut(
  namespace: string,
  next: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
): Promise<void> {
  const { memory } = harness;
  if (next.kind === 'write') await memory.write(anna, { namespace, entries: next.entries });
  else if (next.kind === 'search') await memory.search(anna, { namespace, query: next.query, limit: 3 });
  else if (next.kind === 'delete matching') {
    await memory.deleteMany(anna, { namespace, filter: next.filter, dryRun: false });
  } else {
    const { items } = await memory.list(anna, { namespace, limit: 200, order: 'oldest' });
    const entry = items[next.at % Math.max(1, items.length)];
    if (!entry) return;
    if (next.kind === 'delete') await memory.delete(anna, entry.id);
    else await memory.update(anna, entry.id, { content: next.content, metadata: next.metadata });
  }
}

async function naiveIndexOf(namespace: string): Promise<NaiveIndex> {
  const naive = new NaiveIndex();
  const state = await harness.store.findNamespace(anna.tenantId, namespace);
  if (!state) return naive;
  const { items } = await harness.store.readEmbeddings(state.id, state.model, '', 10_000);
  naive.put(items.map((item) => storedIndexedEntry(item, state.dims, {})));
  return naive;
}

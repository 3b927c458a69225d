import { expect, test } from 'vitest';
import { StubEmbedder } from '../../../../test/memory/stub-embedder.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Filter, matches } from '../../filter.ts';
import type { IndexedEntry } from '../indexed-entry.ts';
import { NamespaceIndex } from '../namespace-index.ts';
import { VectorArena } from '../vectors/vector-arena.ts';

// Four hundred entries of every kind, in an index that grew, lost and replaced entries, was compacted, saved and restored:
// each time it has to say what one that was made at once of the same entries says.
const embedder = new StubEmbedder('whole', 24);
const arena = await VectorArena.create();
const options = { dims: embedder.dims, calibration: { points: [[0, 0] as const, [1, 1] as const] }, arena };
const now = Date.UTC(2026, 5, 1);
const words =
  'tea coffee river bridge office ticket report budget garden winter PROJ-1234 v2.4.1 lake bread'.split(' ');
const filters: Filter[] = [
  { op: 'eq', path: ['metadata', 'kind'], value: 'note' },
  { op: 'ne', path: ['metadata', 'kind'], value: 'note' },
  { op: 'in', path: ['metadata', 'n'], values: [3, -2, 'three'] },
  { op: 'nin', path: ['metadata', 'n'], values: [3, 4] },
  { op: 'gt', path: ['metadata', 'n'], value: 2 },
  { op: 'gte', path: ['metadata', 'n'], value: 2 },
  { op: 'lt', path: ['metadata', 'n'], value: -1.5 },
  { op: 'lte', path: ['metadata', 'n'], value: 1e3 },
  { op: 'gt', path: ['metadata', 'kind'], value: 'mail' },
  { op: 'contains', path: ['metadata', 'tags'], value: 'b' },
  { op: 'contains', path: ['metadata', 'kind'], value: 'ot' },
  { op: 'exists', path: ['metadata', 'deep', 'x'], value: true },
  { op: 'exists', path: ['metadata', 'deep', 'x'], value: false },
  { op: 'eq', path: ['metadata', 'deep'], value: { x: 1 } },
  { op: 'eq', path: ['metadata', 'flag'], value: true },
  { op: 'eq', path: ['metadata', 'flag'], value: null },
  { op: 'eq', path: ['externalId'], value: 'x-17' },
  { op: 'gte', path: ['createdAt'], value: new Date(now - 300_000).toISOString() },
  { op: 'lt', path: ['occurredAt'], value: new Date(5_000).toISOString() },
  { op: 'eq', path: ['updatedAt'], value: new Date(now - 899_000).toISOString() },
  { op: 'eq', path: ['source', 'kind'], value: 'web' },
  { op: 'contains', path: ['flags', 'kind'], value: 'pii' },
  { op: 'not', of: { op: 'eq', path: ['metadata', 'kind'], value: 'note' } },
  {
    op: 'and',
    of: [
      { op: 'eq', path: ['metadata', 'kind'], value: 'note' },
      { op: 'gt', path: ['metadata', 'n'], value: 0 },
    ],
  },
  {
    op: 'or',
    of: [
      { op: 'eq', path: ['metadata', 'kind'], value: 'mail' },
      { op: 'lt', path: ['metadata', 'n'], value: -3 },
    ],
  },
];

function metadataOf(i: number): JsonObject {
  return {
    kind: ['note', 'mail', 'task'][i % 3]!,
    ...(i % 4 !== 0 && { n: [i % 7, -(i % 5), i / 8, 1e12 + i, 'three'][i % 5]! }),
    ...(i % 5 === 0 && { tags: ['a', 'b', 'c'].slice(i % 3) }),
    ...(i % 6 === 0 && { deep: i % 12 === 0 ? { x: 1 } : { y: [1, { z: 2 }] } }),
    ...(i % 7 === 0 && { flag: [true, false, null][i % 3]! }),
  };
}

async function entryOf(i: number, round = 0): Promise<IndexedEntry> {
  const texts = Array.from({ length: i % 10 === 9 ? 3 : 1 }, (_, part) =>
    [0, 1, 2, 3, 4].map((at) => words[(i * (at + 1) + part * 3 + round * 5) % words.length]!).join(' '),
  );
  const vectors = await embedder.embed(texts);
  const createdAt = now - 900_000 + i * 1_000;
  return {
    id: i % 50 === 7 ? `own-id-${i}` : `mem_${String(i).padStart(26, '0')}`,
    metadata: metadataOf(i + round),
    createdAt,
    updatedAt: createdAt + (i % 9 === 0 ? 500 : 0) + round,
    ...(i % 11 === 0 && { expiresAt: i % 2 === 0 ? now : now + 1 }),
    ...(i % 13 === 0 && { occurredAt: i * 10 }),
    ...(i % 17 === 0 && { externalId: `x-${i}` }),
    ...(i % 19 === 0 && { source: { kind: 'web' as const, trust: 0.2 } }),
    ...(i % 23 === 0 && {
      flags: [{ kind: 'pii' as const, ruleId: 'email', start: 0, end: 3, action: 'flagged' as const }],
    }),
    passages: texts.map((text, at) => ({ text, vector: vectors[at]! })),
  };
}

function documentOf(entry: IndexedEntry) {
  const iso = (time: number) => new Date(time).toISOString();
  return {
    metadata: entry.metadata,
    createdAt: iso(entry.createdAt),
    updatedAt: iso(entry.updatedAt),
    ...(entry.expiresAt !== undefined && { expiresAt: iso(entry.expiresAt) }),
    ...(entry.occurredAt !== undefined && { occurredAt: iso(entry.occurredAt) }),
    ...(entry.externalId !== undefined && { externalId: entry.externalId }),
    ...(entry.flags && { flags: { kind: ['pii'], ruleId: ['email'], action: ['flagged'] } }),
    ...(entry.source && { source: { ...entry.source } }),
  };
}

/** Everything that an index can be asked. */
async function saidBy(index: NamespaceIndex) {
  const searches = [];
  for (const text of ['tea by the river', 'PROJ-1234 report', 'lake v2.4.1', 'gardn bread'])
    for (const mode of ['blended', 'dense', 'lexical'] as const)
      for (const filter of [undefined, filters[0]!, filters[16]!]) {
        const [vector] = await embedder.embed([text]);
        const request = {
          vector: vector!,
          text,
          mode,
          limit: 12,
          now,
          before: true,
          ...(filter && { filter }),
        };
        const hits = await index.search(request);
        searches.push(
          hits.map(({ id, score, passage, before }) => [id, score.toFixed(4), passage, before?.id]),
        );
      }
  const paths = [
    ['metadata', 'kind'],
    ['metadata', 'n'],
    ['metadata', 'tags'],
    ['metadata', 'deep'],
    ['externalId'],
  ];
  const sample = await index.sample({ count: 40, now, path: ['metadata', 'kind'] });
  return {
    size: index.size,
    matching: [undefined, ...filters].map((filter) => [...index.matching(filter, now)].toSorted()),
    counts: [
      await index.countValues({ paths, now, limit: 5 }),
      await index.countValues({ paths, now, limit: 2, filter: filters[0]! }),
    ],
    searches,
    sample: {
      ids: sample.ids.length,
      width: sample.width,
      values: sample.values?.length,
      numbers: sample.vectors.length,
    },
  };
}

test('an index that was changed, compacted, saved and restored says what one made at once says', async () => {
  const living = new Map<string, IndexedEntry>();
  const grown = new NamespaceIndex(options);
  const put = (entries: readonly IndexedEntry[]) => {
    grown.put(entries);
    for (const entry of entries) {
      living.delete(entry.id);
      living.set(entry.id, entry);
    }
  };
  const first = await Promise.all(Array.from({ length: 420 }, (_, i) => entryOf(i)));
  put(first.slice(0, 150));
  put(first.slice(150));
  put(await Promise.all([5, 16, 29, 300, 407, 419].map((i) => entryOf(i, 1))));
  const removed = first.filter((_, i) => i % 8 === 3).map(({ id }) => id);
  grown.remove([...removed, 'nobody']);
  for (const id of removed) living.delete(id);

  const made = new NamespaceIndex(options);
  made.put([...living.values()]);
  const expected = await saidBy(made);
  const visible = [...living.values()].filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  for (const [i, filter] of [undefined, ...filters].entries())
    expect(expected.matching[i], JSON.stringify(filter)).toEqual(
      visible
        .filter((entry) => !filter || matches(filter, documentOf(entry)))
        .map(({ id }) => id)
        .sort(),
    );
  expect(expected.sample).toEqual({
    ids: 40,
    width: expected.sample.width,
    values: 40,
    numbers: 40 * expected.sample.width,
  });
  expect(await saidBy(grown)).toEqual(expected);

  const saved = partsOf(grown);
  await grown.compact();
  expect(await saidBy(grown)).toEqual(expected);
  expect(grown.memoryBytes).toBeLessThanOrEqual(made.memoryBytes);
  for (const parts of [saved, partsOf(grown), partsOf(made)]) {
    const restored = await NamespaceIndex.restore(parts, options);
    expect(restored!.tag).toBe('tag');
    const index = restored!.index;
    expect(await saidBy(index)).toEqual(expected);
    // And it can be added to.
    index.put([first[3]!]);
    expect([...index.matching({ op: 'eq', path: ['metadata', 'kind'], value: 'note' }, now)]).toContain(
      first[3]!.id,
    );
    index.remove([first[3]!.id]);
    expect(await saidBy(index)).toEqual(expected);
    index.release();
  }
  grown.release();
  made.release();
});

function partsOf(index: NamespaceIndex): Uint8Array[] {
  const frozen = index.snapshot('tag');
  const parts = Array.from(frozen.parts, (part) => Uint8Array.from(part.bytes()));
  frozen.release();
  return parts;
}

test('a snapshot of other dimensions, or with one byte changed, is not restored', async () => {
  const index = new NamespaceIndex(options);
  index.put(await Promise.all([0, 1, 2].map((i) => entryOf(i))));
  const parts = partsOf(index);
  index.release();
  expect(await NamespaceIndex.restore(parts, { ...options, dims: 32 })).toBeUndefined();
  const before = arena.allocatedBytes;
  expect(await NamespaceIndex.restore(parts.slice(0, -1), options)).toBeUndefined();
  expect(await NamespaceIndex.restore([], options)).toBeUndefined();
  for (const [i, part] of parts.entries())
    for (const at of [0, Math.floor(part.length / 2), part.length - 1]) {
      const damaged = parts.map((each) => Uint8Array.from(each));
      damaged[i]![at]! ^= 1;
      expect(await NamespaceIndex.restore(damaged, options), `part ${i}, byte ${at}`).toBeUndefined();
    }
  expect(arena.allocatedBytes).toBe(before);
});

test('what an index takes in memory', async () => {
  const index = new NamespaceIndex(options);
  const sizes = [index.memoryBytes];
  for (const [from, to] of [
    [0, 1],
    [1, 10],
    [10, 100],
    [100, 600],
  ] as const) {
    index.put(await Promise.all(Array.from({ length: to - from }, (_, i) => entryOf(from + i))));
    sizes.push(index.memoryBytes);
  }
  await index.search({ text: 'tea', mode: 'lexical', limit: 3, now });
  sizes.push(index.memoryBytes);
  index.remove([(await entryOf(3)).id]);
  sizes.push(index.memoryBytes);
  await index.compact();
  sizes.push(index.memoryBytes);
  index.release();
  // After a wanted change of a column: what it should be now.
  expect(sizes).toEqual([8_944, 13_296, 17_280, 50_240, 298_176, 301_920, 301_920, 257_910]);
});

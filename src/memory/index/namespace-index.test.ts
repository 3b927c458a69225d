import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readNumber } from '../../kernel/json/exact-number.ts';
import type { JsonNumber, JsonObject, JsonValue } from '../../kernel/json.ts';
import { type Filter, matches, metadataFilter } from '../filter.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { NamespaceIndex } from './namespace-index.ts';
import { relevanceByMeaning } from './ranking/relevance.ts';
import { ScanWorkers } from './vectors/scan-workers.ts';
import { VectorArena } from './vectors/vector-arena.ts';

const dims = 24;
const arena = await VectorArena.create();
const options = { dims, calibration: { points: [[-1, 0] as const, [1, 1] as const] }, arena };

test('a dense search gives what comparing with every vector gives', async () => {
  const random = randomNumbers(1);
  const entries = Array.from({ length: 700 }, (_, i) =>
    entry(i, { passages: [passage(random), passage(random)] }),
  );
  const index = indexOf(entries);
  for (let round = 0; round < 20; round++) {
    const vector = unit(random);
    const hits = await index.search({ vector, text: '', mode: 'dense', limit: 10, now: 0 });
    expect(hits.map((hit) => hit.id)).toEqual(naive(entries, vector).slice(0, 10));
    const best = entries.find(({ id }) => id === hits[0]!.id)!;
    const nearest = cosine(best.passages[hits[0]!.passage]!.vector, vector);
    expect(hits[0]!.score).toBeCloseTo(relevanceByMeaning((nearest + 1) / 2), 4);
  }
});

test('entries that the calibration does not tell apart come by their cosine, not by their id', async () => {
  const random = randomNumbers(21);
  const entries = Array.from({ length: 60 }, (_, i) => entry(i, { passages: [passage(random)] }));
  // All are below what the model calls alike at all.
  const index = indexOf(entries, {
    ...options,
    calibration: { points: [[0.99, 0] as const, [1, 1] as const] },
  });
  const vector = unit(random);
  const hits = await index.search({ vector, text: '', mode: 'dense', limit: 10, now: 0 });
  expect(hits.map((hit) => hit.id)).toEqual(naive(entries, vector).slice(0, 10));
  index.release();
});

test('a search on worker threads gives what a search on one thread gives', async () => {
  const random = randomNumbers(2);
  const entries = Array.from({ length: 3_000 }, (_, i) => entry(i, { passages: [passage(random)] }));
  const workers = new ScanWorkers(arena, 3, 0);
  const [alone, together] = [indexOf(entries), indexOf(entries, { ...options, workers })];
  const request = { vector: unit(random), text: 'some', mode: 'blended', limit: 20, now: 0 } as const;
  expect(await together.search(request)).toEqual(await alone.search(request));
  const changing = together.search(request);
  together.remove((await alone.search(request)).slice(0, 5).map(({ id }) => id));
  expect((await changing).map(({ id }) => id)).not.toContain((await alone.search(request))[0]!.id);
  await workers.close();
  alone.release();
  together.release();
});

test('searches that wait for one another are carried out together, each as it would be alone, while rows are added', async () => {
  const random = randomNumbers(12);
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) =>
      entry(from + i, { passages: [passage(random)], metadata: { half: i % 2 } }),
    );
  const entries = some(0, 5_000);
  const workers = new ScanWorkers(arena, 1, 0);
  const [alone, together] = [indexOf(entries), indexOf(entries, { ...options, workers })];
  const requests = Array.from({ length: 12 }, (_, i) => ({
    vector: unit(random),
    text: 'green river',
    mode: i % 3 === 0 ? ('dense' as const) : ('blended' as const),
    limit: 10,
    now: 0,
    ...(i % 2 === 1 && { filter: { op: 'eq', path: ['metadata', 'half'], value: 1 } as const }),
  }));
  const wanted = [];
  for (const request of requests.slice(0, 6)) wanted.push(await alone.search(request));
  const found = requests.slice(0, 6).map((request) => together.search(request));
  const more = some(5_000, 40);
  together.put(more);
  alone.put(more);
  for (const request of requests.slice(6)) wanted.push(await alone.search(request));
  found.push(...requests.slice(6).map((request) => together.search(request)));
  // Those that began before saw what was there then, and the words of what has come since.
  const ids = (hits: Array<{ id: string }>) => hits.map(({ id }) => id);
  for (const [i, hits] of (await Promise.all(found)).entries())
    if (i >= 6 || requests[i]!.mode === 'dense') expect(ids(hits)).toEqual(ids(wanted[i]!));
  const before = arena.allocatedBytes;
  await Promise.all(requests.map((request) => together.search(request)));
  expect(arena.allocatedBytes).toBe(before);
  const closing = Promise.allSettled(requests.map((request) => together.search(request)));
  await workers.close();
  expect((await closing).some(({ status }) => status === 'rejected')).toBe(true);
  expect(arena.allocatedBytes).toBe(before);
  alone.release();
  together.release();
});

test('what was put, replaced and removed is at once what a fresh index would hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(30), fc.constantFrom('put', 'remove'), fc.nat(5)), { maxLength: 120 }),
      async (steps) => {
        const random = randomNumbers(3);
        const index = new NamespaceIndex(options);
        const held = new Map<string, IndexedEntry>();
        for (const [number, step, words] of steps) {
          const next = entry(number, {
            passages: [passage(random, sentence(words)), passage(random, sentence(words + 1))],
          });
          held.delete(next.id);
          if (step === 'put') held.set(next.id, next);
          if (step === 'put') index.put([next]);
          else index.remove([next.id]);
        }
        const fresh = new NamespaceIndex(options);
        fresh.add([...held.values()]);
        expect(index.size).toBe(held.size);
        expect([...index.matching(undefined, 0)]).toEqual([...held.keys()]);
        for (const mode of ['blended', 'dense', 'lexical'] as const) {
          const request = { vector: unit(random), text: 'green river mountain', mode, limit: 8, now: 0 };
          expect(await index.search(request)).toEqual(await fresh.search(request));
        }
        const again = (await NamespaceIndex.restore(partsOf(index, '7'), options))!;
        expect(again.tag).toBe('7');
        const request = {
          vector: unit(random),
          text: 'blue river',
          mode: 'blended',
          limit: 8,
          now: 0,
        } as const;
        expect(await again.index.search(request)).toEqual(await fresh.search(request));
        again.index.put([entry(99, { passages: [passage(random, 'blue whale')] })]);
        expect(again.index.size).toBe(held.size + 1);
        for (const used of [index, fresh, again.index]) used.release();
      },
    ),
    { numRuns: 60 },
  );
});

test('where entries in a row are alike, one next to the words of the query ranks before one elsewhere, while both are there', async () => {
  const random = randomNumbers(9);
  // Two conversations, each about one thing: neighbours are alike, and the two are not.
  const topics = [unit(random), unit(random)];
  const near = (topic: Float32Array) => normalised(topic.map((x) => x + 0.2 * (random() - 0.5)));
  const turns = Array.from({ length: 40 }, (_, i) => ({
    text: `turn ${i}`,
    vector: near(topics[i < 20 ? 0 : 1]!),
  }));
  turns[5]!.text = 'what did the ranger see';
  const vector = near(topics[0]!);
  turns[6] = { text: 'only a fawn', vector };
  turns[15] = { text: 'only a bear', vector };
  const index = indexOf(turns.map((turn, i) => entry(i, { passages: [turn] })));
  const idOf = (number: number) => entry(number, { passages: [] }).id;
  const [answer, elsewhere] = [idOf(6), idOf(15)];
  const request = { vector, text: 'ranger see', mode: 'blended', limit: 40, now: 0 } as const;
  const places = async () => (await index.search(request)).map(({ id }) => id);
  const before = await places();
  expect(before.indexOf(answer)).toBeLessThan(before.indexOf(elsewhere));
  expect((await index.search(request)).every(({ score }) => score >= 0 && score <= 1)).toBe(true);
  expect((await index.search({ ...request, limit: 2 })).map(({ score }) => score)).toEqual(
    (await index.search(request)).slice(0, 2).map(({ score }) => score),
  );
  index.remove([idOf(5)]);
  const after = await places();
  expect(Math.abs(after.indexOf(answer) - after.indexOf(elsewhere))).toBe(1);
});

test('a hit names the entry before it and whether neighbours are alike, none that is removed or that the filter hides', async () => {
  const random = randomNumbers(9);
  const topics = [unit(random), unit(random)];
  const turns = Array.from({ length: 40 }, (_, i) => ({
    text: `turn ${i}`,
    vector: normalised(topics[i < 20 ? 0 : 1]!.map((x) => x + 0.2 * (random() - 0.5))),
  }));
  const owner = (i: number) => (i === 6 ? 'other' : 'mine');
  const made = turns.map((turn, i) => entry(i, { passages: [turn], metadata: { owner: owner(i) } }));
  const index = indexOf(made);
  const request = { vector: topics[0]!, text: 'turn', mode: 'blended', limit: 40, now: 0 } as const;
  const beforeOf = async (place: number, rest = {}) => {
    const hits = await index.search({ ...request, before: true, ...rest });
    return hits.find(({ id }) => id === made[place]!.id)?.before;
  };
  expect(await beforeOf(7)).toEqual({ id: made[6]!.id, isAlike: true });
  expect(await beforeOf(0)).toBeUndefined();
  expect((await index.search(request)).every((hit) => hit.before === undefined)).toBe(true);
  const filter = metadataFilter({ owner: 'mine' });
  expect(await beforeOf(7, { filter })).toBeUndefined();
  expect(await beforeOf(8, { filter })).toMatchObject({ id: made[7]!.id });
  index.remove([made[6]!.id]);
  expect(await beforeOf(7)).toMatchObject({ id: made[5]!.id });
  // The same texts, one of each subject in turn.
  const strewn = indexOf(turns.map((_, i) => entry(i, { passages: [turns[(i >> 1) + 20 * (i & 1)]!] })));
  const unlike = await strewn.search({ ...request, before: true });
  expect(unlike.some(({ before }) => before?.isAlike)).toBe(false);
});

test('a query without a word is answered by meaning, and leaves no trace in the next one', async () => {
  const random = randomNumbers(11);
  const entries = Array.from({ length: 300 }, (_, i) =>
    entry(i, { passages: [passage(random, sentence(i))] }),
  );
  const index = indexOf(entries);
  const vector = unit(random);
  const ask = (text: string) => index.search({ vector, text, mode: 'blended', limit: 5, now: 0 });
  const before = await ask(sentence(7));
  for (const wordless of ['?', '"', ' \u2026 ', '+-']) {
    expect((await ask(wordless)).map(({ id }) => id)).toEqual(naive(entries, vector).slice(0, 5));
    expect(await ask(sentence(7))).toEqual(before);
  }
});

test('a slip in a word of the query is seen past, but a word that is there is meant as it stands', async () => {
  const random = randomNumbers(12);
  const texts = [
    'the harbour master keeps the ledger',
    'a kettle of tea',
    'the legend of the lake',
    'barbour jackets',
  ];
  const index = indexOf(texts.map((text, i) => entry(i, { passages: [passage(random, text)] })));
  const found = async (text: string) =>
    (await index.search({ text, mode: 'lexical', limit: 9, now: 0 })).map(({ id }) => id);
  const [ledger, kettle, legend] = [0, 1, 2].map((i) => entry(i, { passages: [] }).id);
  expect(await found('harbuor')).toEqual([ledger]);
  expect(await found('kettel')).toEqual([kettle]);
  expect(await found('ledgr')).toEqual([ledger]);
  expect(await found('legend')).toEqual([legend]);
  expect(await found('keettlle')).toEqual([]);
});

test('thousands of removals shrink the index and change no result', async () => {
  const random = randomNumbers(4);
  const entries = Array.from({ length: 4000 }, (_, i) =>
    entry(i, { passages: [passage(random, sentence(i))] }),
  );
  const index = indexOf(entries);
  const before = index.memoryBytes;
  index.remove(entries.filter((_, i) => i % 4 !== 0).map(({ id }) => id));
  await vi.waitFor(() => expect(index.memoryBytes).toBeLessThan(before / 2));
  const fresh = indexOf(entries.filter((_, i) => i % 4 === 0));
  const request = { vector: unit(random), text: 'green valley', mode: 'blended', limit: 50, now: 0 } as const;
  expect(await index.search(request)).toEqual(await fresh.search(request));
});

// Around the numbers that a double cannot tell from each other.
const nearNumbers = [
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9007199254740994',
  '1e23',
  '100000000000000000000000',
]
  .concat('0.1', '0.10000000000000000001')
  .map(readNumber);

test('a filter lets through exactly what its meaning says, on any JSON', async () => {
  const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom<JsonValue>(null, true, false, 0, -0, 1, 1.5, -3, '', 'a', 'ab', '1', '__proto__'),
      fc.constantFrom<JsonValue>(...nearNumbers),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__', 'x.y'), tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  const metadata = fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__', 'x.y'), value, { maxKeys: 4 });
  const path = fc.oneof(
    fc
      .array(fc.constantFrom('a', 'b', '0', '__proto__', 'x.y'), { maxLength: 3 })
      .map((rest) => ['metadata', ...rest]),
    fc.constantFrom(['createdAt'], ['updatedAt'], ['expiresAt'], ['externalId'], ['other'], []),
  );
  const bound = fc.constantFrom<string | JsonNumber>(
    ...nearNumbers,
    0,
    1,
    1.5,
    '',
    'a',
    '1970-01-01T00:00:00.005Z',
    '1970-01-01',
  );
  const filter = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3 },
      fc.record({ op: fc.constantFrom('eq', 'ne', 'contains'), path, value: fc.oneof(value, bound) }),
      fc.record({ op: fc.constantFrom('gt', 'gte', 'lt', 'lte'), path, value: bound }),
      fc.record({ op: fc.constantFrom('in', 'nin'), path, values: fc.array(value, { maxLength: 3 }) }),
      fc.record({ op: fc.constant('exists'), path, value: fc.boolean() }),
      fc.record({ op: fc.constantFrom('and', 'or'), of: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ op: fc.constant('not'), of: tie('filter') }),
    ) as fc.Arbitrary<Filter>,
  })).filter;
  const random = randomNumbers(5);
  await fc.assert(
    fc.asyncProperty(fc.array(metadata, { maxLength: 12 }), filter, async (list, wanted) => {
      const entries = list.map((data, i) =>
        entry(i, {
          metadata: JSON.parse(JSON.stringify(data)) as JsonObject,
          createdAt: i,
          updatedAt: i * 2,
          ...(i % 3 === 0 && { expiresAt: 1000 + i }),
          ...(i % 2 === 0 && { externalId: i % 4 === 0 ? 'a' : '1' }),
          passages: [passage(random)],
        }),
      );
      const index = indexOf(entries);
      const expected = entries
        .filter((candidate) => matches(wanted, documentOf(candidate)))
        .map(({ id }) => id);
      expect([...index.matching(wanted, 0)]).toEqual(expected);
      const hits = await index.search({
        vector: unit(random),
        text: '',
        mode: 'dense',
        limit: 100,
        now: 0,
        filter: wanted,
      });
      expect(hits.map(({ id }) => id).sort()).toEqual(expected);
      index.release();
    }),
    { numRuns: 400 },
  );
});

test('an entry is invisible from the moment it expires', async () => {
  const random = randomNumbers(6);
  const index = indexOf([entry(1, { expiresAt: 100, passages: [passage(random, 'old news')] })]);
  const request = { vector: unit(random), text: 'news', mode: 'blended', limit: 5 } as const;
  expect(await index.search({ ...request, now: 99 })).toHaveLength(1);
  expect(await index.search({ ...request, now: 100 })).toEqual([]);
  expect([...index.matching(undefined, 100)]).toEqual([]);
});

test('a filter does not change how much of the meaning or the words an entry has', async () => {
  const random = randomNumbers(7);
  const entries = Array.from({ length: 300 }, (_, i) =>
    entry(i, { metadata: { kind: i % 10 }, passages: [passage(random, sentence(i))] }),
  );
  const index = indexOf(entries);
  for (const mode of ['dense', 'lexical'] as const) {
    const request = { vector: unit(random), text: 'green river', mode, limit: 300, now: 0 } as const;
    const all = await index.search(request);
    const filter: Filter = { op: 'eq', path: ['metadata', 'kind'], value: 3 };
    const kept = new Set(index.matching(filter, 0));
    expect(await index.search({ ...request, filter })).toEqual(all.filter(({ id }) => kept.has(id)));
  }
});

test('scores are between 0 and 1, and a text has the same score whatever else matches', async () => {
  const random = randomNumbers(8);
  const vector = unit(random);
  const index = indexOf([entry(1, { passages: [{ text: 'green river', vector }] })]);
  const request = { vector, text: 'green river', mode: 'blended', limit: 5, now: 0 } as const;
  const [hit] = await index.search(request);
  expect(hit!.score).toBeGreaterThan(0.5);
  expect(hit!.score).toBeLessThanOrEqual(1);
  const [absent] = await index.search({ ...request, vector: vector.map((x) => -x), text: 'unheard' });
  expect(absent!.score).toBeLessThan(0.02);
});

test('a snapshot with any part damaged or missing is refused', async () => {
  const random = randomNumbers(9);
  const index = indexOf(
    Array.from({ length: 40 }, (_, i) => entry(i, { passages: [passage(random, sentence(i))] })),
  );
  const [bytes, ...others] = partsOf(index, '1');
  expect(others).toEqual([]);
  expect(await NamespaceIndex.restore([], options)).toBeUndefined();
  expect(await NamespaceIndex.restore([bytes!], { ...options, dims: 16 })).toBeUndefined();
  const allocated = arena.allocatedBytes;
  const whole = await NamespaceIndex.restore([bytes!], options);
  expect(whole!.index.size).toBe(40);
  whole!.index.release();
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes!.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Buffer.from(bytes!);
      damaged[at]! ^= change;
      expect(await NamespaceIndex.restore([damaged], options)).toBeUndefined();
      expect(await NamespaceIndex.restore([bytes!.subarray(0, at)], options)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
  expect(arena.allocatedBytes).toBe(allocated);
});

test('a snapshot holds no word of a text, and nothing of an entry that was removed', () => {
  const random = randomNumbers(10);
  const index = indexOf([
    entry(1, { metadata: { owner: 'kept' }, passages: [passage(random, 'unmistakable zebra')] }),
    entry(2, {
      metadata: { owner: 'forgotten' },
      externalId: 'external',
      passages: [passage(random, 'secret')],
    }),
  ]);
  index.remove(['mem_0002']);
  const bytes = Buffer.concat(partsOf(index, '1'));
  for (const word of ['zebra', 'unmistak', 'secret', 'forgotten', 'external', 'mem_0002']) {
    expect(bytes.includes(word)).toBe(false);
  }
  expect(bytes.includes('kept')).toBe(true);
});

test('a snapshot holds what the index held when it was taken, whatever happens while its parts are made', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(20), fc.boolean()), { maxLength: 40 }),
      fc.array(fc.tuple(fc.nat(40), fc.boolean()), { maxLength: 60 }),
      fc.boolean(),
      async (before, after, compacts) => {
        const random = randomNumbers(21);
        const index = new NamespaceIndex(options);
        const change = (steps: ReadonlyArray<readonly [number, boolean]>) => {
          for (const [number, puts] of steps) {
            if (puts) index.put([entry(number, { passages: [passage(random, sentence(number))] })]);
            else index.remove([entry(number, { passages: [] }).id]);
          }
        };
        change(before);
        const request = {
          vector: unit(random),
          text: 'green river',
          mode: 'blended',
          limit: 30,
          now: 0,
        } as const;
        const expected = await index.search(request);
        const frozen = index.snapshot('1');
        change(after);
        if (compacts) await index.compact();
        const parts = Array.from(frozen.parts, (part) => part.bytes().slice());
        frozen.release();
        const restored = (await NamespaceIndex.restore(parts, options))!.index;
        expect(await restored.search(request)).toEqual(expected);
        restored.release();
        index.release();
      },
    ),
    { numRuns: 60 },
  );
});

test('what is put and removed while the index is compacted is kept, and nobody waits for the compaction', async () => {
  const random = randomNumbers(22);
  const make = (i: number) => entry(i, { passages: [passage(random, sentence(i))] });
  const entries = Array.from({ length: 12_000 }, (_, i) => make(i));
  const index = indexOf(entries);
  const held = new Map(entries.map((one) => [one.id, one]));
  const remove = (ids: string[]) => {
    index.remove(ids);
    for (const id of ids) held.delete(id);
  };
  remove(entries.filter((_, i) => i % 3 !== 0).map(({ id }) => id));
  let turns = 0;
  let isOver = false;
  const compaction = index.compact().then(() => {
    isOver = true;
  });
  while (!isOver) {
    const one = make(20_000 + turns);
    index.put([one]);
    held.set(one.id, one);
    remove([entries[turns * 3]!.id]);
    expect(index.size).toBe(held.size);
    turns++;
    await new Promise(setImmediate);
  }
  await compaction;
  expect(turns).toBeGreaterThan(2);
  const fresh = indexOf([...held.values()]);
  expect([...index.matching(undefined, 0)]).toEqual([...fresh.matching(undefined, 0)]);
  for (const mode of ['blended', 'dense', 'lexical'] as const) {
    const request = { vector: unit(random), text: 'green river mountain', mode, limit: 20, now: 0 };
    expect(await index.search(request)).toEqual(await fresh.search(request));
  }
  index.release();
  fresh.release();
});

test('an index that is released while it is compacted gives all its memory back', async () => {
  const random = randomNumbers(23);
  const allocated = arena.allocatedBytes;
  const index = indexOf(Array.from({ length: 4_000 }, (_, i) => entry(i, { passages: [passage(random)] })));
  index.remove(Array.from({ length: 3_000 }, (_, i) => entry(i, { passages: [] }).id));
  const compaction = index.compact();
  index.release();
  await compaction;
  expect(arena.allocatedBytes).toBe(allocated);
});

test('released indexes leave nothing allocated', async () => {
  const random = randomNumbers(11);
  const before = arena.allocatedBytes;
  const index = indexOf(
    Array.from({ length: 500 }, (_, i) => entry(i, { passages: [passage(random, sentence(i))] })),
  );
  const search = index.search({ vector: unit(random), text: 'river', mode: 'blended', limit: 5, now: 0 });
  index.release();
  expect(await search).toHaveLength(5);
  expect(arena.allocatedBytes).toBe(before);
});

function indexOf(
  entries: readonly IndexedEntry[],
  shape: ConstructorParameters<typeof NamespaceIndex>[0] = options,
) {
  const index = new NamespaceIndex(shape);
  index.put(entries);
  return index;
}

function entry(number: number, rest: Partial<IndexedEntry> & Pick<IndexedEntry, 'passages'>): IndexedEntry {
  return {
    id: `mem_${String(number).padStart(4, '0')}`,
    metadata: {},
    createdAt: number,
    updatedAt: number,
    ...rest,
  };
}

function passage(random: () => number, text = 'some words'): { text: string; vector: Float32Array } {
  return { text, vector: unit(random) };
}

function sentence(number: number): string {
  const words = ['green', 'river', 'mountain', 'blue', 'valley', 'stone', 'bridge'];
  return [0, 1, 2, 3].map((i) => words[(number * (i + 1) + i) % words.length]).join(' ');
}

function documentOf(of: IndexedEntry) {
  return {
    metadata: of.metadata,
    createdAt: new Date(of.createdAt).toISOString(),
    updatedAt: new Date(of.updatedAt).toISOString(),
    ...(of.expiresAt !== undefined && { expiresAt: new Date(of.expiresAt).toISOString() }),
    ...(of.externalId !== undefined && { externalId: of.externalId }),
  };
}

function naive(entries: readonly IndexedEntry[], vector: Float32Array): string[] {
  const score = (of: IndexedEntry) => Math.max(...of.passages.map((part) => cosine(part.vector, vector)));
  return [...entries].sort((a, b) => score(b) - score(a)).map(({ id }) => id);
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, x, i) => sum + x * b[i]!, 0);
}

function unit(random: () => number): Float32Array {
  return normalised(Float32Array.from({ length: dims }, () => random() + random() + random() - 1.5));
}

function normalised(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return vector.map((x) => x / norm);
}

/** A small generator of our own, so that every run sees the same numbers. */
function randomNumbers(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function partsOf(index: NamespaceIndex, tag: string): Uint8Array[] {
  const frozen = index.snapshot(tag);
  const parts = Array.from(frozen.parts, (part) => part.bytes().slice());
  frozen.release();
  return parts;
}

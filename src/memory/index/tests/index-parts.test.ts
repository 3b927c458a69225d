import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../kernel/json.ts';
import { countValues } from '../count-values.ts';
import { EntryTable } from '../entries/entry-table.ts';
import { FilterIndex } from '../filter-index.ts';
import { Generation } from '../generation.ts';
import type { IndexedEntry } from '../indexed-entry.ts';
import { PathKeys } from '../path-keys.ts';
import { RecentSelections } from '../recent-selections.ts';
import { RowTraits } from '../row-traits.ts';
import { sampleEntries } from '../sample.ts';
import { select } from '../selection.ts';
import { runInTurns, type Steps } from '../steps.ts';
import { VectorArena } from '../vectors/vector-arena.ts';
import { PassageReader } from '../words/passages/passage-reader.ts';

const arena = await VectorArena.create();
const dims = 4;

function entry(
  id: number | string,
  metadata: JsonObject = {},
  rest: Partial<IndexedEntry> = {},
): IndexedEntry {
  const vector = Float32Array.of(1, 0, 0, 0);
  return {
    id: typeof id === 'string' ? id : `mem_${String(id).padStart(5, '0')}`,
    metadata,
    createdAt: 1,
    updatedAt: 1,
    passages: [{ text: 'tea', vector }],
    ...rest,
  };
}

function generationOf(entries: readonly IndexedEntry[]): Generation {
  const generation = new Generation(arena, dims);
  for (const each of entries) generation.append(each);
  return generation;
}

/** How much every step says that it did, and what came of them. */
function stepsOf<Result>(steps: Steps<Result>): { sizes: number[]; result: Result } {
  const sizes: number[] = [];
  for (;;) {
    const { value, done } = steps.next();
    if (done) return { sizes, result: value };
    sizes.push(value);
  }
}

describe('counting the values at a path', () => {
  const count = (entries: readonly IndexedEntry[], path: string[], limit = 10, filter?: never) => {
    const generation = generationOf(entries);
    const { result } = stepsOf(countValues(generation, { paths: [path], now: 100, limit, filter }));
    generation.vectors.release();
    return { ...result.paths[0]!, entries: result.entries };
  };

  test('gives the most frequent first, and of equally frequent ones the first by their JSON', () => {
    const values = ['b', 'a', 'b', 'c', 'a', 'd', true, 1, null];
    const counts = count(
      values.map((v, i) => entry(i, { v })),
      ['metadata', 'v'],
    );
    expect(counts.values).toEqual([
      { value: 'a', count: 2 },
      { value: 'b', count: 2 },
      { value: 'c', count: 1 },
      { value: 'd', count: 1 },
      { value: 1, count: 1 },
      { value: null, count: 1 },
      { value: true, count: 1 },
    ]);
    expect(counts).toMatchObject({ without: 0, distinct: 7, isPartial: false, entries: 9 });
  });

  test('counts each item of a list once for its entry, and entries that have no value or only an object', () => {
    const lists = [['a', 'a', 'b'], ['b'], [], [{ x: 1 }, 'b'], { x: 1 }].map((v, i) =>
      entry(i, { v } as never),
    );
    expect(count([...lists, entry(9)], ['metadata', 'v'], 1)).toEqual({
      values: [{ value: 'b', count: 3 }],
      without: 3,
      distinct: 2,
      isPartial: false,
      entries: 6,
    });
  });

  test('keeps 10,000 values apart at most', () => {
    const list = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);
    const full = [entry(1, { v: list(0, 10_000) }), entry(2, { v: [3] })];
    expect(count(full, ['metadata', 'v'], 1)).toMatchObject({
      distinct: 10_000,
      isPartial: false,
      values: [{ value: 3, count: 2 }],
    });
    const over = count([...full, entry(3, { v: [10_000, 4, 4] })], ['metadata', 'v'], 2);
    expect(over).toMatchObject({ distinct: 10_000, isPartial: true });
    expect(over.values).toEqual([
      { value: 3, count: 2 },
      { value: 4, count: 2 },
    ]);
  });

  test('keeps two million letters of values at most, and one more', () => {
    const text = (letter: string) => letter.repeat(999_998);
    // As JSON a million letters each.
    const two = [entry(1, { v: text('a') }), entry(2, { v: text('b') })];
    expect(count([...two, entry(3, { v: 'c' })], ['metadata', 'v'])).toMatchObject({
      distinct: 3,
      isPartial: false,
    });
    expect(count([...two, entry(3, { v: 'c' }), entry(4, { v: 'd' })], ['metadata', 'v'])).toMatchObject({
      distinct: 3,
      isPartial: true,
    });
  });

  test('leaves out what is removed, expired or not matched, and says after each entry what it took', () => {
    const entries = [
      entry('a', { v: 1 }),
      entry('b', { v: 2 }),
      entry('c', { v: 1 }, { expiresAt: 100 }),
      entry('d', { v: 1 }, { expiresAt: 101 }),
    ];
    const generation = generationOf(entries);
    generation.kill('a');
    const request = { paths: [['metadata', 'v']], now: 100, limit: 9 };
    const all = stepsOf(countValues(generation, request));
    expect(all.sizes).toEqual([20, 20]);
    expect(all.result).toMatchObject({ entries: 2, paths: [{ distinct: 2 }] });
    const filter = { op: 'eq', path: ['metadata', 'v'], value: 1 } as const;
    const some = stepsOf(countValues(generation, { ...request, filter }));
    expect(some.sizes).toEqual([20]);
    expect(some.result).toMatchObject({ entries: 1, paths: [{ values: [{ value: 1, count: 1 }] }] });
    // Removed while others had their turn.
    const steps = countValues(generation, request);
    steps.next();
    generation.kill('d');
    expect(stepsOf(steps).result.entries).toBe(1);
    generation.vectors.release();
  });
});

describe('a sample of entries', () => {
  const vectorOf = (i: number) => Float32Array.of(1, i, 0, 0);
  const many = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      entry(
        i,
        { i },
        {
          passages: [
            { text: 'tea', vector: vectorOf(i) },
            { text: 'more', vector: vectorOf(99) },
          ],
        },
      ),
    );

  test.each([
    [0, 5, []],
    [3, 5, [0, 1, 2]],
    [5, 5, [0, 1, 2, 3, 4]],
    [10, 5, [0, 2, 4, 6, 8]],
    [7, 3, [0, 2, 4]],
  ])('of %i has up to %i at even distances', (count, wanted, expected) => {
    const generation = generationOf(many(count));
    const { result, sizes } = stepsOf(
      sampleEntries(generation, { count: wanted, now: 1, path: ['metadata', 'i'] }),
    );
    expect(result.values).toEqual(expected);
    expect(result.ids).toEqual(expected.map((i) => `mem_0000${i}`));
    expect(sizes).toEqual([count, ...expected.map(() => 40)]);
    expect([result.width, result.vectors.length]).toEqual([16, 16 * expected.length]);
    for (const [at, i] of expected.entries())
      expect(result.vectors.slice(16 * at, 16 * at + 16)).toEqual(generation.vectors.coarse(2 * i));
    generation.vectors.release();
  });

  test('leaves out what expired, and what is removed while it is taken', () => {
    const entries = many(4);
    entries[1] = { ...entries[1]!, expiresAt: 5 };
    const generation = generationOf(entries);
    const steps = sampleEntries(generation, { count: 9, now: 5 });
    expect(steps.next().value).toBe(3);
    generation.kill('mem_00002');
    const { result } = stepsOf(steps);
    expect(result.ids).toEqual(['mem_00000', 'mem_00003']);
    expect(result.vectors).toHaveLength(32);
    expect(result.values).toBeUndefined();
    generation.vectors.release();
  });
});

describe('the rows that a filter lets through', () => {
  const table = (count: number, metadataOf: (i: number) => JsonObject = () => ({})) => {
    const [entries, filters] = [new EntryTable(), new FilterIndex()];
    for (let i = 0; i < count; i++) {
      const each = entry(i, metadataOf(i));
      filters.append(entries.append(each), each);
    }
    return { entries, filters, selections: new RecentSelections() };
  };
  const isOne = { op: 'eq', path: ['metadata', 'v'], value: 1 } as const;

  test('are all where there is none, and none where nothing is left', () => {
    expect(select(table(0), undefined, 0)).toBeUndefined();
    expect(select(table(3), undefined, 0)).toEqual({ rows: { rows: 'all' }, count: 3 });
    expect(select(table(3), isOne, 0)).toBeUndefined();
  });

  test.each([
    // Of 4,096 rows a list; of more a mask, and a list beside it where they are no more than one in 32.
    [4_096, 4_096, true, true],
    [4_097, 8_000, false, false],
    [4_097, 131_104, false, true],
    [4_097, 131_103, false, false],
  ])('%i of %i: only a list %s, a list too %s', (count, rows, isOnlyList, hasList) => {
    const mask = new Uint8Array(rows).fill(1, 0, count);
    const selections = new RecentSelections();
    const entries = {
      hasDead: false,
      hasExpiring: true,
      visible: () => undefined,
      rowMask: (slots: Uint8Array) => slots,
    } as unknown as EntryTable;
    const filters = { mask: () => mask } as unknown as FilterIndex;
    const selection = select({ entries, filters, selections }, isOne, 0)!;
    expect(selection.count).toBe(count);
    expect('list' in selection.rows).toBe(isOnlyList);
    expect(selection.list?.length).toBe(hasList ? count : undefined);
    expect(selection.mask).toBe(mask);
  });

  test('are kept until something changes, but not where entries expire', () => {
    const parts = table(4, (i) => ({ v: i % 2 }));
    const first = select(parts, isOne, 0);
    expect(first).toMatchObject({ count: 2, list: Uint32Array.of(1, 3) });
    expect(select(parts, isOne, 0)).toBe(first);
    const none = { ...isOne, value: 7 };
    expect(select(parts, none, 0)).toBeUndefined();
    expect(parts.selections.find(JSON.stringify(none))).toEqual({ selection: undefined });
    const late = entry(9, { v: 1 }, { expiresAt: 50 });
    parts.filters.append(parts.entries.append(late), late);
    parts.selections.clear();
    expect(select(parts, isOne, 49)?.count).toBe(3);
    expect(select(parts, isOne, 50)?.count).toBe(2);
    expect(parts.selections.find(JSON.stringify(isOne))).toBeUndefined();
  });

  test('are without the dead ones, with a filter and without', () => {
    const parts = table(4, (i) => ({ v: i % 2 }));
    parts.entries.kill(1);
    expect(select(parts, isOne, 0)).toMatchObject({ count: 1, list: Uint32Array.of(3) });
    const all = select(parts, undefined, 0);
    expect(all).toMatchObject({ count: 3, list: Uint32Array.of(0, 2, 3) });
    expect(select(parts, undefined, 0)).toBe(all);
  });
});

test('traits of rows are judged when they are added, and follow them', () => {
  const texts = [
    'for (let i = 0; i < n; i++) { sum += rows[i]; }',
    'Ada has moved to Berlin and is not here',
    'Der Vertrag wird nicht mit der Bank unterschrieben',
    'tea',
  ];
  const traits = new RowTraits();
  expect(traits.memoryBytes).toBe(32);
  for (const text of texts) traits.append(text, new PassageReader().read(text));
  const seen = (of: RowTraits, row: number) => [
    of.codeLikeness(row),
    of.tellsOfChange(row),
    of.isEnglish(row),
    of.isOtherLanguage(row),
  ];
  const expected = [
    [1, false, false, false],
    [0, true, true, false],
    [0, false, false, true],
    [0, false, false, false],
  ];
  expect(texts.map((_, row) => seen(traits, row))).toEqual(expected);
  const again = new RowTraits(traits.frozen());
  expect(texts.map((_, row) => seen(again, row))).toEqual(expected);
  again.append(texts[1]!, new PassageReader().read(texts[1]!));
  expect(seen(again, 4)).toEqual(expected[1]);
  // What came behind the end of the map is gone too.
  const compacted = again.compacted(Int32Array.of(-1, 0, -1, 1));
  expect([seen(compacted, 0), seen(compacted, 1)]).toEqual([expected[1], expected[3]]);
  expect(compacted.frozen().flags).toHaveLength(2);
  expect(compacted.memoryBytes).toBe(4);
});

test('keys of a path are worked out once, and are others for each path and each kind of list', () => {
  const path = PathKeys.of(['metadata', 'a']);
  expect(PathKeys.of(['metadata', 'a'])).toBe(path);
  expect(PathKeys.of(['metadata']).member('a')).toBe(path);
  expect(path.path).toBe('"metadata""a"');
  const keys = (of: PathKeys) => [
    of.exists,
    of.strings,
    of.nearNumbers,
    of.numbers,
    of.equals('1'),
    of.contains('1'),
    of.equals('2'),
  ];
  const all = [
    ...keys(path),
    ...keys(PathKeys.of(['metadata', 'b'])),
    ...keys(PathKeys.of(['metadata', 'a', 'b'])),
  ];
  expect(new Set(all).size).toBe(21);
  // 4,096 are kept; after that all are forgotten, and the next are the same again.
  for (let i = 0; i < 4_200; i++) PathKeys.of(['metadata', `many${i}`]);
  const later = PathKeys.of(['metadata', 'a']);
  expect(later).not.toBe(path);
  expect(keys(later)).toEqual(keys(path));
});

test('work in steps lets others run after every 20,000 rows', async () => {
  for (const [sizes, turns] of [
    [[19_999], 0],
    [[20_000], 1],
    [[19_999, 1, 19_999, 1], 2],
    [[30_000, 30_000], 2],
  ] as const) {
    let others = 0;
    let isOver = false;
    const other = () => {
      if (isOver) return;
      others++;
      setImmediate(other);
    };
    setImmediate(other);
    const result = await runInTurns(
      (function* () {
        yield* sizes;
        return 'done';
      })(),
    );
    isOver = true;
    expect([result, others]).toEqual(['done', turns]);
  }
});

import { describe, expect, test } from 'vitest';
import { parseStoredJson } from '../../../kernel/json/exact-parse.ts';
import { isJsonNumber, type JsonNumber, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { type Filter, matches } from '../../filter.ts';
import { EntryTable } from '../entries/entry-table.ts';
import { FilterIndex } from '../filter-index.ts';
import type { IndexedEntry } from '../indexed-entry.ts';
import type { Steps } from '../steps.ts';

const json = (text: string): JsonValue => parseStoredJson(text) as JsonValue;
const day = 86_400_000;

const metadata: string[] = [
  '{}',
  '{"n":1,"text":"one two","tags":["a","b"]}',
  '{"n":-0,"text":"","tags":[]}',
  '{"n":9007199254740993,"tags":["a","a",1,null,{"x":[1]}]}',
  '{"n":9007199254740992,"text":"9007199254740992"}',
  '{"n":1.5,"deep":{"er":{"n":2}},"tags":"a"}',
  '{"n":"1","deep":{"er":[{"n":2},{"n":3}]},"b":true}',
  '{"n":null,"deep":null,"b":false}',
  '{"n":[1,2],"text":["one"],"":"empty","0":"zero"}',
  '{"deep":{"er":{"n":2,"m":1}},"tags":[["a"]]}',
];

function entryOf(i: number): IndexedEntry {
  return {
    id: `mem_${i}`,
    metadata: json(metadata[i]!) as JsonObject,
    createdAt: i * day,
    updatedAt: i * day + 1,
    ...(i % 3 === 0 && { expiresAt: 100 * day + i }),
    ...(i % 4 === 1 && { occurredAt: -i * day }),
    ...(i % 2 === 1 && { externalId: `x${i}` }),
    ...(i === 4 && { flags: [{ kind: 'secrets', ruleId: 'aws', action: 'flagged', start: 0, end: 1 }] }),
    ...(i === 5 && { source: { kind: 'web', trust: 0.2 } }),
    passages: [{ text: 'tea', vector: Float32Array.of(1, 0, 0, 0) }],
  };
}

function tables() {
  const [entries, filters] = [new EntryTable(), new FilterIndex()];
  for (const i of metadata.keys()) filters.append(entries.append(entryOf(i)), entryOf(i));
  return { entries, filters };
}

test('metadata whose text is at hand is listed as any other, however often it was seen', () => {
  const plain = new FilterIndex();
  const known = new FilterIndex();
  const far = `{"long":"${'x'.repeat(600)}"}`;
  const texts = [...metadata, ...metadata, far, ...metadata, far];
  for (const [slot, text] of texts.entries()) {
    const entry = { ...entryOf(0), metadata: json(text) as JsonObject };
    plain.append(slot, entry);
    known.append(slot, { ...entry, metadataText: text });
  }
  expect(known.frozen()).toEqual(plain.frozen());
});

const paths = [
  ['metadata', 'n'],
  ['metadata', 'text'],
  ['metadata', 'tags'],
  ['metadata', 'tags', '0'],
  ['metadata', 'deep'],
  ['metadata', 'deep', 'er'],
  ['metadata', 'deep', 'er', 'n'],
  ['metadata', 'deep', 'er', '1', 'n'],
  ['metadata', 'b'],
  ['metadata', ''],
  ['metadata', '0'],
  ['metadata', 'none'],
  ['metadata'],
  ['externalId'],
  ['externalId', 'x'],
  ['flags'],
  ['flags', 'kind'],
  ['source', 'kind'],
  ['createdAt'],
  ['updatedAt'],
  ['expiresAt'],
  ['occurredAt'],
  ['createdAt', 'x'],
  ['unknown'],
];
const values: JsonValue[] = [
  ...['0', '1', '1.5', '9007199254740992', '9007199254740993', '9007199254740994', '2'].map(json),
  ...['', '1', 'one', 'one two', 'a', 'x1', 'x5', 'zero', 'secrets', 'web'],
  ...[new Date(3 * day).toISOString(), new Date(3 * day + 1).toISOString(), '1970-01-04'],
  ...[new Date(-day).toISOString(), new Date(100 * day + 3).toISOString()],
  ...[true, false, null],
  ...['[1,2]', '["a","b"]', '["a"]', '{"x":[1]}', '{"n":2}', '{"m":1,"n":2}', '{}'].map(json),
];

const leaves: Filter[] = paths.flatMap((path) => [
  ...[true, false].map((value) => ({ op: 'exists', path, value }) as const),
  ...values.flatMap((value) => (['eq', 'ne', 'contains'] as const).map((op) => ({ op, path, value }))),
  ...values
    .filter((value) => typeof value === 'string' || isJsonNumber(value))
    .flatMap((value) =>
      (['gt', 'gte', 'lt', 'lte'] as const).map((op) => ({ op, path, value: value as JsonNumber })),
    ),
  ...(['in', 'nin'] as const).flatMap((op) => [
    { op, path, values: [] },
    { op, path, values: values.filter((_, i) => i % 2 === 0) },
  ]),
]);

function expectAlike(filters: FilterIndex, entries: EntryTable, all: readonly Filter[]): void {
  const wrong: string[] = [];
  for (const filter of all) {
    const mask = filters.mask(filter, entries);
    const found = [...mask.keys()].filter((slot) => entries.isAlive(slot) && mask[slot] === 1);
    const wanted = [...mask.keys()].filter(
      (slot) => entries.isAlive(slot) && matches(filter, entries.document(slot)),
    );
    if (String(found) !== String(wanted)) wrong.push(`${JSON.stringify(filter)}: ${found} and not ${wanted}`);
    if (mask.some((each) => each !== 0 && each !== 1)) wrong.push(`${JSON.stringify(filter)}: no mask`);
  }
  expect(wrong).toEqual([]);
}

const some = leaves.filter((_, i) => i % 7 === 0);

describe('the index of filters finds what going through all entries finds', () => {
  const { entries, filters } = tables();

  test('for every operator at every path', () => {
    expect(leaves.length).toBeGreaterThan(3_000);
    expectAlike(filters, entries, leaves);
  });

  test('for combinations, also of nothing', () => {
    const few = some.filter((_, i) => i % 11 === 0);
    const combined = few.flatMap((one, i): Filter[] => {
      const other = few[(i * 7 + 3) % few.length]!;
      return [
        { op: 'not', of: one },
        { op: 'and', of: [one, other] },
        { op: 'or', of: [one, other] },
        { op: 'or', of: [one, { op: 'not', of: other }, { op: 'and', of: [other, one] }] },
      ];
    });
    expectAlike(filters, entries, [{ op: 'and', of: [] }, { op: 'or', of: [] }, ...combined]);
  });

  test('and what is removed matches nothing that has to be looked at', () => {
    const removed = tables();
    for (const slot of [0, 3, 8]) removed.entries.kill(slot);
    expectAlike(removed.filters, removed.entries, some);
    const unknown = { op: 'ne', path: ['unknown'], value: 1 } as const;
    expect([...removed.filters.mask({ op: 'not', of: unknown }, removed.entries)]).toEqual(
      metadata.map(() => 0),
    );
  });

  test('also with other numbers of slots, without those that are gone, and as it was stored', () => {
    const newSlots = Int32Array.from([-1, 0, 1, -1, 2, 3]);
    const kept = new EntryTable();
    for (const i of [1, 2, 4, 5]) kept.append(entryOf(i));
    const { sizes, index } = finished(filters.compacted(newSlots));
    expectAlike(index, kept, some);
    // Every list says how large it was.
    expect(sizes.every((size) => size > 0)).toBe(true);
    expectAlike(new FilterIndex(index.frozen()), kept, some);
    expect(index.memoryBytes).toBeGreaterThan(0);
  });
});

function finished(steps: Steps<FilterIndex>): { sizes: number[]; index: FilterIndex } {
  const sizes: number[] = [];
  for (;;) {
    const { value, done } = steps.next();
    if (done) return { sizes, index: value };
    sizes.push(value);
  }
}

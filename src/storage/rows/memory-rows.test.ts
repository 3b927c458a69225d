import { expect, test } from 'vitest';
import type { Entry } from '../../memory/entry.ts';
import {
  applyChange,
  entryBytes,
  marksText,
  rangesBlob,
  toEntry,
  toNamespace,
  toRangesById,
  toStoredEmbedding,
  toVersion,
  vectorsBlob,
  windowsBlob,
} from './memory-rows.ts';

const bare = {
  id: 'mem_1',
  namespace: 'notes',
  content: 'tea',
  metadata: '{"a":1}',
  external_id: null,
  created_at: 10n,
  updated_at: 20n,
  expires_at: null,
  occurred_at: null,
  marks: null,
};

test('an entry has what its row has, and nothing where a column is NULL', () => {
  const entry = {
    id: 'mem_1',
    namespace: 'notes',
    content: 'tea',
    metadata: { a: 1 },
    createdAt: 10,
    updatedAt: 20,
  };
  expect(toEntry(bare)).toStrictEqual(entry);
  const source = { kind: 'web' as const, trust: 0.2 };
  const flags = [{ kind: 'pii' as const, ruleId: 'email', start: 0, end: 1, action: 'flagged' as const }];
  const row = {
    ...bare,
    external_id: 'x',
    expires_at: 30,
    occurred_at: 5,
    marks: marksText({ source, flags }),
  };
  const whole = { ...entry, externalId: 'x', expiresAt: 30, occurredAt: 5, source, flags };
  expect(toEntry(row)).toStrictEqual(whole);
  const { id: _, namespace: __, createdAt: ___, ...version } = whole;
  expect(toVersion({ ...row, replaced_at: 25 })).toStrictEqual({ ...version, replacedAt: 25 });
  expect(marksText({})).toBeNull();
  expect(marksText({ source })).toBe('{"source":{"kind":"web","trust":0.2}}');
  expect(marksText({ flags })).toContain('"flags":[');
});

test('a namespace has what its row has', () => {
  const row = {
    id: '7',
    tenant_id: 'ten_1',
    name: 'notes',
    model: 'm',
    dims: 3,
    revision: '4',
    stamp: 5n,
    entries: 6,
    bytes: '8',
    created_at: 1,
    updated_at: 2,
    settings: '{}',
  };
  expect(toNamespace(row)).toMatchObject({
    id: 7,
    tenantId: 'ten_1',
    name: 'notes',
    model: 'm',
    dims: 3,
    revision: 4,
    stamp: 5,
    entries: 6,
    bytes: 8,
    createdAt: 1,
    updatedAt: 2,
  });
  // What has been dropped has no name, and the embedded store no stamps.
  expect(toNamespace({ ...row, name: null, stamp: null })).toMatchObject({ name: '', stamp: 0 });
});

test('vectors and ranges come back as they were, wherever their bytes begin', () => {
  const embedding = {
    ranges: [
      { start: 0, end: 3 },
      { start: 2, end: 9 },
    ],
    vectors: [Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6)],
  };
  const [ranges, vectors] = [
    rangesBlob({ model: 'm', ...embedding }),
    vectorsBlob({ model: 'm', ...embedding }),
  ];
  const shifted = (bytes: Uint8Array) => {
    const buffer = new Uint8Array(bytes.length + 1);
    buffer.set(bytes, 1);
    return buffer.subarray(1);
  };
  for (const row of [
    { ...bare, ranges, vectors },
    { ...bare, ranges: shifted(ranges), vectors: shifted(vectors) },
    { ...bare, ranges: Buffer.from(ranges), vectors: Buffer.from(vectors) },
  ])
    expect(toStoredEmbedding(row)).toEqual({ entry: toEntry(bare), ...embedding });
  expect(toStoredEmbedding({ ...bare, ranges, vectors: null })).toEqual({ entry: toEntry(bare) });
  expect(toStoredEmbedding({ ...bare, ranges: null, vectors })).toEqual({ entry: toEntry(bare) });
  expect(toRangesById([{ id: 'mem_1', ranges }])).toEqual(new Map([['mem_1', embedding.ranges]]));
  expect(vectorsBlob({ model: 'm', ranges: [], vectors: [] })).toHaveLength(0);
});

test('windows come back by passage, wherever their bytes begin; bytes of another length are none', () => {
  const ranges = [
    { start: 0, end: 3 },
    { start: 2, end: 9 },
    { start: 9, end: 12 },
  ];
  const vectors = [Float32Array.of(1, 2), Float32Array.of(3, 4), Float32Array.of(5, 6)];
  const windows = [
    Uint8Array.from({ length: 12 }, (_, i) => i),
    new Uint8Array(0),
    Uint8Array.of(9, 8, 7, 6, 5, 4),
  ];
  const embedding = { model: 'm', ranges, vectors, windows };
  const blob = windowsBlob(embedding)!;
  expect([...blob.subarray(0, 6)]).toEqual([2, 0, 0, 0, 1, 0]);
  expect(blob).toHaveLength(3 * 2 + 3 * 6);
  const row = { ...bare, ranges: rangesBlob(embedding), vectors: vectorsBlob(embedding) };
  const shifted = Buffer.concat([Uint8Array.of(1), blob]).subarray(1);
  for (const bytes of [blob, shifted])
    expect(toStoredEmbedding({ ...row, windows: bytes }).windows!.map((each) => [...each])).toEqual(
      windows.map((each) => [...each]),
    );
  for (const bytes of [blob.subarray(1), blob.subarray(0, -1), blob.subarray(0, 5), new Uint8Array(0), null])
    expect(toStoredEmbedding({ ...row, windows: bytes })).toEqual({ entry: toEntry(bare), ranges, vectors });
  expect(windowsBlob({ model: 'm', ranges, vectors })).toBeNull();
});

const flag = (path?: string) => ({
  kind: 'pii' as const,
  ruleId: 'email',
  start: 0,
  end: 1,
  action: 'flagged' as const,
  ...(path && { path }),
});
const entry: Entry = {
  id: 'mem_1',
  namespace: 'notes',
  content: 'tea',
  metadata: { a: 1 },
  externalId: 'x',
  createdAt: 10,
  updatedAt: 20,
  expiresAt: 30,
  flags: [flag(), flag('/externalId'), flag('/metadata/a')],
};

test.each<[change: Parameters<typeof applyChange>[1], expected: Partial<Entry>]>([
  [{}, {}],
  [{ content: 'black tea' }, { content: 'black tea', flags: [flag('/externalId'), flag('/metadata/a')] }],
  [{ metadata: {} }, { metadata: {}, flags: [flag(), flag('/externalId')] }],
  [{ externalId: 'y' }, { externalId: 'y', flags: [flag(), flag('/metadata/a')] }],
  [{ flags: [flag('/new')] }, { flags: [...entry.flags!, flag('/new')] }],
  [{ expiresAt: 40 }, { expiresAt: 40 }],
  [{ occurredAt: 0 }, { occurredAt: 0 }],
  [{ source: { kind: 'user', trust: 1 } }, { source: { kind: 'user', trust: 1 } }],
])('the change %o', (change, expected) => {
  expect(applyChange(entry, change, 99)).toStrictEqual({ ...entry, ...expected, updatedAt: 99 });
});

test('a change can end the expiry and take all flags away, and is always later than the one before', () => {
  const changed = applyChange(entry, { expiresAt: 'never', content: 'a', metadata: {}, externalId: 'b' }, 20);
  expect(changed).not.toHaveProperty('expiresAt');
  expect(changed).not.toHaveProperty('flags');
  expect(changed.updatedAt).toBe(21);
  expect(applyChange(entry, {}, 5).updatedAt).toBe(21);
});

test('an entry counts with the bytes of its text and its metadata', () => {
  expect(entryBytes({ content: 'ä', metadata: { a: 'ö' } })).toBe(2 + 10);
});

test('one vector is written as it is, also where it is a part of a longer one', () => {
  const vector = Float32Array.of(9, 1, 2, 3).subarray(1);
  const blob = vectorsBlob({ model: 'm', ranges: [{ start: 0, end: 1 }], vectors: [vector] });
  expect([...new Float32Array(new Uint8Array(blob).buffer)]).toEqual([1, 2, 3]);
});

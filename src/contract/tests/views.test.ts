import { expect, test } from 'vitest';
import type { Principal } from '../../access/principal.ts';
import {
  callerOf,
  viewEntry,
  viewExportedEntry,
  viewFoundEntry,
  viewNamespace,
  viewVersion,
} from '../memory-views.ts';
import { vectorText } from '../write/vector-schema.ts';

const time = '1970-01-01T00:00:01.000Z';
const at = 1_000;
const entry = { id: 'mem_1', namespace: 'n', content: 'c', metadata: { a: 1 }, createdAt: at, updatedAt: at };
const plain = {
  id: 'mem_1',
  namespace: 'n',
  content: 'c',
  metadata: { a: 1 },
  createdAt: time,
  updatedAt: time,
};
const flag = { kind: 'pii', ruleId: 'r', start: 0, end: 1, action: 'flagged' } as const;
const source = { kind: 'tool', trust: 0.5 } as const;

test.each<[object, object]>([
  [{}, {}],
  [{ externalId: 'x' }, { externalId: 'x' }],
  [{ externalId: '' }, { externalId: '' }],
  [{ expiresAt: at }, { expiresAt: time }],
  [{ expiresAt: 0 }, { expiresAt: '1970-01-01T00:00:00.000Z' }],
  [{ occurredAt: 0 }, { occurredAt: '1970-01-01T00:00:00.000Z' }],
  [{ flags: [] }, {}],
  [{ flags: [flag] }, { flags: [flag] }],
  [{ source }, { source }],
])('an entry with %j is shown with %j', (more, shown) => {
  expect(viewEntry({ ...entry, ...more })).toStrictEqual({ ...plain, ...shown });
});

test.each<[object, object]>([
  [{}, {}],
  [{ supersededBy: 'mem_2' }, { supersededBy: 'mem_2' }],
  [{ explain: { a: 1 } }, { explain: { a: 1 } }],
])('a result with %j is shown with %j, and without its namespace', (more, shown) => {
  const { namespace: _, ...rest } = plain;
  expect(viewFoundEntry({ ...entry, score: 0, ...more } as never)).toStrictEqual({
    ...rest,
    score: 0,
    ...shown,
  });
});

test.each<[object, object]>([
  [{}, {}],
  [{ expiresAt: 0 }, { expiresAt: '1970-01-01T00:00:00.000Z' }],
  [{ occurredAt: 0 }, { occurredAt: '1970-01-01T00:00:00.000Z' }],
])('a version with %j is shown with %j', (more, shown) => {
  const version = { content: 'c', metadata: {}, updatedAt: at, replacedAt: at };
  expect(viewVersion({ ...version, ...more })).toStrictEqual({
    content: 'c',
    metadata: {},
    updatedAt: time,
    replacedAt: time,
    ...shown,
  });
});

test('an exported entry has its vector where it has one', () => {
  const vector = Float32Array.of(1, 0.5);
  expect(viewExportedEntry(entry)).toStrictEqual(plain);
  expect(viewExportedEntry({ ...entry, vector })).toStrictEqual({ ...plain, vector: vectorText(vector) });
});

test.each<[object, object]>([
  [{}, { searchableMetadata: [], history: 0 }],
  [
    { searchableMetadata: ['a'], history: 3 },
    { searchableMetadata: ['a'], history: 3 },
  ],
  [{ guard: { pii: 'redact' } }, { searchableMetadata: [], history: 0, guard: { pii: 'redact' } }],
])('a namespace with the settings %j is shown with %j', (settings, shown) => {
  const state = { name: 'n', entries: 1, bytes: 2, model: 'm', createdAt: at, updatedAt: at, settings };
  expect(viewNamespace(state as never)).toStrictEqual({
    name: 'n',
    entries: 1,
    bytes: 2,
    model: 'm',
    createdAt: time,
    updatedAt: time,
    ...shown,
  });
});

test.each<[object, object, object]>([
  [{ maxEntries: 0 }, {}, {}],
  [{ maxEntries: 1 }, {}, { maxEntries: 1 }],
  [{ maxEntries: 0 }, { guard: { pii: 'redact' } }, { guard: { pii: 'redact' } }],
])('the caller with the plan %j and %j may do what the key may', (plan, more, shown) => {
  const principal = { tenantId: 't', namespaces: ['a-*'], plan, ...more } as unknown as Principal;
  const { mayUseNamespace, ...caller } = callerOf(principal);
  expect(caller).toStrictEqual({ tenantId: 't', transport: 'http', ...shown });
  expect([mayUseNamespace('a-1'), mayUseNamespace('b')]).toEqual([true, false]);
  expect(callerOf(principal, 'mcp').transport).toBe('mcp');
});

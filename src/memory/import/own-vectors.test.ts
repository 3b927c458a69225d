import { expect, test } from 'vitest';
import { firstMisfit, isOwnModel, ownEmbeddings, ownModel, requireQueryVector } from '../own-vectors.ts';
import type { MemoryStore, NamespaceState } from '../store.ts';
import { changedEntries, type StatedEntry } from '../unchanged-entries.ts';

const own = { id: 1, model: 'own:2', dims: 2 } as NamespaceState;
const ours = { id: 1, model: 'fast', dims: 2 } as NamespaceState;
const vector = Float32Array.of(1, 0);
const long = Float32Array.of(1, 0, 0);

test('the model of vectors that a caller brings says their length', () => {
  expect([ownModel(3), ownModel('%'), isOwnModel('own:3'), isOwnModel('fast')]).toEqual([
    'own:3',
    'own:%',
    true,
    false,
  ]);
});

test('a namespace has vectors of the service or of the caller, of one length', () => {
  const embedding = { model: 'own:2', ranges: [{ start: 0, end: 3 }], vectors: [vector] };
  expect(ownEmbeddings([{ content: 'tea' }], undefined)).toBeUndefined();
  expect(ownEmbeddings([{ content: 'tea' }], ours)).toBeUndefined();
  expect(ownEmbeddings([{ content: 'tea', vector }], undefined)).toEqual([embedding]);
  expect(ownEmbeddings([{ content: 'tea', vector }], own)).toEqual([embedding]);
  for (const [entries, state, message] of [
    [
      [{ content: 'a' }, { content: 'b', vector }],
      ours,
      'entries[1].vector: This namespace has vectors made by the service',
    ],
    [
      [{ content: 'a' }],
      own,
      'entries[0].vector: Is required: this namespace has vectors of your own with 2 numbers',
    ],
    [[{ content: 'a', vector }, { content: 'b' }], undefined, 'entries[1].vector: Is required'],
    [
      [{ content: 'a', vector: long }],
      own,
      'entries[0].vector: Has 3 numbers; the vectors of this namespace have 2',
    ],
    [
      [
        { content: 'a', vector },
        { content: 'b', vector: long },
      ],
      undefined,
      'entries[1].vector: Has 3 numbers',
    ],
  ] as const)
    expect(() => ownEmbeddings([...entries], state)).toThrow(message);
});

test('a query brings a vector only where the namespace has such', () => {
  expect(requireQueryVector(own, vector)).toBe(vector);
  expect(requireQueryVector(own, undefined)).toBeUndefined();
  expect(requireQueryVector(ours, undefined)).toBeUndefined();
  expect(() => requireQueryVector(ours, vector)).toThrow('send a query instead');
  expect(() => requireQueryVector(own, long)).toThrow('vector: Has 3 numbers');
});

const held = {
  id: 'mem_1',
  namespace: 'n',
  content: 'tea',
  metadata: { a: 1 },
  externalId: 'x',
  createdAt: 10,
  updatedAt: 20,
  expiresAt: 30,
  occurredAt: 5,
  source: { kind: 'user' as const, trust: 1 },
};
const { namespace: _, ...same } = held;
const entry: StatedEntry = { ...same, stated: { createdAt: 10, updatedAt: 20 } };

test.each<[what: string, change: Partial<StatedEntry>, changed: boolean]>([
  ['nothing', {}, false],
  ['times that are not stated', { createdAt: 11, updatedAt: 21, stated: {} }, false],
  ['the content', { content: 'black tea' }, true],
  ['the metadata', { metadata: { a: 2 } }, true],
  ['the expiry', { expiresAt: 31 }, true],
  ['when it occurred', { occurredAt: 6 }, true],
  ['the kind of the source', { source: { kind: 'web', trust: 1 } }, true],
  ['the trust in the source', { source: { kind: 'user', trust: 0.5 } }, true],
  ['when it was made', { stated: { createdAt: 11, updatedAt: 20 } }, true],
  ['when it was changed', { updatedAt: 21, stated: { updatedAt: 21 } }, true],
  ['the name', { externalId: 'y' }, true],
  ['the same vector', { vector }, false],
  ['nearly the same vector', { vector: Float32Array.of(1 - 1e-7, 1e-7) }, false],
  ['another vector', { vector: Float32Array.of(0, 1) }, true],
  ['a longer vector', { vector: long }, true],
])('an import that changes %s', async (_what, change, changed) => {
  const store = {
    findByExternalId: async (_id: number, name: string) => (name === 'x' ? held : undefined),
    readEntries: async (_id: number, ids: readonly string[]) => (ids.includes('mem_1') ? [held] : []),
    readEmbedding: async () => ({ entry: held, vectors: [vector] }),
  } as unknown as MemoryStore;
  expect(await changedEntries(store, own, [{ ...entry, ...change }])).toHaveLength(changed ? 1 : 0);
  expect(await changedEntries(store, undefined, [entry])).toEqual([entry]);
  const stranger = { ...entry, externalId: 'z', id: 'mem_9' };
  expect(await changedEntries(store, own, [stranger])).toEqual([stranger]);
});

test('of entries that are written one after the other the first decides, and the first that does not fit is named', () => {
  const plain = {};
  for (const [entries, state, index] of [
    [[], own, undefined],
    [[plain, plain], undefined, undefined],
    [[{ vector }, { vector }], undefined, undefined],
    [[{ vector }, { vector }], own, undefined],
    [[plain, plain], ours, undefined],
    [[plain, { vector }], undefined, 1],
    [[{ vector }, { vector }, plain], undefined, 2],
    [[{ vector }, { vector: long }], undefined, 1],
    [[{ vector: long }], own, 0],
    [[plain], own, 0],
    [[plain, { vector }], ours, 1],
  ] as const) {
    expect(firstMisfit(entries, state)?.index).toBe(index);
  }
});

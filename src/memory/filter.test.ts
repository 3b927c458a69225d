import { expect, test } from 'vitest';
import { parseJsonExactly } from '../kernel/json/exact-parse.ts';
import type { JsonNumber, JsonObject } from '../kernel/json.ts';
import {
  bothFilters,
  type EntryDocument,
  type Filter,
  knownBy,
  matches,
  metadataFilter,
  notFlagged,
  type Ordering,
  trustedBy,
} from './filter.ts';

const entry = (metadata: JsonObject): EntryDocument => ({
  metadata,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
});
const parse = (text: string) => parseJsonExactly(text) as JsonObject;
const pairs = (filter: string, metadata: string): boolean =>
  matches(metadataFilter(parse(filter)), entry(parse(metadata)));

test('metadataFilter compares types strictly and deeply', () => {
  expect(pairs('{"a":1}', '{"a":1,"b":2}')).toBe(true);
  expect(pairs('{"a":1}', '{"a":"1"}')).toBe(false);
  expect(pairs('{"a":1}', '{"a":true}')).toBe(false);
  expect(pairs('{"a":null}', '{"a":null}')).toBe(true);
  expect(pairs('{"a":null}', '{}')).toBe(false);
  expect(pairs('{"a":[1,2]}', '{"a":[1,2]}')).toBe(true);
  expect(pairs('{"a":[1,2]}', '{"a":[2,1]}')).toBe(false);
  expect(pairs('{"a":{"x":1,"y":2}}', '{"a":{"y":2,"x":1}}')).toBe(true);
  expect(pairs('{"a":{"x":1}}', '{"a":{"y":2,"x":1}}')).toBe(false);
  expect(pairs('{}', '{"a":1}')).toBe(true);
});

test('keys of metadata are literal: dots, dollars and __proto__ mean nothing special', () => {
  expect(pairs('{"a.b":1}', '{"a":{"b":1}}')).toBe(false);
  expect(pairs('{"a.b":1}', '{"a.b":1}')).toBe(true);
  expect(pairs('{"$gt":1}', '{"$gt":1}')).toBe(true);
  expect(pairs('{"__proto__":{}}', '{}')).toBe(false);
  expect(pairs('{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}')).toBe(true);
  expect(pairs('{"constructor":1}', '{"constructor":1}')).toBe(true);
  expect(pairs('{"toString":1}', '{}')).toBe(false);
  expect(matches({ op: 'exists', path: ['metadata', 'toString'], value: true }, entry({}))).toBe(false);
});

test('numbers are compared to the last digit', () => {
  expect(pairs('{"id":9007199254740993}', '{"id":9007199254740993}')).toBe(true);
  expect(pairs('{"id":9007199254740993}', '{"id":9007199254740992}')).toBe(false);
  expect(pairs('{"id":9007199254740992}', '{"id":9007199254740993}')).toBe(false);
  expect(pairs('{"id":1e2}', '{"id":100}')).toBe(true);
  expect(pairs('{"id":"9007199254740993"}', '{"id":9007199254740993}')).toBe(false);
  const { id } = parse('{"id":9007199254740993}');
  const order = (op: Ordering, n: string) =>
    matches({ op, path: ['metadata', 'n'], value: id as JsonNumber }, entry(parse(`{"n":${n}}`)));
  expect(['lt', 'lte', 'gte', 'gt'].map((op) => order(op as Ordering, '9007199254740992'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(['lt', 'lte', 'gte', 'gt'].map((op) => order(op as Ordering, '9007199254740993'))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(['lt', 'lte', 'gte', 'gt'].map((op) => order(op as Ordering, '9007199254740994'))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test('an order holds between numbers and between strings, never across', () => {
  const gt = (value: number | string): Filter => ({ op: 'gt', path: ['metadata', 'n'], value });
  expect(matches(gt(1), entry({ n: 2 }))).toBe(true);
  expect(matches(gt(1), entry({ n: '2' }))).toBe(false);
  expect(matches(gt('1'), entry({ n: '2' }))).toBe(true);
  expect(matches(gt(1), entry({ n: null }))).toBe(false);
  expect(matches(gt(1), entry({}))).toBe(false);
});

test.each([
  ['gt', [false, false, true]],
  ['gte', [false, true, true]],
  ['lt', [true, false, false]],
  ['lte', [true, true, false]],
] as const)('%s says what lies below, at and above a bound', (op, expected) => {
  for (const values of [
    [1, 2, 3],
    ['a', 'b', 'c'],
  ]) {
    const filter: Filter = { op, path: ['metadata', 'n'], value: values[1]! };
    expect(values.map((n) => matches(filter, entry({ n })))).toEqual(expected);
  }
});

test('times of an entry can be compared', () => {
  const after: Filter = { op: 'gte', path: ['createdAt'], value: '2026-01-01T00:00:00.000Z' };
  expect(matches(after, entry({}))).toBe(true);
  expect(matches({ op: 'exists', path: ['expiresAt'], value: false }, entry({}))).toBe(true);
});

test('contains looks into arrays and strings; a path may index an array', () => {
  const tags: Filter = { op: 'contains', path: ['metadata', 'tags'], value: 'b' };
  expect(matches(tags, entry({ tags: ['a', 'b'] }))).toBe(true);
  expect(matches(tags, entry({ tags: 'abc' }))).toBe(true);
  expect(matches(tags, entry({ tags: { b: 1 } }))).toBe(false);
  const second: Filter = { op: 'eq', path: ['metadata', 'tags', '1'], value: 'b' };
  expect(matches(second, entry({ tags: ['a', 'b'] }))).toBe(true);
  expect(matches({ ...second, path: ['metadata', 'tags', '01'] }, entry({ tags: ['a', 'b'] }))).toBe(false);
});

test('ne and nin are the opposites of eq and in, also where the path leads nowhere', () => {
  const absent = entry({});
  expect(matches({ op: 'ne', path: ['metadata', 'x'], value: 1 }, absent)).toBe(true);
  expect(matches({ op: 'nin', path: ['metadata', 'x'], values: [1] }, absent)).toBe(true);
  expect(matches({ op: 'in', path: ['metadata', 'x'], values: [1] }, absent)).toBe(false);
  const present = entry({ x: 1 });
  expect(matches({ op: 'ne', path: ['metadata', 'x'], value: 1 }, present)).toBe(false);
  expect(matches({ op: 'ne', path: ['metadata', 'x'], value: 2 }, present)).toBe(true);
  expect(matches({ op: 'nin', path: ['metadata', 'x'], values: [2, 1] }, present)).toBe(false);
  expect(matches({ op: 'nin', path: ['metadata', 'x'], values: [2, 3] }, present)).toBe(true);
});

const at = (time: number) => new Date(time).toISOString();
const entryAt = (createdAt: number, occurredAt?: number): EntryDocument => ({
  metadata: {},
  createdAt: at(createdAt),
  updatedAt: at(createdAt),
  ...(occurredAt !== undefined && { occurredAt: at(occurredAt) }),
});

test.each<[string, EntryDocument, boolean]>([
  ['was written at the time', entryAt(5), true],
  ['was written after it', entryAt(6), false],
  ['happened at the time and was written later', entryAt(9, 5), true],
  ['happened after it and was written before', entryAt(1, 6), false],
])('what %s is known by then: %s', (_, entry, known) => {
  expect(matches(knownBy(5), entry)).toBe(known);
});

test.each<[number, JsonObject | undefined, boolean]>([
  [0, undefined, true],
  [0.5, undefined, false],
  [0.5, { trust: 0.5 }, true],
  [0.5, { trust: 0.49 }, false],
  [0, { trust: 0 }, true],
])('with a trust of %d the source %j is trusted: %s', (trust, source, trusted) => {
  expect(matches(trustedBy(trust), { ...entryAt(1), ...(source && { source }) })).toBe(trusted);
});

test('what was redacted is not flagged any more; of two filters both hold', () => {
  const flagged = { ...entryAt(1), flags: { action: ['redacted', 'flagged'] } };
  expect(matches(notFlagged, flagged)).toBe(false);
  expect(matches(notFlagged, { ...entryAt(1), flags: { action: ['redacted'] } })).toBe(true);
  expect(matches(notFlagged, entryAt(1))).toBe(true);
  const [a, b] = [knownBy(1), notFlagged];
  expect(bothFilters(undefined, undefined)).toBeUndefined();
  expect(bothFilters(a, undefined)).toBe(a);
  expect(bothFilters(undefined, b)).toBe(b);
  expect(bothFilters(a, b)).toEqual({ op: 'and', of: [a, b] });
});

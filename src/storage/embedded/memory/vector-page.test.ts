import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooBig, pagedVectors, readPagedVectors } from './vector-page.ts';

const dims = 2;

/** An entry without vectors, or with some passages and perhaps windows. */
type Stored = { passages: number; vectors: Uint8Array; windows: Uint8Array | null } | undefined;

function paged(rows: readonly Stored[]): SQLOutputValue[] {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE v (row INTEGER PRIMARY KEY, ranges BLOB, vectors BLOB, windows BLOB) STRICT');
  for (const stored of rows) {
    const positions = Uint32Array.from({ length: 2 * (stored?.passages ?? 0) }, (_, i) => i * 70_000);
    database
      .prepare('INSERT INTO v (ranges, vectors, windows) VALUES (?, ?, ?)')
      .run(
        stored ? new Uint8Array(positions.buffer) : null,
        stored?.vectors ?? null,
        stored?.windows ?? null,
      );
  }
  const statement = database.prepare(pagedVectors('FROM v ORDER BY v.row'));
  statement.setReturnArrays(true);
  return statement.get() as unknown as SQLOutputValue[];
}

function taken(rows: readonly Stored[]) {
  return readPagedVectors(paged(rows), dims)?.map(
    (one) =>
      one && {
        starts: one.ranges.map(({ start }) => start),
        ends: one.ranges.map(({ end }) => end),
        vectors: [...one.vectors],
        windows: one.windows && [...one.windows],
      },
  );
}

function expected(rows: readonly Stored[]) {
  return rows.map(
    (stored) =>
      stored && {
        starts: Array.from({ length: stored.passages }, (_, i) => 2 * i * 70_000),
        ends: Array.from({ length: stored.passages }, (_, i) => (2 * i + 1) * 70_000),
        vectors: [...stored.vectors],
        windows: stored.windows ? [...stored.windows] : undefined,
      },
  );
}

const byte = fc.oneof(
  fc.constantFrom(0, 0x20, 0x2c, 0x3a, 0xc0, 0xef, 0xbb, 0xbf, 0xfe, 0xff),
  fc.integer({ min: 0, max: 255 }),
);
const bytes = (length: number) =>
  fc.array(byte, { minLength: length, maxLength: length }).map((values) => Uint8Array.from(values));
const some: fc.Arbitrary<Stored> = fc.integer({ min: 1, max: 3 }).chain((passages) =>
  fc.record({
    passages: fc.constant(passages),
    vectors: bytes(passages * dims * 4),
    windows: fc.option(fc.integer({ min: 1, max: 9 }).chain(bytes)),
  }),
);

test('any bytes come back as they were, of entries with and without vectors', () => {
  const stored = fc.oneof({ weight: 4, arbitrary: some }, { weight: 1, arbitrary: fc.constant(undefined) });
  fc.assert(
    fc.property(fc.array(stored, { minLength: 1, maxLength: 12 }), (rows) => {
      expect(taken(rows)).toEqual(expected(rows));
    }),
  );
});

test('of no rows, and of vectors of another length than they should have, nothing is taken', () => {
  const one = { passages: 1, vectors: new Uint8Array(8), windows: null };
  expect(readPagedVectors(paged([]), dims)).toBeUndefined();
  expect(taken([one, one])).toHaveLength(2);
  expect(taken([one, { ...one, vectors: new Uint8Array(12) }])).toBeUndefined();
  expect(taken([one, { ...one, vectors: new Uint8Array(4) }])).toBeUndefined();
  expect(readPagedVectors(paged([one]), 3)).toBeUndefined();
});

test('vectors that are more together than a value can hold are told by their error', () => {
  const database = new DatabaseSync(':memory:');
  const thrown = (sql: string): unknown => {
    try {
      return database.prepare(sql).all();
    } catch (error) {
      return error;
    }
  };
  expect(isTooBig(thrown('SELECT zeroblob(1000000001)'))).toBe(true);
  expect(isTooBig(thrown('SELECT abs(-9223372036854775808)'))).toBe(false);
});

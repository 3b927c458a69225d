import { describe, expect, test } from 'vitest';
import type { IndexedEntry } from '../indexed-entry.ts';
import { EntryTable } from './entry-table.ts';

function entry(id: string, passages: number, rest: Partial<IndexedEntry> = {}): IndexedEntry {
  return {
    id,
    metadata: { name: id },
    createdAt: 1_000,
    updatedAt: 2_000,
    passages: Array.from({ length: passages }, () => ({ text: 'x', vector: new Float32Array(1) })),
    ...rest,
  };
}

/** Entries of one, two, one and three passages; the second expires at 50, the third says when it was. */
function table(): EntryTable {
  const entries = new EntryTable();
  for (const each of [
    entry('a', 1),
    entry('b', 2, { expiresAt: 50 }),
    entry('c', 1, { occurredAt: 7, externalId: 'ext' }),
    entry('d', 3, { expiresAt: 90, updatedAt: 1_000 }),
  ])
    entries.append(each);
  return entries;
}

const restored = (entries: EntryTable) => {
  const again = new EntryTable(entries.freeze());
  entries.thaw();
  return again;
};

describe('a table of entries', () => {
  test('counts what lives and what is dead, entries and rows, also when it was restored', () => {
    const entries = table();
    const counts = (of: EntryTable) => [
      of.size,
      of.slotCount,
      of.rowCount,
      of.liveRowCount,
      of.hasDead,
      of.hasExpiring,
    ];
    expect(counts(entries)).toEqual([4, 4, 7, 7, false, true]);
    entries.kill(1);
    expect(counts(entries)).toEqual([3, 4, 7, 5, true, true]);
    expect(counts(restored(entries))).toEqual([3, 4, 7, 5, true, true]);
    entries.kill(3);
    expect(counts(entries)).toEqual([2, 4, 7, 2, true, false]);
    expect(counts(restored(entries))).toEqual([2, 4, 7, 2, true, false]);
    expect([...entries.deadRows()]).toEqual([1, 2, 4, 5, 6]);
    expect([...table().deadRows()]).toEqual([]);
    expect(counts(new EntryTable())).toEqual([0, 0, 0, 0, false, false]);
  });

  test('finds living entries by id, and the living ones next to a slot', () => {
    const entries = table();
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => entries.slotOf(id))).toEqual([0, 1, 2, 3, undefined]);
    expect([entries.livingNext(0, -1), entries.livingNext(0, 1), entries.livingNext(3, 1)]).toEqual([
      undefined,
      1,
      undefined,
    ]);
    entries.kill(1);
    expect([entries.slotOf('b'), entries.isAlive(1), entries.isAlive(0)]).toEqual([undefined, false, true]);
    expect([entries.livingNext(0, 1), entries.livingNext(2, -1)]).toEqual([2, 0]);
    entries.kill(0);
    expect(entries.livingNext(2, -1)).toBeUndefined();
    // The same id may come again.
    expect(entries.append(entry('b', 1))).toBe(4);
    expect([entries.slotOf('b'), entries.id(4)]).toEqual([4, 'b']);
  });

  test('shows what has not expired yet', () => {
    const entries = table();
    expect([...entries.visible(49)!]).toEqual([1, 1, 1, 1]);
    expect([...entries.visible(50)!]).toEqual([1, 0, 1, 1]);
    expect([...entries.visible(90)!]).toEqual([1, 0, 1, 0]);
    entries.kill(0);
    expect([...entries.visible(49)!]).toEqual([0, 1, 1, 1]);
    const plain = new EntryTable();
    plain.append(entry('a', 1));
    expect(plain.visible(1e15)).toBeUndefined();
    plain.kill(0);
    expect([...plain.visible(0)!]).toEqual([0]);
  });

  test('turns masks of slots into masks of rows', () => {
    expect([...table().rowMask(Uint8Array.of(1, 0, 0, 1))]).toEqual([1, 0, 0, 0, 1, 1, 1]);
    const plain = new EntryTable();
    for (const id of ['a', 'b']) plain.append(entry(id, 1));
    const mask = Uint8Array.of(0, 1);
    expect(plain.rowMask(mask)).toBe(mask);
  });

  test.each([
    [0, []],
    [1, [0]],
    [3, [0, 2, 4]],
    [7, [0, 1, 2, 3, 4, 5, 6]],
    [100, [0, 1, 2, 3, 4, 5, 6]],
  ])('gives up to %i rows at even distances', (count, rows) => {
    expect([...table().spreadRows(count)]).toEqual(rows);
  });

  test('gives rows of the living alone', () => {
    const entries = table();
    entries.kill(1);
    expect([...entries.spreadRows(100)]).toEqual([0, 3, 4, 5, 6]);
    expect([...entries.spreadRows(2)]).toEqual([0, 4]);
  });

  test('knows when an entry was so: as it says itself, or else when it was last changed', () => {
    const entries = table();
    expect([entries.timeOf(0), entries.timeOf(2), entries.timeOf(3)]).toEqual([2_000, 7, 1_000]);
    expect([...entries.times('expiresAt')]).toEqual([
      Number.POSITIVE_INFINITY,
      50,
      Number.POSITIVE_INFINITY,
      90,
    ]);
  });

  test('writes out documents with what is there', () => {
    const entries = table();
    expect({ ...entries.document(0) }).toEqual({
      metadata: { name: 'a' },
      createdAt: '1970-01-01T00:00:01.000Z',
      updatedAt: '1970-01-01T00:00:02.000Z',
    });
    expect(entries.document(1)).toMatchObject({ expiresAt: '1970-01-01T00:00:00.050Z' });
    expect(entries.document(1)).not.toHaveProperty('externalId');
    expect(entries.document(2)).toMatchObject({ occurredAt: '1970-01-01T00:00:00.007Z', externalId: 'ext' });
    expect(entries.document(2)).not.toHaveProperty('expiresAt');
  });

  test('copies entries of another one as they are', () => {
    const [from, to] = [table(), new EntryTable()];
    for (const slot of [3, 1]) to.copy(from, slot);
    expect([to.size, to.rowCount, to.slotOf('d'), to.slotOf('b'), to.hasExpiring]).toEqual([
      2,
      5,
      0,
      1,
      true,
    ]);
    expect([to.rowsOf(0), to.rowsOf(1)]).toEqual([
      { first: 0, end: 3 },
      { first: 3, end: 5 },
    ]);
    expect({ ...to.document(1) }).toEqual({ ...from.document(1) });
  });
});

import { expect, test } from 'vitest';
import { EntryTimes } from './entry-times.ts';
import { SlotRows } from './slot-rows.ts';

const never = Number.POSITIVE_INFINITY;

test('times that are usual take no memory, and come back like those that are not', () => {
  const usual = { expiresAt: never, occurredAt: never };
  const times = [
    { createdAt: 5, updatedAt: 5, ...usual },
    { createdAt: 6, updatedAt: 6, ...usual },
    { createdAt: 7, updatedAt: 9, ...usual },
    { createdAt: 8, updatedAt: 8, expiresAt: 100, occurredAt: never },
    { createdAt: 9, updatedAt: 9, expiresAt: never, occurredAt: -3 },
    { createdAt: 10, updatedAt: 10, ...usual },
  ];
  const column = new EntryTimes();
  for (const [i, one] of times.entries()) {
    column.append(one);
    const frozen = column.frozen();
    expect(frozen.updatedAt.length > 0).toBe(i >= 2);
    expect(frozen.expiresAt.length > 0).toBe(i >= 3);
    const restored = new EntryTimes(frozen);
    for (const read of [column, restored]) {
      expect(times.slice(0, i + 1).map((_, slot) => read.all(slot))).toEqual(times.slice(0, i + 1));
      expect([...read.column('expiresAt')]).toEqual(times.slice(0, i + 1).map(({ expiresAt }) => expiresAt));
      expect([...read.column('updatedAt')]).toEqual(times.slice(0, i + 1).map(({ updatedAt }) => updatedAt));
    }
  }
  const restored = new EntryTimes(column.frozen());
  restored.append({ createdAt: 11, updatedAt: 12, ...usual });
  expect(restored.all(6)).toEqual({ createdAt: 11, updatedAt: 12, ...usual });
});

test('rows are found by slot and slots by row, before and after the first entry of several passages', () => {
  const counts = [1, 1, 3, 1, 2];
  const rows = new SlotRows();
  const owners: number[] = [];
  for (const [slot, count] of counts.entries()) {
    rows.append(count);
    for (let i = 0; i < count; i++) owners.push(slot);
    expect(rows.memoryBytes > 0).toBe(slot >= 2);
    for (const read of [rows, new SlotRows(slot + 1, rows.frozen())]) {
      expect(read.rowCount).toBe(owners.length);
      expect(owners.map((_, row) => read.slotOf(row))).toEqual(owners);
      for (let owner = 0; owner <= slot; owner++) {
        const first = owners.indexOf(owner);
        expect(read.rowsOf(owner)).toEqual({ first, end: first + counts[owner]! });
      }
    }
  }
});

import { expect, test } from 'vitest';
import { addUnreadable, describeUnreadable, mergeUnreadable } from './unreadable-records.ts';

const records = (count: number, name = 'a') => {
  const all = { count: 0, examples: [] };
  for (let i = 0; i < count; i++) addUnreadable(all, `${name}${i}`, 'empty');
  return all;
};

test('five files are named, all are counted', () => {
  expect([records(5).examples.length, records(6).examples.length, records(6).count]).toEqual([5, 5, 6]);
  const merged = mergeUnreadable([records(3), records(4, 'b')]);
  expect(merged.count).toBe(7);
  expect(merged.examples.map(({ name }) => name)).toEqual(['a0', 'a1', 'a2', 'b0', 'b1']);
});

test('of a long name the last 200 characters are kept', () => {
  const all = { count: 0, examples: [] as Array<{ name: string; reason: string }> };
  addUnreadable(all, `1${'x'.repeat(199)}`, 'empty');
  addUnreadable(all, `12${'x'.repeat(199)}`, 'empty');
  expect(all.examples.map(({ name }) => name)).toEqual([`1${'x'.repeat(199)}`, `2${'x'.repeat(199)}`]);
});

test.for([
  [0, ''],
  [1, '1 file is no OSV record and was left out: a0 (empty).'],
  [2, '2 files are no OSV records and were left out: a0 (empty), a1 (empty).'],
  [
    5,
    '5 files are no OSV records and were left out: a0 (empty), a1 (empty), a2 (empty), a3 (empty), a4 (empty).',
  ],
  [
    6,
    '6 files are no OSV records and were left out: a0 (empty), a1 (empty), a2 (empty), a3 (empty), a4 (empty), ….',
  ],
] as const)('%i of them: %s', ([count, expected]) => {
  expect(describeUnreadable(records(count))).toBe(expected);
});

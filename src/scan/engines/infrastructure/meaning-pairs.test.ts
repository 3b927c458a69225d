import { expect, test } from 'vitest';
import { measureMeaning } from '../../../../bench/infrastructure/meaning/measure.ts';

test('of pairs that no rule was written for, most bad ones are found and few good ones are reported', async () => {
  const { read, heldBack } = await measureMeaning();
  expect(heldBack.bad + heldBack.good).toBeGreaterThan(50);
  expect(heldBack.found / heldBack.bad).toBeGreaterThanOrEqual(0.85);
  expect(heldBack.alarms / heldBack.good).toBeLessThanOrEqual(0.1);
  // A variable whose default is null is decided by whoever calls the module, also behind `coalesce`.
  expect(read.notes).toEqual(['missed cloudtrail values from coalesce and try']);
});

test('so it is with a second set of them', async () => {
  const { read, heldBack } = await measureMeaning('second');
  expect(heldBack.bad + heldBack.good).toBeGreaterThan(50);
  expect(heldBack.found / heldBack.bad).toBeGreaterThanOrEqual(0.9);
  expect(heldBack.alarms / heldBack.good).toBeLessThanOrEqual(0.1);
  expect(read.notes).toEqual([]);
});

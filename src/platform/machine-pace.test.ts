import { expect, test } from 'vitest';
import { MachinePace } from './machine-pace.ts';

test('the pace of a machine is what its load says until work was measured, and never below one', () => {
  const idle = new MachinePace(() => 0);
  expect(idle.ratio).toBe(1);
  idle.add(500, 5_000);
  expect(idle.ratio).toBe(1);
  expect(new MachinePace(() => 6).ratio).toBe(6);
});

test('a second of work is enough to go by, and two are halved', () => {
  const pace = new MachinePace(() => 0);
  pace.add(999, 9_990);
  expect(pace.ratio).toBe(1);
  pace.add(1, 10);
  expect(pace.ratio).toBe(10);
  pace.add(999, 999);
  expect(pace.ratio).toBeCloseTo(10_999 / 1_999);
  pace.add(1, 1);
  // Of both a half is left: what comes now counts as much as all of it.
  pace.add(1_000, 1_000);
  expect(pace.ratio).toBeCloseTo((11_000 / 2 + 1_000) / 2_000);
});

test('measured work counts where the load says nothing, and the latest counts most', () => {
  const throttled = new MachinePace(() => 0);
  for (let i = 0; i < 20; i++) throttled.add(200, 2_000);
  expect(throttled.ratio).toBeCloseTo(10);
  for (let i = 0; i < 200; i++) throttled.add(200, 200);
  expect(throttled.ratio).toBeCloseTo(1, 1);
});

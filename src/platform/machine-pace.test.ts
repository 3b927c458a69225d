import { expect, test } from 'vitest';
import { MachinePace } from './machine-pace.ts';

test('the pace of a machine is what its load says until work was measured, and never below one', () => {
  const idle = new MachinePace(() => 0);
  expect(idle.ratio).toBe(1);
  idle.add(500, 5_000);
  expect(idle.ratio).toBe(1);
  expect(new MachinePace(() => 6).ratio).toBe(6);
});

test('measured work counts where the load says nothing, and the latest counts most', () => {
  const throttled = new MachinePace(() => 0);
  for (let i = 0; i < 20; i++) throttled.add(200, 2_000);
  expect(throttled.ratio).toBeCloseTo(10);
  for (let i = 0; i < 200; i++) throttled.add(200, 200);
  expect(throttled.ratio).toBeCloseTo(1, 1);
});

import { expect, test } from 'vitest';
import { CpuDeadline, noDeadline, threadCpuMs } from './cpu-deadline.ts';

test('a deadline is over when the thread has worked for so long, not before', () => {
  let worked = 100;
  const deadline = new CpuDeadline(50, () => worked);
  expect(deadline.isOver).toBe(false);
  worked = 149;
  expect(deadline.isOver).toBe(false);
  worked = 150;
  expect(deadline.isOver).toBe(true);
  expect(new CpuDeadline(0, () => worked).isOver).toBe(true);
  expect(noDeadline.isOver).toBe(false);
});

test('the time of a thread is what it has worked, in milliseconds', () => {
  const { user, system } = process.threadCpuUsage();
  const now = threadCpuMs();
  expect(now).toBeGreaterThanOrEqual((user + system) / 1_000);
  const after = process.threadCpuUsage();
  expect(now).toBeLessThanOrEqual((after.user + after.system) / 1_000);
});

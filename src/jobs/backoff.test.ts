import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const limits = { baseMs: 1_000, maxMs: 60_000 };

test.each([
  [1, 500, 1_000],
  [2, 1_000, 2_000],
  [3, 2_000, 4_000],
  [6, 16_000, 32_000],
  [7, 30_000, 60_000],
  [1_000, 30_000, 60_000],
])('after attempt %i the next one waits %i to %i ms', (attempt, least, most) => {
  expect(backoffMs(attempt, limits, () => 0)).toBe(least);
  expect(backoffMs(attempt, limits, () => 1)).toBe(most);
});

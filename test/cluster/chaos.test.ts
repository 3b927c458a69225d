import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';

test('through kills, stops, wrong clocks and a restored database nothing acknowledged is lost, stale, doubled or back again', async () => {
  const { counts, problems } = await runChaos({ durationMs: 60_000, faultEveryMs: 6_000, clients: 4 });
  expect(problems).toEqual([]);
  expect(counts).toMatchObject({ stale: 0, resurrected: 0 });
  // A run in which nothing happened would prove nothing.
  expect(counts.writes).toBeGreaterThan(20);
  expect(counts.reads).toBeGreaterThan(20);
  expect(counts.faults).toBeGreaterThan(2);
});

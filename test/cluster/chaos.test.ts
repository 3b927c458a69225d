import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';

test('through kills, stops, wrong clocks, two versions, a pooler that restarts and a restored database nothing acknowledged is lost, stale, doubled or back again', async () => {
  const { counts, problems } = await runChaos({ until: { writes: 50 }, faultEveryMs: 4_000, clients: 4 });
  expect(problems).toEqual([]);
  expect(counts).toMatchObject({ stale: 0, lost: 0, resurrected: 0, doubled: 0, faults: 6, restores: 1 });
  // A run in which nobody looked would prove nothing.
  expect(counts.reads).toBeGreaterThan(20);
});

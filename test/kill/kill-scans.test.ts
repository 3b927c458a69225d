import { expect, test } from 'vitest';
import { runKillTrial } from './kill-trial.ts';

// A soak with a thousand scans is `test/soak/kill-scans.ts`.
test('no scan is lost, doubled, stuck or changed while the service and its workers are killed at random', async () => {
  const figures = await runKillTrial({ scans: 18, serviceKills: 3, workerKills: 4, seed: 4 });
  expect(figures).toMatchObject({
    started: 18,
    serviceKills: 3,
    lost: 0,
    doubled: 0,
    stuck: 0,
    changed: 0,
    wrongFindings: 0,
    crashes: 0,
    orphans: 0,
    leftovers: 0,
  });
  expect(figures.completed).toBeGreaterThan(0);
});

import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/app.ts';
import { runKillRounds } from '../support/kill-rounds.ts';

test('killed with -9 at random moments, nothing acknowledged is missing or there twice', async () => {
  const figures = await runKillRounds(temporaryFolder(), 10, 1);
  expect(figures).toMatchObject({ missing: [], doubled: [], failedVerifications: 0 });
  expect(figures.acknowledged).toBeGreaterThan(10);
});

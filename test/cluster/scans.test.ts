import { expect, test, vi } from 'vitest';
import { call } from '../support/app.ts';
import { openCluster } from './nodes.ts';

const soon = { timeout: 20_000, interval: 20 };

test.each([
  ['each node runs as many scans as it may', {}, [2, 2, 2]],
  ['all nodes together run no more scans than the total', { LOREKEEP_SCAN_MAX_RUNNING_TOTAL: '3' }, [3]],
])('%s', async (_, settings, expected) => {
  const cluster = await openCluster();
  const running = [0, 0, 0];
  const limits = { LOREKEEP_SCAN_MAX_RUNNING_PER_KEY: '100', ...settings };
  const nodes = await Promise.all(
    running.map((_, i) =>
      cluster.node(limits, {
        runScan: (_, { signal }) =>
          new Promise((resolve) => {
            running[i]!++;
            const cancelled = { status: 'failed', errorCode: 'cancelled', error: 'Cancelled.' } as const;
            signal.addEventListener('abort', () => resolve(cancelled));
          }),
      }),
    ),
  );
  for (let i = 0; i < 9; i++) {
    const payload = { repoUrl: `https://git.example.com/${i}` };
    expect((await call(nodes[i % 3]!, 'POST', '/v1/security/scan', { payload })).status).toBeLessThan(300);
  }
  const total = expected.reduce((sum, n) => sum + n, 0);
  await vi.waitFor(() => expect(running.reduce((sum, n) => sum + n, 0)).toBe(total), soon);
  // Nobody takes one more later.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(running.reduce((sum, n) => sum + n, 0)).toBe(total);
  if (expected.length > 1) expect(running).toEqual(expected);
});

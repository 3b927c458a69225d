import { expect, test } from 'vitest';
import type { EngineCrash } from '../model/engine-crash.ts';
import type { ChildTask } from './child-protocol.ts';
import { runTask } from './run-task.ts';

test('a scan that breaks outside of its engines fails, and what it broke with reaches whoever runs it', async () => {
  const crashes: EngineCrash[] = [];
  // A task that nothing but a defect could have made.
  const task = { source: null } as unknown as ChildTask;
  const outcome = await runTask(task, { onProgress: () => {}, onCrash: (crash) => crashes.push(crash) });
  expect(outcome).toMatchObject({ status: 'failed', errorCode: 'engine_failed' });
  expect(crashes).toMatchObject([{ engine: 'scan', step: 'scan', error: 'TypeError' }]);
  expect(crashes[0]!.stack.length).toBeGreaterThan(0);
});

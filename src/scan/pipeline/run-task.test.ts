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

test('a full disk is said to be one, and is no defect to report', async () => {
  const crashes: EngineCrash[] = [];
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const task = new Proxy({} as ChildTask, {
    get: () => {
      throw full;
    },
  });
  const events = { onProgress: () => {}, onCrash: (crash: EngineCrash) => void crashes.push(crash) };
  expect(await runTask(task, events)).toMatchObject({
    errorCode: 'engine_failed',
    error: 'There is not enough room on the disk of the machine that scans.',
  });
  expect(crashes).toEqual([]);
});

import { expect, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';

test.each([
  [['--tools', 'recall,nothing'], 'there is no tool "nothing"; there are remember, memory, recall'],
  [['--compat', 'files'], '--compat knows "memory" only.'],
])('lorekeep mcp with %j is wrong usage', async (args, said) => {
  const outcome = await runInProcess(['mcp', ...args]);
  expect(outcome.code).toBe(2);
  expect(outcome.said).toContain(said);
  expect(outcome.out).toBe('');
});

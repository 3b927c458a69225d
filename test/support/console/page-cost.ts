import type { Page } from 'playwright-core';

/** Milliseconds of processor time that a page spends on something: in scripts, and altogether. */
export async function costOf(
  page: Page,
  work: () => Promise<unknown>,
): Promise<{ script: number; task: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const value = (name: string) => 1_000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
    return { script: value('ScriptDuration'), task: value('TaskDuration') };
  };
  const before = await read();
  await work();
  const after = await read();
  await session.detach();
  return { script: after.script - before.script, task: after.task - before.task };
}

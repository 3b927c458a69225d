import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page, or with its colours alone, as one line each. The policy of the console forbids script tags, so that it is evaluated. */
export async function findBarriers(page: Page, coloursAlone = false): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = coloursAlone ? { runOnly: ['color-contrast'] } : {};
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => id + ': ' + help + ' at ' + target.join(' ') + ' ' + (any[0]?.message ?? ''))))`);
}

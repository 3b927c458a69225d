import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page, as one line each; the policy of the console forbids script tags, so that it is evaluated. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run().then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => id + ': ' + help + ' at ' + target.join(' ') + ' ' + (any[0]?.message ?? ''))))`);
}

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { browserTest } from '../support/browser/open-page.ts';
import { findBarriers } from '../support/console/find-barriers.ts';
import { openConsole, show } from '../support/console/open-console.ts';
import { type SampleService, sampleKey } from '../support/console/sample-service.ts';
import { startForTest } from '../support/console/start-for-test.ts';

/** Every address of the console that shows something of its own, once there is something to show. */
async function placesOf(service: SampleService, page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>(
    `[...document.querySelectorAll('nav a')].map(({ hash }) => hash.slice(2))`,
  );
  const { items } = await service.call<{ items: Array<{ scanId: string }> }>('GET', '/v1/security/scan');
  const more = items[0]
    ? [
        `scans/${items[0].scanId}`,
        'findings?group=rule',
        'map?namespace=support-tickets&colour=topic&q=refund',
        'playground?q=refund&namespace=support-tickets',
      ]
    : [];
  return [...names, 'memory/support-tickets', ...more, 'nowhere'];
}

browserTest.for([
  ['with nothing in them', false],
  ['with three namespaces, keys and repositories', true],
] as const)('all pages %s load, without an error and without a barrier', async ([, filled]) => {
  const service = await startForTest({ filled });
  for (const name of filled ? ['CI', 'Assistant', 'Dashboard'] : [])
    await service.call('POST', '/v1/keys', { name, scopes: ['memory:read'] });
  const { page, problems, origins } = await openConsole(service.base, sampleKey);
  // The colours of an empty page are among those of a filled one.
  for (const theme of filled ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme: theme });
    for (const place of await placesOf(service, page)) {
      await show(page, place);
      // The markup is the same in both.
      expect(await findBarriers(page, theme === 'dark'), `${place} in ${theme}`).toEqual([]);
    }
  }
  // A namespace that is not there is a 404, which the browser logs.
  expect(problems.filter((problem) => filled || !problem.includes('404'))).toEqual([]);
  expect([...origins]).toEqual([service.base]);
});

browserTest('no page is wider than a phone', async () => {
  const service = await startForTest();
  const { page } = await openConsole(service.base, sampleKey);
  const places = await placesOf(service, page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const place of places) {
    await show(page, place);
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide, place).toBeLessThanOrEqual(360);
  }
});

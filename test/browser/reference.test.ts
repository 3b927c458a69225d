import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startApp, testKey } from '../support/app.ts';
import { browserTest, openPage } from '../support/browser/open-page.ts';

browserTest(
  'the reference has a quick start and short names, and sends its examples as they are',
  async () => {
    const app = await startApp();
    const service = await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { page, problems, origins } = await openPage(`${service}/docs`);
    await page.getByText('Quick start.').waitFor();
    await page.getByPlaceholder('Token').first().fill(testKey);
    expect(await send(page, 'Write entries', '/v1/memory/entries', 'POST')).toMatchObject({ success: true });
    const found = (await send(page, 'Search entries', '/v1/memory/search', 'POST')) as { data: unknown[] };
    expect(found.data.length).toBeGreaterThan(0);
    expect(await send(page, 'Start scan', '/v1/security/scan', 'POST')).toMatchObject({ success: true });
    expect(problems).toEqual([]);
    expect([...origins]).toEqual([service]);
  },
);

/** What the service answers when a reader opens an operation and presses the buttons. */
async function send(page: Page, name: string, path: string, method: string): Promise<unknown> {
  await page.getByRole('link', { name }).first().click();
  await page
    .getByRole('button', { name: new RegExp(`Test Request.*\\(${method} ${path}\\)`, 'is') })
    .first()
    .click();
  const answer = page.waitForResponse(
    (response) => new URL(response.url()).pathname === path && response.request().method() === method,
  );
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const body: unknown = await (await answer).json();
  await page.getByRole('button', { name: 'Close Client' }).click();
  return body;
}

browserTest('a browser can send every prefilled example as it is', async () => {
  const app = await startApp();
  const service = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { page } = await openPage(`${service}/livez`);
  const statuses = (await page.evaluate(`(async () => {
    const statuses = {};
    const { paths } = await (await fetch('/openapi.json')).json();
    for (const [path, methods] of Object.entries(paths)) for (const [method, operation] of Object.entries(methods)) {
      const parameters = (operation.parameters ?? []).filter((one) => one.example !== undefined);
      const named = (place) => parameters.filter((one) => one.in === place);
      let url = path;
      for (const { name, example } of named('path')) url = url.replace('{' + name + '}', encodeURIComponent(example));
      const query = new URLSearchParams(named('query').map(({ name, example }) => [name, example]));
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const body = content && (typeof content.example === 'string' ? content.example : JSON.stringify(content.example));
      const headers = { Authorization: 'Bearer ${testKey}', ...(type && { 'Content-Type': type }) };
      const response = await fetch(url + (query.size ? '?' + query : ''), { method: method.toUpperCase(), headers, body });
      statuses[operation.operationId] = response.status;
      await response.body?.cancel();
    }
    return statuses;
  })()`)) as Record<string, number>;
  expect(Object.keys(statuses).length).toBeGreaterThan(40);
  // An id of the examples is nobody's id; everything else works.
  expect(Object.entries(statuses).filter(([, status]) => status !== 200 && status !== 404)).toEqual([]);
  const { writeEntries, searchEntries, startScan, createEmbeddings } = statuses;
  expect([writeEntries, searchEntries, startScan, createEmbeddings]).toEqual([200, 200, 200, 200]);
});

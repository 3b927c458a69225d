import { expect } from 'vitest';
import { browserTest } from '../support/browser/open-page.ts';
import { openConsole, show } from '../support/console/open-console.ts';
import { sampleKey } from '../support/console/sample-service.ts';
import { startForTest } from '../support/console/start-for-test.ts';

const content = 'first line\r\nsecond line';
const metadata = '{"order":12345678901234567890,"rate":0.10000000000000000555,"size":7}';

/** A service with one entry whose text and numbers a browser would not keep by itself. */
async function openEntry() {
  const service = await startForTest({ filled: false });
  const post = (payload: string) =>
    service.app.server.inject({
      method: 'POST',
      url: '/v1/memory/entries',
      headers: { authorization: `Bearer ${sampleKey}`, 'content-type': 'application/json' },
      payload,
    });
  await post(
    `{"namespace":"orders","entries":[{"content":${JSON.stringify(content)},"metadata":${metadata},"externalId":"4711","occurredAt":"2019-05-04T12:00:00Z"}]}`,
  );
  const { page, problems } = await openConsole(service.base, sampleKey);
  await show(page, 'memory/orders');
  const stored = async () => {
    const { body } = await service.app.server.inject({
      url: '/v1/memory/entries?namespace=orders',
      headers: { authorization: `Bearer ${sampleKey}` },
    });
    return body;
  };
  const edit = async (label: string, change: (before: string) => string) => {
    await page.getByRole('button', { name: /first line/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
    const field = page.getByRole('dialog').getByLabel(label);
    await field.fill(change(await field.inputValue()));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  return { page, problems, stored, edit };
}

browserTest(
  'who edits the text of an entry leaves its numbers as they are written, and the other way round',
  async () => {
    const { page, problems, stored, edit } = await openEntry();
    await page.getByRole('button', { name: /first line/ }).click();
    await page.getByRole('dialog').getByText('12345678901234567890').waitFor();
    await page.keyboard.press('Escape');

    await edit('Metadata, as JSON', (text) => text.replace('"size": 7', '"size": 8'));
    expect(await stored()).toContain(metadata.replace('"size":7', '"size":8'));
    expect(await stored()).toContain(JSON.stringify(content));

    await edit('Text', (text) => `${text}, and a third`);
    expect(await stored()).toContain(metadata.replace('"size":7', '"size":8'));
    expect(await stored()).toContain('and a third');
    expect(problems).toEqual([]);
  },
);

browserTest('a filter finds a number of twenty digits', async () => {
  const { page } = await openEntry();
  for (const [value, found] of [
    ['12345678901234567891', 'No entry matches this filter'],
    ['12345678901234567890', 'first line'],
  ] as const) {
    await page.getByLabel('Field').fill('order');
    await page.getByLabel('Value').fill(value);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.locator('main').getByText(found).first().waitFor();
  }
});

browserTest(
  'an entry is found by an id of your own that is a number, and says when it happened',
  async () => {
    const { page } = await openEntry();
    for (const [comparison, value, found] of [
      ['eq', '4712', 'No entry matches this filter'],
      ['eq', '4711', 'first line'],
      ['in', '1, true', 'No entry matches this filter'],
      ['in', '1, 4711', 'first line'],
      ['eq', '"4711"', 'first line'],
    ] as const) {
      await page.getByLabel('Field').fill('externalId');
      await page.getByLabel('Comparison').selectOption(comparison);
      await page.getByLabel('Value').fill(value);
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.locator('main').getByText(found).first().waitFor();
    }
    await page.getByRole('button', { name: /first line/ }).click();
    await page.getByRole('dialog').getByText('Happened').waitFor();
    await page.getByRole('dialog').getByText('2019').waitFor();
  },
);

browserTest('an export that fails says so', async () => {
  const { page } = await openEntry();
  await page.route('**/v1/memory/export?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').getByText('cannot be reached').waitFor();
});

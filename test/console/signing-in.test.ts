import { expect } from 'vitest';
import { call, startApp, testKey } from '../support/app.ts';
import { browserTest, openPage } from '../support/browser/open-page.ts';
import { openConsole, show } from '../support/console/open-console.ts';

browserTest('a wrong key is refused with a sentence, a right one opens the overview', async () => {
  const app = await startApp();
  const service = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { page, problems, origins } = await openPage(`${service}/`);
  expect(page.url()).toBe(`${service}/console/`);
  await page.getByLabel('API key').fill('key_wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('does not know this key').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  // The browser itself logs the status 401.
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]);

  await page.getByLabel('API key').fill(testKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Write the first entry' }).waitFor();
  expect(
    await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])'),
  ).toBe(JSON.stringify([{ 'lorekeep-key': testKey }, {}, '']));

  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  expect([...origins]).toEqual([service]);
});

browserTest('a key that was revoked meanwhile leads back to signing in, with the reason', async () => {
  const app = await startApp();
  const service = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { data } = await call<{ id: string; key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'reader', scopes: ['memory:read'] },
  });
  const { page } = await openConsole(service, data.key);
  // An answer that was still under way would sign out before the page is loaded again, and take the reason with it.
  await show(page, 'overview');
  await call(app, 'DELETE', `/v1/keys/${data.id}`);
  await page.reload();
  await page.getByRole('alert').getByText('key').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});

browserTest(
  'a service that cannot be reached when the page is loaded again costs nobody the key',
  async () => {
    const app = await startApp();
    const service = await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { page } = await openConsole(service, testKey);
    await page.route('**/v1/limits', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    await page.unroute('**/v1/limits');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  },
);

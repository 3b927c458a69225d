import type { Page } from 'playwright-core';
import { openPage, type WatchedPage } from '../browser/open-page.ts';

/** The console in a browser of its own, signed in with a key as a person would be. */
export async function openConsole(service: string, key: string): Promise<WatchedPage> {
  const watched = await openPage(`${service}/console/`);
  await watched.page.getByLabel('API key').fill(key);
  await watched.page.getByRole('button', { name: 'Sign in' }).click();
  await watched.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return watched;
}

/** Goes to a place of the console, such as `scans`, and waits until everything on it has arrived. */
export async function show(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = '#/${place}'`);
  const [path] = place.split('?');
  await page.locator(`main[data-place="${path}"]:has(h1, h2):not(:has(.waiting))`).waitFor();
}

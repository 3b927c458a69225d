import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished, test } from 'vitest';
import { chromiumFlags, findChromium } from './find-chromium.ts';

const found = findChromium(process.env);
if (!found) console.warn('SKIPPED: no Chromium on this machine (`npm test` installs one where it may).');

/** A test that needs a browser: skipped, and said to be, where there is none. */
export const browserTest = test.skipIf(!found);

/** A page, and what went wrong in it so far: errors, refused resources, violations of the content security policy. */
export interface WatchedPage {
  page: Page;
  problems: string[];
  /** The origins that the page sent requests to. */
  origins: Set<string>;
}

/** A page of a browser of its own; the browser is gone when the test is. */
export async function openPage(url: string): Promise<WatchedPage> {
  const page = await (await launch()).newPage();
  // Only for what hangs: how fast the machine is must not decide a test.
  page.setDefaultTimeout(300_000);
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    // Of data: and blob: there is none.
    if (origin !== 'null') origins.add(origin);
  });
  await page.goto(url);
  return { page, problems, origins };
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: found!, args: chromiumFlags, timeout: 300_000 });
  onTestFinished(() => browser.close());
  return browser;
}

import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { show } from './open-console.ts';
import { sampleKey } from './sample-service.ts';

interface Picture {
  file: string;
  /** Where in the console it is taken. */
  place: string;
  prepare?(page: Page): Promise<unknown>;
}

/** The pictures of the README and the guides, all of the sample service. */
export const pictures: readonly Picture[] = [
  { file: 'console-overview.png', place: 'overview' },
  {
    file: 'console-finding.png',
    place: 'findings',
    prepare: async (page) => {
      await page.getByText('SQL built from request data').first().click();
      await page.locator('.flow-step').first().click();
    },
  },
  {
    file: 'console-playground.png',
    place: 'playground?namespace=support-tickets&q=how long do refunds take',
    prepare: (page) => page.locator('.hit').first().waitFor(),
  },
];

/** Takes the pictures anew and returns their paths. */
export async function takePictures(browser: Browser, base: string, folder: string): Promise<string[]> {
  const page = await browser.newPage({ colorScheme: 'light', viewport: { width: 1_280, height: 860 } });
  await page.goto(`${base}/console/`);
  await page.getByLabel('API key').fill(sampleKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const taken: string[] = [];
  for (const { file, place, prepare } of pictures) {
    await show(page, place);
    await prepare?.(page);
    const path = join(folder, file);
    await page.screenshot({ path });
    taken.push(path);
  }
  await page.close();
  return taken;
}

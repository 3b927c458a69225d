import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { chromiumFlags, findChromium } from '../test/support/browser/find-chromium.ts';
import { show } from '../test/support/console/open-console.ts';
import { takePictures } from '../test/support/console/pictures.ts';
import { sampleKey, startSampleService } from '../test/support/console/sample-service.ts';

/**
 * `npm run console:pictures` takes the pictures of the README and the guides, into `docs/images`.
 * `node scripts/console-pictures.ts FOLDER PLACE…` takes pictures of places of the console at three widths and in both themes, to be
 * looked at.
 */
const [folder = join(import.meta.dirname, '..', 'docs', 'images'), ...places] = process.argv.slice(2);
const widths = { phone: 390, tablet: 834, desktop: 1_360 };

const executablePath = findChromium(process.env);
if (!executablePath) throw new Error('There is no Chromium on this machine.');
const dataDir = mkdtempSync(join(tmpdir(), 'lorekeep-pictures-'));
const service = await startSampleService(dataDir);
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
mkdirSync(folder, { recursive: true });
try {
  if (places.length === 0) await takePictures(browser, service.base, folder);
  for (const colorScheme of places.length > 0 ? (['light', 'dark'] as const) : [])
    await lookAround(browser, colorScheme);
} finally {
  await browser.close();
  await service.app.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function lookAround(opened: Browser, colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await opened.newPage({ colorScheme });
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`${service.base}/console/`);
  await page.getByLabel('API key').fill(sampleKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  for (const place of places)
    for (const [name, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 900 });
      await show(page, place);
      const file = `${place.replaceAll(/[^a-z]+/g, '-')}-${name}-${colorScheme}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: true });
    }
}

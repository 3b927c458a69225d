import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumFlags, findChromium } from '../test/support/browser/find-chromium.ts';
import { show } from '../test/support/console/open-console.ts';
import { sampleKey, startSampleService } from '../test/support/console/sample-service.ts';

/**
 * `node scripts/console-pictures.ts [folder] [page …]`: pictures of the console at three widths and in both themes, to be looked at.
 * Without arguments it makes the pictures of the README and the guide, in `docs/images`.
 */
const [folder = join(import.meta.dirname, '..', 'docs', 'images'), ...places] = process.argv.slice(2);
const widths = { phone: 390, tablet: 834, desktop: 1_360 };

const dataDir = mkdtempSync(join(tmpdir(), 'lorekeep-pictures-'));
const service = await startSampleService(dataDir, { filled: !process.env['LOREKEEP_PICTURES_EMPTY'] });
const executablePath = findChromium(process.env);
if (!executablePath) throw new Error('There is no Chromium on this machine.');
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
mkdirSync(folder, { recursive: true });
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1_360, height: 900 } });
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${service.base}/console/`);
    await page.getByLabel('API key').fill(sampleKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    for (const place of places.length > 0 ? places : ['overview']) {
      for (const [name, width] of Object.entries(widths)) {
        await page.setViewportSize({ width, height: 900 });
        await show(page, place);
        const file = `${place.replaceAll(/[^a-z]+/g, '-')}-${name}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
      }
    }
  }
} finally {
  await browser.close();
  await service.app.close();
  rmSync(dataDir, { recursive: true, force: true });
}

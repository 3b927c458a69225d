import { expect } from 'vitest';
import type { ScanOutcome, ScanSurroundings } from '../../src/scan/model/outcome.ts';
import { browserTest } from '../support/browser/open-page.ts';
import { openConsole, show } from '../support/console/open-console.ts';
import { sampleKey } from '../support/console/sample-service.ts';
import { startForTest } from '../support/console/start-for-test.ts';
import { sampleScan } from '../support/sample-scan.ts';

/** A scan that the test moves forward and ends itself. */
function holdScan() {
  const begun = Promise.withResolvers<{ surroundings: ScanSurroundings; end(outcome: ScanOutcome): void }>();
  const runScan = (_: unknown, surroundings: ScanSurroundings) =>
    new Promise<ScanOutcome>((end) => {
      begun.resolve({ surroundings, end });
      surroundings.signal.addEventListener('abort', () =>
        end({ status: 'failed', errorCode: 'cancelled', error: 'Cancelled.' }),
      );
    });
  return { runScan, begun: begun.promise };
}

browserTest('a scan that is started in the console is followed live to its end', async () => {
  const { runScan, begun } = holdScan();
  const service = await startForTest({ filled: false, runScan });
  const { page, problems } = await openConsole(service.base, sampleKey);
  await show(page, 'scans');
  await page.getByRole('button', { name: 'Start a scan' }).click();
  await page.getByLabel('Clone URL').fill('https://git.example.com/acme/webshop.git');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  const { surroundings, end } = await begun;
  surroundings.onProgress({ phase: 'analysing', percent: 42, filesDone: 420, filesTotal: 1_000 });
  await page.getByRole('heading', { name: 'Analysing' }).waitFor();
  await page.locator('[role=progressbar][aria-valuenow="42"]').waitFor();
  await page.getByText('420 of 1,000 files').waitFor();
  end(sampleScan());
  await page.getByRole('heading', { name: 'Coverage' }).waitFor();
  expect(await bar.count()).toBe(0);
  // What was not read is there with its reason.
  await page.getByText('public/vendor.min.js').waitFor();
  await page.getByText('Minified or generated code is not followed.').waitFor();
  await page.getByRole('link', { name: 'Findings', exact: true }).last().click();
  await page.getByRole('region', { name: 'The finding' }).waitFor();
  expect(problems).toEqual([]);
});

browserTest('a running scan is cancelled from its page', async () => {
  const { runScan, begun } = holdScan();
  const service = await startForTest({ filled: false, runScan });
  const { scanId } = await service.call<{ scanId: string }>('POST', '/v1/security/scan', {
    repoUrl: 'https://git.example.com/acme/webshop.git',
  });
  await begun;
  const { page } = await openConsole(service.base, sampleKey);
  await show(page, `scans/${scanId}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel the scan' }).click();
  await page.getByRole('heading', { name: 'The scan was cancelled' }).waitFor();
});

browserTest('a scan is followed on after the service was away', async () => {
  const service = await startForTest({ filled: false, runScan: async () => sampleScan() });
  const { scanId } = await service.call<{ scanId: string }>('POST', '/v1/security/scan', {
    repoUrl: 'https://git.example.com/acme/webshop.git',
    waitForCompletion: true,
  });
  const { page } = await openConsole(service.base, sampleKey);
  let asked = 0;
  await page.route('**/events', async (route) => {
    asked++;
    if (asked === 2) return route.abort();
    if (asked === 3) return route.fulfill({ status: 503, body: '' });
    if (asked > 3) return route.continue();
    const scan = {
      scanId,
      status: 'running',
      repoUrl: 'https://git.example.com/acme/webshop.git',
      attempt: 1,
    };
    await route.fulfill({
      contentType: 'text/event-stream',
      body: `event: status\ndata: ${JSON.stringify({ ...scan, createdAt: new Date().toISOString() })}\n\n`,
    });
  });
  await page.evaluate(`location.hash = '#/scans/${scanId}'`);
  await page.getByRole('heading', { name: 'Coverage' }).waitFor();
  expect(asked).toBe(4);
});

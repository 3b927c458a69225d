import { expect } from 'vitest';
import { browserTest } from '../support/browser/open-page.ts';
import { openConsole, show } from '../support/console/open-console.ts';
import { sampleKey } from '../support/console/sample-service.ts';
import { startForTest } from '../support/console/start-for-test.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';

const count = 20;
const findings = Array.from({ length: count }, (_, i) =>
  sampleFinding({
    id: `fin_${String(i).padStart(16, '0')}`,
    fingerprint: String(i).padStart(32, '0'),
    title: `Finding number ${i}`,
    file: `src/file-${String(i).padStart(2, '0')}.ts`,
  }),
);

browserTest('twenty findings are decided by keyboard alone', async () => {
  const service = await startForTest({
    filled: false,
    runScan: async () => sampleScan({ findings, suppressedFindings: [] }),
  });
  const { scanId } = await service.call<{ scanId: string }>('POST', '/v1/security/scan', {
    repoUrl: 'https://git.example.com/acme/webshop.git',
    waitForCompletion: true,
  });
  const { page, problems } = await openConsole(service.base, sampleKey);
  await show(page, `findings?scanId=${scanId}`);
  const detail = page.getByRole('region', { name: 'The finding' });
  for (let i = 0; i < count; i++) {
    await detail.getByRole('heading', { name: `Finding number ${i}`, exact: true }).waitFor();
    await page.keyboard.press(i % 2 === 0 ? 'f' : 'a');
    const reason = page.getByLabel('Why?');
    await reason.waitFor();
    // Afterwards the reason that was given last is there already.
    if (i === 0) await page.keyboard.type('It is a fixture.');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('k');
  await detail.getByRole('heading', { name: 'Finding number 18', exact: true }).waitFor();
  await page.keyboard.press('o');
  await page.getByRole('button', { name: 'Save the decision' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const { items } = await service.call<{ items: Array<{ id: string; status: string }> }>(
    'GET',
    `/v1/security/findings?scanId=${scanId}&limit=100`,
  );
  const expected = findings.map(({ id }, i) => [
    id,
    i === 18 ? 'open' : i % 2 === 0 ? 'false_positive' : 'accepted_risk',
  ]);
  expect(items.map(({ id, status }) => [id, status]).sort()).toEqual(expected.sort());
  const { triage } = await service.call<{ triage: object }>(
    'GET',
    `/v1/security/findings/${findings[0]!.id}`,
  );
  expect(triage).toMatchObject({ status: 'false_positive', reason: 'It is a fixture.' });
  expect(problems).toEqual([]);
});

browserTest('keys that are typed into a field decide nothing', async () => {
  const service = await startForTest();
  const { page } = await openConsole(service.base, sampleKey);
  await show(page, 'findings');
  await page.getByLabel('Text').click();
  await page.keyboard.type('fajok');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByLabel('Text').inputValue()).toBe('fajok');
});

browserTest('a data flow is shown step by step, and the chosen step is marked in the code', async () => {
  const service = await startForTest();
  const { page } = await openConsole(service.base, sampleKey);
  await show(page, 'findings?q=SQL');
  const steps = page.locator('.flow-step');
  await steps.first().waitFor();
  expect(await steps.count()).toBe(3);
  await steps.first().click();
  expect(await page.locator('.code-lines tr.marked').innerText()).toContain('request.query');
  await steps.last().click();
  expect(await page.locator('.code-lines tr.marked').innerText()).toContain('db.query');
});

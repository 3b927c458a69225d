import { expect } from 'vitest';
import { browserTest } from '../support/browser/open-page.ts';
import { openConsole, show } from '../support/console/open-console.ts';
import { type SampleService, sampleKey } from '../support/console/sample-service.ts';
import { startForTest } from '../support/console/start-for-test.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';

const repositories = ['webshop', 'billing'].map((name) => `https://git.example.com/acme/${name}.git`);
const findings = ['a', 'b', 'c', 'd'].map((name, i) =>
  sampleFinding({
    id: `fin_${name.repeat(16)}`,
    fingerprint: name.repeat(32),
    title: `Query number ${i}`,
    file: `src/orders/${name}.ts`,
  }),
);

async function startScanned(): Promise<SampleService> {
  let round = 0;
  const service = await startForTest({
    filled: false,
    // The first repository has the first finding, the second one the others.
    runScan: async () =>
      sampleScan({
        findings: round++ === 0 ? findings.slice(0, 1) : findings.slice(1),
        suppressedFindings: [],
      }),
  });
  for (const repoUrl of repositories)
    await service.call('POST', '/v1/security/scan', { repoUrl, waitForCompletion: true });
  return service;
}

const statuses = async (service: SampleService) => {
  const { items } = await service.call<{ items: Array<{ id: string; status: string }> }>(
    'GET',
    '/v1/security/findings',
  );
  return Object.fromEntries(items.map(({ id, status }) => [id, status]));
};

browserTest('a decision is offered for findings like it, applied to all of them, and undone', async () => {
  const service = await startScanned();
  const reason = 'The value comes from our own table.';
  const first = `/v1/security/findings/${findings[0]!.id}`;
  await service.call('PATCH', first, { status: 'false_positive', reason });
  const second = `/v1/security/findings/${findings[1]!.id}`;
  await expect
    .poll(async () => (await service.call<{ similar: unknown[] }>('GET', second)).similar.length, {
      timeout: 300_000,
    })
    .toBe(1);
  const { page, problems } = await openConsole(service.base, sampleKey);
  await show(page, 'findings?q=Query');
  const list = page.getByRole('listbox', { name: 'Findings' });
  await list.getByText('decided before').first().waitFor();
  const detail = page.getByRole('region', { name: 'The finding' });
  await detail.getByRole('heading', { name: 'Query number 1', exact: true }).waitFor();
  const before = detail.getByRole('region', { name: 'Decided before' });
  await before.getByText(reason).waitFor();
  await before.getByText('git.example.com/acme/webshop').waitFor();
  await before.getByRole('button', { name: 'Decide the same' }).click();
  expect(await page.getByLabel('Why?').inputValue()).toBe(reason);
  await page.getByLabel('Apply to 2 other open findings of this rule').check();
  await page.getByRole('button', { name: 'Save the decision' }).click();
  await page.getByText('Decided about 3 findings.').waitFor();
  const decided = Object.fromEntries(findings.map(({ id }) => [id, 'false_positive']));
  expect(await statuses(service)).toEqual(decided);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Decided about').waitFor({ state: 'detached' });
  await page.getByText('3 findings', { exact: true }).waitFor();
  expect(await statuses(service)).toEqual({
    ...Object.fromEntries(findings.map(({ id }) => [id, 'open'])),
    [findings[0]!.id]: 'false_positive',
  });
  expect(problems).toEqual([]);
});

browserTest('groups say how many findings they have, and offer no more where all are here', async () => {
  const service = await startScanned();
  const { page } = await openConsole(service.base, sampleKey);
  await show(page, 'findings?group=rule');
  await page.getByRole('region', { name: 'Findings by rule' }).waitFor();
  await page.getByText('4 findings', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
});

browserTest('open findings are found by a question in words', async () => {
  const service = await startScanned();
  const search = { query: 'SQL injection in orders' };
  await expect
    .poll(
      async () =>
        (await service.call<{ items: unknown[] }>('POST', '/v1/security/findings/search', search)).items
          .length,
      { timeout: 300_000 },
    )
    .toBe(4);
  const { page, problems } = await openConsole(service.base, sampleKey);
  await show(page, 'findings');
  await page.getByLabel('Ask in words').fill(search.query);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByText('open ones of all repositories that fit the question').waitFor();
  await page.getByText('4 findings', { exact: true }).waitFor();
  await page.getByRole('region', { name: 'The finding' }).getByText('Data flow').waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByText('of the newest scan of each repository').waitFor();
  expect(problems).toEqual([]);
});

browserTest('a finding has its history: the first scan, the last, and the one that fixed it', async () => {
  let round = 0;
  const service = await startForTest({
    filled: false,
    runScan: async () =>
      sampleScan({ findings: round++ < 2 ? findings.slice(0, 1) : [], suppressedFindings: [] }),
  });
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const body = { repoUrl: repositories[0], waitForCompletion: true };
    ids.push((await service.call<{ scanId: string }>('POST', '/v1/security/scan', body)).scanId);
  }
  const { page, problems } = await openConsole(service.base, sampleKey);
  await show(page, `findings?scanId=${ids[1]}`);
  const detail = page.getByRole('region', { name: 'The finding' });
  await detail.getByText('Fixed in').waitFor();
  await detail.getByText('Seen in 2 scans').click();
  await detail.getByRole('region', { name: 'Scans that saw it' }).waitFor();
  const targets = await detail
    .locator('a[href^="#/scans/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice('#/scans/'.length)));
  expect(targets).toEqual([ids[0], ids[1], ids[2], ids[1], ids[0]]);
  expect(problems).toEqual([]);
});

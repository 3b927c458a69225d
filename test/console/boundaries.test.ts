import { expect } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { browserTest } from '../support/browser/open-page.ts';
import { openConsole, show } from '../support/console/open-console.ts';
import { sampleKey } from '../support/console/sample-service.ts';
import { startForTest } from '../support/console/start-for-test.ts';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';

const attack = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';

browserTest('hostile names, entries and findings stay text, with no violation of the policy', async () => {
  const hostile = sampleFinding({
    title: attack,
    description: attack,
    suggestion: attack,
    ruleId: attack,
    file: `src/${attack}.js`,
    snippet: { startLine: 41, text: `${attack}\n${'x'.repeat(1_000_000)}\nif (admin\u202e) {}\n` },
    trace: [{ file: `src/${attack}.js`, line: 42, column: 1, kind: 'source', message: attack }],
    references: ['javascript:window.attacked=1', 'https://example.com/'],
    fix: { description: attack, startLine: 41, endLine: 41, replacement: attack },
  });
  const service = await startForTest({
    filled: false,
    runScan: async () => sampleScan({ findings: [hostile], suppressedFindings: [] }),
  });
  await service.call('POST', '/v1/memory/entries', {
    namespace: attack,
    entries: [
      { content: `${attack} ${'y'.repeat(200_000)}`, metadata: { [attack]: attack, a: '\u202egnp.exe' } },
    ],
  });
  const { scanId } = await service.call<{ scanId: string }>('POST', '/v1/security/scan', {
    repoUrl: 'https://git.example.com/acme/webshop.git',
    waitForCompletion: true,
  });
  const { page, problems, origins } = await openConsole(service.base, sampleKey);
  const name = encodeURIComponent(attack);
  await show(page, 'memory');
  await page.getByRole('link', { name: attack }).click();
  await page.getByRole('button', { name: attack }).first().click();
  await page.getByRole('dialog').getByText(attack).first().waitFor();
  await page.keyboard.press('Escape');
  for (const place of [
    `playground?namespace=${name}&q=${name}`,
    `scans/${scanId}`,
    'findings?group=file',
    'dependencies',
    'compare',
    'findings',
  ])
    await show(page, place);
  await page.getByRole('heading', { name: attack }).waitFor();
  await page.getByText('U+202E').waitFor();
  await page.getByText('more characters').waitFor();
  const targets = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a')].map(({ href }) => href)`,
  );
  expect(targets.filter((target) => target.startsWith('javascript:'))).toEqual([]);
  expect(targets).toContain('https://example.com/');
  expect(await page.evaluate('window.attacked')).toBeUndefined();
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([service.base]);
});

browserTest('two tenants never see each other', async () => {
  const service = await startForTest();
  const operate = (name: string, args: JsonObject) => service.app.operations[name]!(args, () => {});
  await operate('tenant.create', { name: 'other' });
  const scopes = ['memory:read', 'memory:write', 'scan:read', 'scan:write', 'admin'];
  const { key } = (await operate('key.create', { tenant: 'other', name: 'k', scopes })) as { key: string };
  const { items } = await service.call<{ items: Array<{ scanId: string }> }>('GET', '/v1/security/scan');
  const { page } = await openConsole(service.base, key);
  for (const place of [
    'overview',
    'memory',
    'memory/ada',
    'playground?namespace=ada&q=tea',
    'scans',
    `scans/${items[0]!.scanId}`,
    'findings',
    `findings?scanId=${items[0]!.scanId}`,
    `dependencies?scanId=${items[0]!.scanId}`,
    'compare',
  ]) {
    await page.evaluate(`location.hash = '#/${place}'`);
    await page.locator(`main[data-place="${place.split('?')[0]}"]:not(:has(.waiting))`).waitFor();
    const text = await page.locator('main').innerText();
    expect(text, place).not.toMatch(/webshop|no calls before ten|support-tickets|left-pad/);
  }
});

browserTest('a key sees only what its scopes allow', async () => {
  const service = await startForTest();
  const { key } = await service.call<{ key: string }>('POST', '/v1/keys', {
    name: 'reader',
    scopes: ['memory:read'],
    namespaces: ['ada'],
  });
  const { page, problems } = await openConsole(service.base, key);
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const names = await links.allInnerTexts();
  expect(names).toContain('Namespaces');
  expect(names).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/Scans|Findings|Keys|Audit|Usage/)]),
  );
  await show(page, 'memory');
  expect(await page.getByRole('row').allInnerTexts()).toHaveLength(2);
  expect(await page.getByRole('button', { name: 'Write an entry' }).count()).toBe(0);
  await show(page, 'keys');
  await page.getByRole('heading', { name: 'Keys needs another key' }).waitFor();
  expect(problems).toEqual([]);
});

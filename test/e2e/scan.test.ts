import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runScan } from '../../src/scan/pipeline/run-scan.ts';
import { RepositoryBuilder } from '../hostile/repositories.ts';
import { openScanApp } from '../support/scan-app.ts';
import { startTrustedHost } from '../support/trusted-host.ts';

async function openHost() {
  const root = mkdtempSync(join(tmpdir(), 'lorekeep-e2e-'));
  const { host, repositories, caFile } = await startTrustedHost(root);
  onTestFinished(async () => {
    await host.close();
    rmSync(root, { recursive: true, force: true });
  });
  const address = `127.0.0.1:${host.port}`;
  return {
    repositories,
    host,
    url: (name: string) => `https://${address}/${name}`,
    address,
    settings: { LOREKEEP_SCAN_ALLOW_HOSTS: address, LOREKEEP_SCAN_CA_FILE: caFile },
  };
}

const hidden = 'if (isAdmin\u202e) { /* \u2066 */ }\n';

test('a repository behind https is fetched, scanned and reported, from the first call to the last', async () => {
  const { repositories, url, settings } = await openHost();
  const repository = new RepositoryBuilder(repositories, 'shop');
  const first = repository.files({ 'src/a.js': hidden, 'README.md': 'Hello.\n' });
  const bench = await openScanApp(settings, { runScan });
  const scan = async (body: object) =>
    (
      await bench.call('POST', '/v1/security/scan', {
        repoUrl: url('shop'),
        waitForCompletion: true,
        ...body,
      })
    ).data;

  const before = await scan({ policy: { failOn: 'info' } });
  expect(before).toMatchObject({ status: 'completed', commit: first, policy: { passed: false } });
  expect(before.findings).toHaveLength(1);
  expect(before.findings[0]).toMatchObject({
    id: expect.stringMatching(/^fin_/),
    file: 'src/a.js',
    line: 1,
    severity: expect.any(String),
    title: expect.any(String),
    description: expect.any(String),
  });

  const second = repository.files({ 'src/a.js': `// moved\n${hidden}`, 'src/b.js': hidden }, [first]);
  const after = await scan({ branch: 'main', baseline: { scanId: before.scanId } });
  expect(after).toMatchObject({ commit: second, summary: { new: 1, fixed: 0 } });
  expect(after.findings.find((one: { file: string }) => one.file === 'src/a.js')).toMatchObject({
    id: before.findings[0].id,
    line: 2,
    baselineState: 'unchanged',
  });
  const diff = await bench.call('GET', `/v1/security/scan/${after.scanId}/diff?against=${before.scanId}`);
  expect(diff.data.summary).toEqual({ new: 1, fixed: 0, unchanged: 1, suppressed: 0 });

  const decision = { status: 'accepted_risk', reason: 'Part of a test.' };
  await bench.call('PATCH', `/v1/security/findings/${before.findings[0].id}`, decision);
  const third = await scan({ branch: second });
  expect(third.findings).toHaveLength(1);
  expect(third.suppressedFindings).toMatchObject([
    {
      id: before.findings[0].id,
      status: 'accepted_risk',
      suppression: { source: 'api', reason: 'Part of a test.' },
    },
  ]);
  const html = await bench.call('GET', `/v1/security/scan/${third.scanId}?format=html`);
  expect(html.text).toContain('\\u{202e}');
  expect(html.text).not.toContain('\u202e');
});

test('a credential opens a private repository and is in no result, and a wrong address fails with its code', async () => {
  const { repositories, host, url, address, settings } = await openHost();
  new RepositoryBuilder(repositories, 'private').files({ 'a.js': 'ok();\n' });
  const password = 'correct-horse-battery-staple';
  const expected = `Basic ${Buffer.from(`ci:${password}`).toString('base64')}`;
  const bench = await openScanApp(settings, { runScan });
  const { data: credential } = await bench.call('POST', '/v1/security/credentials', {
    host: address,
    username: 'ci',
    secret: password,
  });
  const body = { repoUrl: url('private'), credentialId: credential.credentialId, waitForCompletion: true };
  const opened = await bench.call('POST', '/v1/security/scan', body);
  expect(opened.data.status).toBe('completed');
  expect(opened.text).not.toContain(password);
  expect(host.requests.every(({ authorization }) => authorization === expected)).toBe(true);

  const missing = await bench.call('POST', '/v1/security/scan', {
    repoUrl: url('none'),
    waitForCompletion: true,
  });
  expect(missing.status).toBe(200);
  expect(missing.data).toMatchObject({
    status: 'failed',
    errorCode: 'repo_not_found',
    error: expect.any(String),
  });
});

test('a scan that reaches its time limit is completed, names the setting, and fails the gate unless the caller allows it', async () => {
  const { repositories, url, settings } = await openHost();
  new RepositoryBuilder(repositories, 'slow').files({ 'src/a.js': hidden });
  const bench = await openScanApp({ ...settings, LOREKEEP_SCAN_LIMITS_SCAN_MS: '1' }, { runScan });
  const scan = async (policy: object) =>
    (
      await bench.call('POST', '/v1/security/scan', {
        repoUrl: url('slow'),
        waitForCompletion: true,
        policy,
      })
    ).data;

  const cut = await scan({ failOn: 'critical' });
  expect(cut).toMatchObject({
    status: 'completed',
    findings: [],
    coverage: { complete: false, failed: 1 },
    policy: { passed: false, violations: [{ rule: 'incomplete' }] },
  });
  expect(cut.coverage.skipped).toMatchObject([{ path: 'src/a.js', reason: 'time_limit', kind: 'failed' }]);
  expect(cut.coverage.skipped[0].message).toContain('scan.limits.scanMs');
  expect(await scan({ failOn: 'critical', allowIncomplete: true })).toMatchObject({
    policy: { passed: true },
  });
});

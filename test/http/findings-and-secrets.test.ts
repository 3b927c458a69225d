import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isStored, onPostgres } from '../support/backend.ts';
import { sampleScan } from '../support/sample-scan.ts';
import { completed, keyOfOtherTenant, openScanApp, type ScanApp } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 5 };
const finding = sampleScan().findings[0]!;
const findingPath = `/v1/security/findings/${finding.id}`;

async function scanOnce(bench: ScanApp, body: object = {}): Promise<string> {
  const count = bench.begun.length;
  const { data } = await bench.call('POST', '/v1/security/scan', {
    repoUrl: 'https://git.example.com/a',
    ...body,
  });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(count + 1), soon);
  bench.begun[count]!.end(completed);
  await vi.waitFor(async () => {
    expect((await bench.call('GET', `/v1/security/scan/${data.scanId}`)).data.status).toBe('completed');
  }, soon);
  return data.scanId;
}

test('a decision needs a reason, counts from the next scan on and leaves finished scans as they were', async () => {
  const bench = await openScanApp();
  const scanId = await scanOnce(bench);
  const before = (await bench.call('GET', `/v1/security/scan/${scanId}`)).text;
  expect((await bench.call('PATCH', findingPath, { status: 'false_positive' })).status).toBe(400);
  const decided = await bench.call('PATCH', findingPath, {
    status: 'false_positive',
    reason: 'A test value.',
  });
  expect(decided.data).toMatchObject({
    scanId,
    finding: { id: finding.id },
    triage: { status: 'false_positive', reason: 'A test value.', updatedBy: expect.any(String) },
  });
  const after = (await bench.call('GET', `/v1/security/scan/${scanId}`)).text;
  expect(JSON.parse(after).data).toEqual(JSON.parse(before).data);

  await scanOnce(bench);
  expect(bench.begun[1]!.task.triage).toEqual([
    { findingId: finding.id, status: 'false_positive', reason: 'A test value.' },
  ]);
  expect((await bench.call('PATCH', findingPath, { status: 'open' })).data.triage).toEqual({
    status: 'open',
  });
  await scanOnce(bench);
  expect(bench.begun[2]!.task.triage).toEqual([]);
});

test('a decision that has expired does not count any more', async () => {
  const bench = await openScanApp();
  await scanOnce(bench);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const body = { status: 'accepted_risk', reason: 'Until the release.', expiresAt: inAnHour };
  expect(
    (await bench.call('PATCH', findingPath, { ...body, expiresAt: '2020-01-01T00:00:00Z' })).status,
  ).toBe(400);
  expect((await bench.call('PATCH', findingPath, body)).data.triage.expiresAt).toBe(inAnHour);
  bench.clock.ahead = 3_700_000;
  expect((await bench.call('GET', findingPath)).data.triage.status).toBe('open');
  await scanOnce(bench);
  expect(bench.begun[1]!.task.triage).toEqual([]);
});

test('scans, findings and credentials of one tenant do not exist for another', async () => {
  const bench = await openScanApp();
  const scanId = await scanOnce(bench);
  const { data } = await bench.call('POST', '/v1/security/credentials', {
    host: 'git.example.com',
    secret: 's3cret',
  });
  const other = await keyOfOtherTenant(bench);
  const paths: Array<[string, string]> = [
    ['GET', `/v1/security/scan/${scanId}`],
    ['GET', `/v1/security/scan/${scanId}?format=sarif`],
    ['GET', `/v1/security/scan/${scanId}/events`],
    ['GET', `/v1/security/scan/${scanId}/diff?against=${scanId}`],
    ['POST', `/v1/security/scan/${scanId}/cancel`],
    ['DELETE', `/v1/security/scan/${scanId}`],
    ['GET', findingPath],
    ['DELETE', `/v1/security/credentials/${data.credentialId}`],
  ];
  for (const [method, path] of paths) {
    expect((await bench.call(method, path, undefined, other)).status, `${method} ${path}`).toBe(404);
  }
  expect((await bench.call('PATCH', findingPath, { status: 'open' }, other)).status).toBe(404);
  expect((await bench.call('GET', '/v1/security/scan', undefined, other)).data.items).toEqual([]);
  expect((await bench.call('GET', '/v1/security/credentials', undefined, other)).data.items).toEqual([]);
  const body = { repoUrl: 'https://git.example.com/a', credentialId: data.credentialId };
  expect((await bench.call('POST', '/v1/security/scan', body, other)).status).toBe(400);
  const baseline = { repoUrl: 'https://git.example.com/a', baseline: { scanId } };
  expect((await bench.call('POST', '/v1/security/scan', baseline, other)).status).toBe(404);
});

test('who stored a credential, made a secret or judged a finding is in the audit trail, and no secret is', async () => {
  const bench = await openScanApp();
  await scanOnce(bench);
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
  const made = await bench.call('POST', '/v1/security/credentials', { host: 'git.example.com', secret });
  const hook = await bench.call('POST', '/v1/security/webhook-secrets');
  const judgement = { status: 'false_positive', reason: 'A test fixture.' };
  await bench.call('PATCH', findingPath, judgement);
  await bench.call('PATCH', findingPath, { status: 'open' });
  const { secretId } = hook.data;
  const { credentialId } = made.data;
  expect((await bench.call('DELETE', `/v1/security/webhook-secrets/${secretId}`)).data).toEqual({
    secretId,
    deleted: true,
  });
  expect((await bench.call('DELETE', `/v1/security/credentials/${credentialId}`)).data).toEqual({
    credentialId,
    deleted: true,
  });
  await bench.call('DELETE', `/v1/security/credentials/${made.data.credentialId}`);
  const { data, text } = await bench.call('GET', '/v1/audit');
  const acts = data.items.map(({ action, subject }: { action: string; subject: string }) => [
    action,
    subject,
  ]);
  const findingId = findingPath.split('/').at(-1);
  expect(acts.slice(0, 6)).toEqual([
    ['credential.delete', made.data.credentialId],
    ['webhook-secret.delete', hook.data.secretId],
    ['finding.triage', findingId],
    ['finding.triage', findingId],
    ['webhook-secret.create', hook.data.secretId],
    ['credential.create', made.data.credentialId],
  ]);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(hook.data.secret);
});

test('a credential is told to the worker alone, for its own host alone, and is unreadable on the disk', async () => {
  const bench = await openScanApp();
  const secret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
  const made = await bench.call('POST', '/v1/security/credentials', {
    host: 'Git.Example.com',
    secret,
    username: 'ci',
  });
  expect(made.data).toMatchObject({ host: 'git.example.com', name: 'git.example.com', username: 'ci' });
  const { credentialId } = made.data;
  await scanOnce(bench, { credentialId });
  expect(bench.begun[0]!.task.source).toMatchObject({ credential: { username: 'ci', password: secret } });
  const elsewhere = { repoUrl: 'https://git.example.com:8443/a', credentialId };
  expect((await bench.call('POST', '/v1/security/scan', elsewhere)).status).toBe(400);

  const listed = await bench.call('GET', '/v1/security/credentials');
  expect(listed.data.items).toEqual([{ ...made.data, lastUsedAt: expect.any(String) }]);
  for (const { text } of [made, listed, await bench.call('GET', '/v1/security/scan')]) {
    expect(text).not.toContain(secret);
  }
  const folder = bench.app.config.dataDir;
  expect(await isStored(folder, secret)).toBe(false);
  expect(await isStored(folder, credentialId)).toBe(true);
  if (!onPostgres()) expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
});

test('a credential that was deleted before its scan began makes the scan fail, not start without it', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_RUNNING: '1' });
  const { data } = await bench.call('POST', '/v1/security/credentials', {
    host: 'git.example.com',
    secret: 's',
  });
  await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/first' });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  const body = { repoUrl: 'https://git.example.com/a', credentialId: data.credentialId };
  const { scanId } = (await bench.call('POST', '/v1/security/scan', body)).data;
  await bench.call('DELETE', `/v1/security/credentials/${data.credentialId}`);
  bench.begun[0]!.end(completed);
  await vi.waitFor(async () => {
    const { data: scan } = await bench.call('GET', `/v1/security/scan/${scanId}`);
    expect(scan).toMatchObject({ status: 'failed', errorCode: 'auth_failed' });
  }, soon);
  expect(bench.begun).toHaveLength(1);
});

test('hosts that are no hosts, and secrets that would break out of a header, are refused', async () => {
  const bench = await openScanApp();
  const bodies = [
    { host: 'git.example.com/path', secret: 's' },
    { host: 'user@git.example.com', secret: 's' },
    { host: '127.0.0.1', secret: 's' },
    { host: 'git.example.com', secret: 'a\r\nX-Evil: 1' },
    { host: 'git.example.com', secret: 's', username: 'a:b' },
    { host: '', secret: 's' },
  ];
  for (const body of bodies) {
    const { status } = await bench.call('POST', '/v1/security/credentials', body);
    expect([400, 403], JSON.stringify(body)).toContain(status);
  }
});

test('the secret of a webhook is shown once, also under an Idempotency-Key', async () => {
  const bench = await openScanApp();
  const path = '/v1/security/webhook-secrets';
  const headers = { 'idempotency-key': 'a' };
  const made = await bench.call('POST', path, undefined, headers);
  expect(made.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const again = await bench.call('POST', path, undefined, headers);
  expect(again.data).toEqual({ secretId: made.data.secretId, createdAt: made.data.createdAt });
  const rotated = await bench.call('POST', path);
  const { items } = (await bench.call('GET', path)).data;
  expect(items.map((one: { secretId: string }) => one.secretId)).toEqual([
    rotated.data.secretId,
    made.data.secretId,
  ]);
  expect(items[1]).toHaveProperty('expiresAt');
  expect((await bench.call('GET', path)).text).not.toContain('whsec_');
  expect((await bench.call('DELETE', `${path}/${made.data.secretId}`)).status).toBe(200);
  expect((await bench.call('DELETE', `${path}/${made.data.secretId}`)).status).toBe(404);
});

test('a key without the scope may neither start scans nor see credentials', async () => {
  const bench = await openScanApp();
  const { data } = await bench.call('POST', '/v1/keys', { name: 'reader', scopes: ['scan:read'] });
  const reader = { authorization: `Bearer ${data.key}` };
  const body = { repoUrl: 'https://git.example.com/a' };
  expect((await bench.call('POST', '/v1/security/scan', body, reader)).data.code).toBe('insufficient_scope');
  expect((await bench.call('GET', '/v1/security/scan', undefined, reader)).status).toBe(200);
  expect((await bench.call('GET', '/v1/security/credentials', undefined, reader)).status).toBe(403);
});

import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { startApp, testKey } from '../../../test/support/app.ts';
import { sampleScan } from '../../../test/support/sample-scan.ts';
import { openScanApp, testKey as scanKey } from '../../../test/support/scan-app.ts';
import { InvalidWebhook, Lorekeep, NotFound, Unauthenticated, ValidationFailed } from '../src/index.ts';

async function startClient(options = {}): Promise<Lorekeep> {
  const app = await startApp();
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  return new Lorekeep({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: testKey, ...options });
}

const namespace = 'client';

test('what was written is found, read page by page, changed, exported, imported and deleted', async () => {
  const lore = await startClient();
  const entries = Array.from({ length: 120 }, (_, i) => ({ content: `Note number ${i}.`, metadata: { i } }));
  const { ids } = await lore.memory.write({ namespace, entries });
  expect(new Set(ids).size).toBe(120);
  const [hit] = await lore.memory.search({ namespace, query: 'Note number 7.', metadataFilter: { i: 7 } });
  expect(hit).toMatchObject({ id: ids[7], metadata: { i: 7 } });
  const context = await lore.memory.context({ namespace, query: 'note', maxTokens: 30 });
  expect(context.entryIds.length).toBeGreaterThan(0);

  const pages: number[] = [];
  for await (const page of lore.memory.entries({ namespace }).pages()) pages.push(page.length);
  expect(pages).toEqual([50, 50, 20]);
  const listed = [];
  for await (const entry of lore.memory.entries({
    namespace,
    limit: 7,
    order: 'oldest',
    filter: { path: '/metadata/i', op: 'gte', value: 60 },
  }))
    listed.push(entry.id);
  expect(listed).toEqual(ids.slice(60));

  await lore.memory.update(ids[0]!, { content: 'Changed.' });
  expect((await lore.memory.get(ids[0]!)).content).toBe('Changed.');
  const exported = [];
  for await (const entry of lore.memory.export({ namespace })) exported.push(entry);
  expect(exported.map(({ id }) => id)).toEqual(ids);
  const summary = await lore.memory.import({ namespace: 'copy' }, exported.values());
  expect(summary).toMatchObject({ read: 120, written: 120 });
  expect(await lore.memory.deleteMany({ namespace, ids: [ids[1]!] })).toEqual({ matched: 1, deleted: 1 });
  await lore.memory.delete(ids[2]!);
  await expect(lore.memory.get(ids[2]!)).rejects.toBeInstanceOf(NotFound);
  expect((await lore.namespaces.get(namespace)).entries).toBe(118);
  expect((await lore.namespaces.list().all()).map(({ name }) => name)).toEqual(['client', 'copy']);
  expect(await lore.namespaces.delete('copy')).toEqual({ name: 'copy', entries: 120 });
  expect((await lore.memory.model()).entriesLeft).toBe(0);
});

test('one call writes once, however often its response is lost', async () => {
  let lost = 0;
  const lore = await startClient({
    fetch: async (...args: Parameters<typeof fetch>) => {
      const response = await fetch(...args);
      if (lost < 2) {
        lost++;
        throw new TypeError('lost');
      }
      return response;
    },
  });
  const { ids } = await lore.memory.write({ namespace, entries: [{ content: 'Once.' }] });
  expect(lost).toBe(2);
  expect((await lore.memory.entries({ namespace }).all()).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['with an error', true],
  ['as if it were whole', false],
])('an export that ends in the middle of a line %s continues where it broke', async (_, isError) => {
  let calls = 0;
  const lore = await startClient({
    fetch: async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      if (!url.includes('/export') || calls++ > 0) return response;
      const whole = await response.text();
      return new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(whole.slice(0, whole.length / 2)));
            setTimeout(() => (isError ? controller.error(new TypeError('broken')) : controller.close()), 5);
          },
        }),
      );
    },
  });
  const entries = Array.from({ length: 20 }, (_, i) => ({ content: `Line ${i}.` }));
  const { ids } = await lore.memory.write({ namespace, entries });
  const seen = [];
  for await (const entry of lore.memory.export({ namespace })) seen.push(entry.id);
  expect(seen).toEqual(ids);
  expect(calls).toBe(2);
});

test('errors are typed and carry code, status, request id and the wrong fields', async () => {
  const lore = await startClient();
  const failed = await lore.memory.search({ namespace, query: '' }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ValidationFailed);
  expect(failed).toMatchObject({
    name: 'ValidationFailed',
    code: 'validation_failed',
    status: 400,
    retryable: false,
    requestId: expect.stringMatching(/^req_/),
    details: [{ path: 'query', code: 'blank' }],
  });
  const stranger = await startClient({ apiKey: 'key_wrong' });
  await expect(stranger.limits()).rejects.toBeInstanceOf(Unauthenticated);
});

test('keys, credentials, webhook secrets, limits and the audit trail', async () => {
  const lore = await startClient();
  const issued = await lore.keys.issue({ name: 'bot', scopes: ['memory:read'] });
  expect(issued.key).toMatch(/^key_/);
  expect((await lore.keys.rotate(issued.id)).id).not.toBe(issued.id);
  expect(await lore.keys.revoke(issued.id)).toEqual({ id: issued.id, revoked: true });
  expect((await lore.keys.list().all()).length).toBe(2);
  const { credentialId } = await lore.credentials.create({ host: 'git.example.com', secret: 's' });
  expect(await lore.credentials.list()).toHaveLength(1);
  await lore.credentials.delete(credentialId);
  const { secretId } = await lore.webhooks.create();
  expect(await lore.webhooks.list()).toHaveLength(1);
  await lore.webhooks.delete(secretId);
  expect((await lore.limits()).limits['memory']?.['entriesPerWrite']).toBe(256);
  expect((await lore.audit().all()).map(({ action }) => action)).toContain('key.issue');
  expect(await lore.health()).toEqual({ status: 'ok' });
  expect(await lore.ready()).toMatchObject({ status: 'ready', sandbox: expect.any(String) });
  expect(await lore.call('getUsage', {})).toEqual({ scans: 0, bytes: 0 });
});

async function startScanClient(heartbeatMs = 10_000) {
  const scans = await openScanApp({}, { heartbeatMs });
  await scans.app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = scans.app.server.server.address() as AddressInfo;
  return { ...scans, lore: new Lorekeep({ baseUrl: `http://127.0.0.1:${port}`, apiKey: scanKey }) };
}

const repoUrl = 'https://git.example.com/acme/webshop.git';

test('a scan is followed live to its end, and its findings are typed', async () => {
  const { lore, begun } = await startScanClient();
  const scan = await lore.scans.start({ repoUrl });
  expect(scan.status).toBe('pending');
  expect(Object.keys(scan)).not.toContain('done');
  const percents: number[] = [];
  const done = scan.done({ onProgress: ({ percent }) => percents.push(percent) });
  await vi.waitFor(() => expect(begun).toHaveLength(1), 20_000);
  begun[0]!.surroundings.onProgress({ phase: 'analysing', percent: 40, filesDone: 4, filesTotal: 10 });
  await vi.waitFor(() => expect(percents).toContain(40), 20_000);
  begun[0]!.end(sampleScan());
  const finished = await done;
  expect(finished.findings?.find(({ trace }) => trace?.length)?.trace?.[0]?.kind).toBe('source');
  const { finding } = await lore.findings.get(finished.findings![0]!.id);
  expect(finding.title).toBe(finished.findings![0]!.title);
  const triaged = await lore.findings.triage(finding.id, { status: 'false_positive', reason: 'A test.' });
  expect(triaged.triage.status).toBe('false_positive');
  expect(await lore.scans.report(scan.scanId, 'sarif')).toContain('"$schema"');
  expect((await lore.scans.list({ status: 'completed' }).all()).map(({ scanId }) => scanId)).toEqual([
    scan.scanId,
  ]);
  expect((await lore.scans.diff(scan.scanId, scan.scanId)).summary.new).toBe(0);
  expect((await lore.scans.usage()).scans).toBe(1);
  expect(await lore.scans.delete(scan.scanId)).toEqual({ scanId: scan.scanId, deleted: true });
});

test('a waiting call that begins with newlines is read like any other', async () => {
  const { lore, begun } = await startScanClient(20);
  const call = lore.scans.start({ repoUrl, waitForCompletion: true }, { timeoutMs: 5_000 });
  await vi.waitFor(() => expect(begun).toHaveLength(1), 20_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  begun[0]!.end(sampleScan());
  expect((await call).status).toBe('completed');
});

test('where events do not come through, the end is found by asking', async () => {
  const { lore, begun, app } = await startScanClient();
  const { port } = app.server.server.address() as AddressInfo;
  const deaf = new Lorekeep({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: scanKey,
    maxRetries: 0,
    fetch: (async (url: string, init: RequestInit) => {
      if (url.endsWith('/events')) throw new TypeError('a proxy in between');
      return fetch(url, init);
    }) as typeof fetch,
  });
  const { scanId } = await lore.scans.start({ repoUrl });
  const done = deaf.scans.wait(scanId, { pollMs: 20 });
  await vi.waitFor(() => expect(begun).toHaveLength(1), 20_000);
  begun[0]!.end(sampleScan());
  expect((await done).status).toBe('completed');
  const cancelled = await lore.scans.start({ repoUrl });
  expect((await lore.scans.cancel(cancelled.scanId)).status).toBe('failed');
});

test('a webhook is believed only with a right and fresh signature', async () => {
  const lore = new Lorekeep({ apiKey: 'key_a' });
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;
  const body = JSON.stringify({ type: 'scan.completed', timestamp: 'now', data: { scanId: 'scan_a' } });
  const at = new Date();
  const headers = {
    'webhook-id': 'job_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('job_1', at, body),
  };
  expect((await lore.webhooks.verify(headers, body, secret)).data.scanId).toBe('scan_a');
  const other = `whsec_${Buffer.from('another secret of 32 bytes .....').toString('base64')}`;
  expect((await lore.webhooks.verify(new Headers(headers), Buffer.from(body), [other, secret])).type).toBe(
    'scan.completed',
  );
  for (const attempt of [
    () => lore.webhooks.verify(headers, `${body} `, secret),
    () => lore.webhooks.verify(headers, body, other),
    () => lore.webhooks.verify({ ...headers, 'webhook-id': 'job_2' }, body, secret),
    () => lore.webhooks.verify({}, body, secret),
    () => lore.webhooks.verify({ ...headers, 'webhook-signature': 'v1,%%%' }, body, secret),
    () => lore.webhooks.verify(headers, body, secret, { now: at.getTime() + 3_600_000 }),
  ])
    await expect(attempt()).rejects.toBeInstanceOf(InvalidWebhook);
});

test('a key stays out of browsers unless that is asked for', () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {});
  try {
    expect(() => new Lorekeep({ apiKey: 'key_a' })).toThrow('allowBrowser');
    expect(() => new Lorekeep({ apiKey: 'key_a', allowBrowser: true })).not.toThrow();
  } finally {
    vi.unstubAllGlobals();
  }
});

test('address and key come from the environment where they are not given', async () => {
  vi.stubEnv('LOREKEEP_URL', 'http://elsewhere.test/base/');
  vi.stubEnv('LOREKEEP_API_KEY', 'key_environment');
  const seen: unknown[] = [];
  try {
    const lore = new Lorekeep({
      fetch: (async (url: string, init: { headers: Record<string, string> }) => {
        seen.push(url, init.headers['Authorization']);
        return new Response('{"success":true,"data":{}}');
      }) as unknown as typeof fetch,
    });
    await lore.limits();
  } finally {
    vi.unstubAllEnvs();
  }
  expect(seen).toEqual(['http://elsewhere.test/base/v1/limits', 'Bearer key_environment']);
});

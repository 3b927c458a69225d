import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuthority } from '../../../test/hostile/authority.ts';
import { sampleScan } from '../../../test/support/sample-scan.ts';
import type { JobClaim } from '../../jobs/job-queue.ts';
import type { ScanOutcome } from '../model/outcome.ts';
import type { ScanRecord } from '../model/scan-record.ts';
import { WebhookJob } from './webhook-job.ts';
import { signedHeaders, type WebhookPayload, webhookJob, webhookUrlLabel } from './webhook-message.ts';
import { WebhookSecrets } from './webhook-secrets.ts';
import { checkWebhookUrl } from './webhook-url.ts';

const authority = createAuthority();
let server: Server;
let status = 200;
const received: Array<{ url: string; headers: NodeJS.Dict<string | string[]>; body: string }> = [];
beforeAll(async () => {
  server = createServer(authority.issue(['hooks.test']), async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ url: request.url!, headers: request.headers, body });
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const sealing = {
  open: (sealed: Uint8Array, label: string) => Buffer.from(sealed).toString().replace(`${label}|`, ''),
};
const scan = {
  scanId: 's1',
  tenantId: 'ten',
  keyId: 'key',
  request: { repoUrl: 'https://git.test/a', labels: {} },
} as unknown as ScanRecord;

async function deliver(keys: string[], address = '127.0.0.1', signal = new AbortController().signal) {
  const port = (server.address() as AddressInfo).port;
  const warned: string[] = [];
  const finished: unknown[] = [];
  const job = new WebhookJob({
    queue: { finish: async (claim: unknown) => void finished.push(claim) } as never,
    secrets: { reveal: async () => keys } as never,
    sealing: sealing as never,
    transport: {
      allowHosts: [`hooks.test:${port}`],
      resolveHost: async () => [address],
      certificates: [authority.certificate],
      timeoutMs: 20_000,
    },
    clock: { now: () => 1_700_000_000_500 },
    log: { warn: (_: unknown, text: string) => void warned.push(text) } as never,
  });
  const url = `${webhookUrlLabel('ten', 's1')}|https://hooks.test:${port}/in?token=x`;
  const message = { type: 'scan.completed', timestamp: '', data: { scanId: 's1' } } as const;
  const claim = {
    jobId: 'job-1',
    tenantId: 'ten',
    attempt: 2,
    payload: { scanId: 's1', sealedUrl: Buffer.from(url).toString('base64'), message },
  } as unknown as JobClaim;
  received.length = 0;
  return { job, claim, warned, finished, run: () => job.run(claim, signal) };
}

test('a message is posted once, signed by every secret, to the address with its query', async () => {
  status = 204;
  const other = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;
  const { run, warned } = await deliver([secret, other]);
  expect(await run()).toBe('done');
  expect(warned).toEqual([]);
  const [{ url, headers, body }] = received as [(typeof received)[0]];
  expect([received.length, url, body]).toEqual([
    1,
    '/in?token=x',
    '{"type":"scan.completed","timestamp":"","data":{"scanId":"s1"}}',
  ]);
  expect(headers).toMatchObject({
    'webhook-id': 'job-1',
    'webhook-timestamp': '1700000000',
    'content-type': 'application/json',
    'user-agent': 'Lorekeep-Webhooks',
    'content-length': String(body.length),
  });
  const signatures = String(headers['webhook-signature']).split(' ');
  const at = new Date(1_700_000_000_500);
  expect(signatures).toEqual([secret, other].map((key) => new Webhook(key).sign('job-1', at, body)));
});

test.for([
  [200, 'done'],
  [299, 'done'],
  [410, 'done'],
  [300, 'retry'],
  [302, 'retry'],
  [404, 'retry'],
  [500, 'retry'],
] as const)('an answer of status %i: %s', async ([answer, expected]) => {
  status = answer;
  const { run, warned } = await deliver([secret]);
  expect(await run()).toBe(expected);
  expect(warned).toEqual(expected === 'retry' ? ['a webhook was not accepted'] : []);
  expect(received).toHaveLength(1);
});

test('what cannot be reached is tried again, what has no secret is dropped, and what is cancelled is thrown', async () => {
  const away = await deliver([secret], '127.0.0.2');
  server.closeAllConnections();
  const none = await deliver([]);
  expect(await none.run()).toBe('done');
  expect(none.warned).toEqual(['a webhook was dropped because its tenant has no secret left']);
  expect(received).toEqual([]);
  const stopped = await deliver([secret], '127.0.0.1', AbortSignal.abort());
  await expect(stopped.run()).rejects.toThrow();
  await away.job.giveUp(away.claim, 'expired');
  expect([away.warned, away.finished]).toEqual([['a webhook was given up'], [away.claim]]);
});

test('a message says how the scan ended, and nothing of its findings', () => {
  const data = (outcome: ScanOutcome, request = {}) =>
    (
      webhookJob(
        'j',
        { ...scan, request: { ...scan.request, sealedWebhookUrl: 'u', ...request } },
        outcome,
        0,
      ).payload as WebhookPayload
    ).message;
  const done = sampleScan();
  expect(data(done, { branch: 'main', labels: { a: 'b' } })).toEqual({
    type: 'scan.completed',
    timestamp: '1970-01-01T00:00:00.000Z',
    data: {
      scanId: 's1',
      status: 'completed',
      repoUrl: 'https://git.test/a',
      branch: 'main',
      labels: { a: 'b' },
      commit: done.commit,
      summary: done.summary,
      policy: done.policy,
    },
  });
  const { commit: _, policy: __, ...bare } = done;
  expect(Object.keys(data(bare as ScanOutcome).data)).toEqual(['scanId', 'status', 'repoUrl', 'summary']);
  expect(data({ status: 'failed', errorCode: 'cancelled', error: 'x' })).toMatchObject({
    type: 'scan.failed',
    data: { error: 'x', errorCode: 'cancelled' },
  });
  expect(signedHeaders('m', 'b', [secret], 1999)['webhook-timestamp']).toBe('1');
});

test.for([
  ['https://hooks.example.com/a', 'https://hooks.example.com/a'],
  ['https://hooks.example.com/a?b=c?d', 'https://hooks.example.com/a?b=c?d'],
  ['https://hooks.example.com/a?', 'https://hooks.example.com/a?'],
  ['https://hooks.example.com/a?b#c', 'validation_failed'],
  ['https://hooks.example.com/a?b c', 'validation_failed'],
  ['http://hooks.example.com/a', 'validation_failed'],
  ['https://localhost/a', 'host_not_allowed'],
] as const)('%s is %s', ([url, expected]) => {
  let found: string;
  try {
    found = checkWebhookUrl(url, []).href;
  } catch (error) {
    found = (error as { code: string }).code;
  }
  expect(found).toBe(expected);
});

test('a new secret is shown once and lets the one before sign for a day', async () => {
  const told: unknown[] = [];
  const store = {
    addWebhookSecret: async (stored: object, until: number) => void told.push([stored, until]),
    listWebhookSecrets: async () => [
      {
        secretId: 'hook-1',
        tenantId: 'ten',
        sealed: Buffer.from('webhook:ten:hook-1|x'),
        createdAt: 0,
        expiresAt: 86_400_000,
      },
      { secretId: 'hook-2', tenantId: 'ten', sealed: Buffer.from('webhook:ten:hook-2|y'), createdAt: 0 },
    ],
    removeWebhookSecret: async (_: string, id: string) => id === 'hook-1',
  };
  const secrets = new WebhookSecrets({
    store: store as never,
    sealing: { ...sealing, seal: (text: string, label: string) => Buffer.from(`${label}|${text}`) } as never,
    clock: { now: () => 1_000 },
    newId: (() => 'hook-1') as never,
  });
  const caller = { tenantId: 'ten', keyId: 'key' };
  const made = await secrets.create(caller);
  expect(made).toMatchObject({
    secretId: 'hook-1',
    createdAt: '1970-01-01T00:00:01.000Z',
    secret: expect.stringMatching(/^whsec_.{44}$/),
  });
  expect(told).toMatchObject([[{ createdAt: 1_000 }, 86_401_000]]);
  expect(await secrets.list(caller)).toEqual([
    { secretId: 'hook-1', createdAt: '1970-01-01T00:00:00.000Z', expiresAt: '1970-01-02T00:00:00.000Z' },
    { secretId: 'hook-2', createdAt: '1970-01-01T00:00:00.000Z' },
  ]);
  expect(await secrets.reveal('ten')).toEqual(['x', 'y']);
  await secrets.remove(caller, 'hook-1');
  await expect(secrets.remove(caller, 'hook-9')).rejects.toMatchObject({ code: 'not_found' });
});

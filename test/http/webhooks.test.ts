import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendWebhook } from '../../src/scan/webhooks/send-webhook.ts';
import { checkWebhookUrl } from '../../src/scan/webhooks/webhook-url.ts';
import { createAuthority } from '../hostile/authority.ts';
import { isStored } from '../support/backend.ts';
import { completed, openScanApp } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 10 };

interface Receiver {
  url: string;
  settings: Record<string, string>;
  certificate: string;
  messages: Array<{ path: string; headers: IncomingHttpHeaders; body: string }>;
  /** The status of the next answers; 200 when there is none left. */
  answers: number[];
}

async function openReceiver(): Promise<Receiver> {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-hook-'));
  const authority = createAuthority();
  const caFile = join(folder, 'authority.pem');
  writeFileSync(caFile, authority.certificate);
  const messages: Receiver['messages'] = [];
  const answers: number[] = [];
  const server = createServer(authority.issue(['127.0.0.1', 'hooks.test']), async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    messages.push({ path: request.url!, headers: request.headers, body });
    const status = answers.shift() ?? 200;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    url: `https://127.0.0.1:${port}/hook?team=a`,
    settings: { LOREKEEP_SCAN_ALLOW_HOSTS: `127.0.0.1:${port}`, LOREKEEP_SCAN_CA_FILE: caFile },
    certificate: authority.certificate,
    messages,
    answers,
  };
}

function verify({ headers, body }: Receiver['messages'][number], secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

test('the end of a scan is told once, signed, and without findings', async () => {
  const receiver = await openReceiver();
  const bench = await openScanApp(receiver.settings);
  const { secret } = (await bench.call('POST', '/v1/security/webhook-secrets')).data;
  const body = { repoUrl: 'https://git.example.com/a', webhookUrl: receiver.url, labels: { build: '17' } };
  const { scanId } = (await bench.call('POST', '/v1/security/scan', body)).data;
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  bench.begun[0]!.end(completed);
  await vi.waitFor(() => expect(receiver.messages).toHaveLength(1), soon);
  const [message] = receiver.messages;
  expect(verify(message!, secret)).toEqual({
    type: 'scan.completed',
    timestamp: expect.any(String),
    data: expect.objectContaining({
      scanId,
      status: 'completed',
      labels: { build: '17' },
      repoUrl: body.repoUrl,
    }),
  });
  expect(message!.path).toBe('/hook?team=a');
  expect(await isStored(bench.app.config.dataDir, '/hook?team=a')).toBe(false);
  expect(message!.body).not.toContain('findings"');
  expect(message!.headers['webhook-id']).toMatch(/^job_/);
  expect(() => verify({ ...message!, body: message!.body.replace('completed', 'failed') }, secret)).toThrow();
});

test('a cancelled scan is told as failed', async () => {
  const receiver = await openReceiver();
  const bench = await openScanApp(receiver.settings);
  const { secret } = (await bench.call('POST', '/v1/security/webhook-secrets')).data;
  const body = { repoUrl: 'https://git.example.com/a', webhookUrl: receiver.url };
  const { scanId } = (await bench.call('POST', '/v1/security/scan', body)).data;
  await bench.call('POST', `/v1/security/scan/${scanId}/cancel`);
  await vi.waitFor(() => expect(receiver.messages).toHaveLength(1), soon);
  expect(verify(receiver.messages[0]!, secret)).toMatchObject({
    type: 'scan.failed',
    data: { scanId, errorCode: 'cancelled' },
  });
});

test('a message that is not accepted is sent again under the same id, a redirect is not followed, 410 ends it', async () => {
  const receiver = await openReceiver();
  receiver.answers.push(500, 302, 410);
  const bench = await openScanApp(receiver.settings);
  await bench.call('POST', '/v1/security/webhook-secrets');
  const body = { repoUrl: 'https://git.example.com/a', webhookUrl: receiver.url };
  const { scanId } = (await bench.call('POST', '/v1/security/scan', body)).data;
  await bench.call('POST', `/v1/security/scan/${scanId}/cancel`);
  await vi.waitFor(() => {
    bench.clock.ahead += 1_000;
    expect(receiver.messages).toHaveLength(3);
  }, soon);
  expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.messages.map(({ path }) => path)).toEqual(Array(3).fill('/hook?team=a'));
});

test('while secrets rotate both sign, and a deleted one signs no more', async () => {
  const receiver = await openReceiver();
  const bench = await openScanApp(receiver.settings);
  const tell = async () => {
    const count = receiver.messages.length;
    const body = { repoUrl: 'https://git.example.com/a', webhookUrl: receiver.url };
    const { scanId } = (await bench.call('POST', '/v1/security/scan', body)).data;
    await bench.call('POST', `/v1/security/scan/${scanId}/cancel`);
    await vi.waitFor(() => expect(receiver.messages).toHaveLength(count + 1), soon);
    return receiver.messages[count]!;
  };
  const first = (await bench.call('POST', '/v1/security/webhook-secrets')).data;
  const second = (await bench.call('POST', '/v1/security/webhook-secrets')).data;
  const both = await tell();
  expect(() => [verify(both, first.secret), verify(both, second.secret)]).not.toThrow();
  await bench.call('DELETE', `/v1/security/webhook-secrets/${first.secretId}`);
  const one = await tell();
  expect(() => verify(one, second.secret)).not.toThrow();
  expect(() => verify(one, first.secret)).toThrow();
});

test('a name that leads to a private address is not called, and one address is used for check and call', async () => {
  const receiver = await openReceiver();
  const port = new URL(receiver.url).port;
  const url = checkWebhookUrl(`https://hooks.test:${port}/x`, []);
  const send = (allowHosts: string[], addresses: string[]) =>
    sendWebhook(
      url,
      '{}',
      {},
      {
        allowHosts,
        resolveHost: async () => addresses,
        certificates: [receiver.certificate],
        timeoutMs: 5_000,
      },
      new AbortController().signal,
    );
  await expect(send([], ['127.0.0.1'])).rejects.toThrow(/not public/);
  await expect(send([], ['93.184.216.34', '10.0.0.1'])).rejects.toThrow(/not public/);
  expect(receiver.messages).toEqual([]);
  expect(await send(['hooks.test'], ['127.0.0.1'])).toBe(200);
});

test('webhook URLs pass the guard of clone URLs', () => {
  for (const url of [
    'http://hooks.example.com/',
    'https://user:pass@hooks.example.com/',
    'https://localhost/',
    'https://[::1]/',
    'https://0x7f000001/',
    'https://hooks.example.com/#x',
    'https://hooks.example.com/?a b',
    'file:///etc/passwd',
  ]) {
    expect(() => checkWebhookUrl(url, []), url).toThrow();
  }
  expect(checkWebhookUrl('https://hooks.example.com/a?b=c&d=/e?f', []).href).toBe(
    'https://hooks.example.com/a?b=c&d=/e?f',
  );
});

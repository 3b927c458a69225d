import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { completed, keyOfOtherTenant, openScanApp, type ScanApp, testKey } from '../support/scan-app.ts';

const soon = { timeout: 300_000, interval: 5 };

const key: Record<string, string> = { authorization: `Bearer ${testKey}` };

interface Stream {
  text: string;
  ended: boolean;
  contentType: string;
  close(): void;
}

/** Follows a path over a real connection. */
async function follow(bench: ScanApp, path: string, body?: object, headers = key): Promise<Stream> {
  if (!bench.app.server.server.listening) await bench.app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bench.app.server.server.address() as AddressInfo;
  const stream: Stream = { text: '', ended: false, contentType: '', close: () => outgoing.destroy() };
  const outgoing = request(
    {
      port,
      path,
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    },
    (response) => {
      stream.contentType = String(response.headers['content-type']);
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        stream.text += chunk;
      });
      response.on('close', () => {
        stream.ended = true;
      });
    },
  );
  outgoing.on('error', () => {
    stream.ended = true;
  });
  outgoing.end(body && JSON.stringify(body));
  return stream;
}

function eventsOf({ text }: Stream): Array<[event: string, status: string, percent: number | undefined]> {
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event, data]) => {
    const scan = JSON.parse(data!);
    return [event!, scan.status, scan.progress?.percent];
  });
}

test('events tell the status, the progress and the end, and then the stream closes', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_RUNNING: '1' });
  await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/first' });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  const { data } = await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' });
  const stream = await follow(bench, `/v1/security/scan/${data.scanId}/events`);
  await vi.waitFor(() => expect(eventsOf(stream)).toEqual([['status', 'pending', undefined]]), soon);
  expect(stream.contentType).toContain('text/event-stream');

  bench.begun[0]!.end(completed);
  await vi.waitFor(() => expect(eventsOf(stream).at(-1)).toEqual(['status', 'running', undefined]), soon);
  bench.begun[1]!.surroundings.onProgress({ phase: 'analysing', percent: 30, filesDone: 3, filesTotal: 9 });
  await vi.waitFor(() => expect(eventsOf(stream).at(-1)).toEqual(['progress', 'running', 30]), soon);
  bench.begun[1]!.end(completed);
  await vi.waitFor(() => expect(stream.ended).toBe(true), soon);
  expect(eventsOf(stream).at(-1)).toEqual(['finished', 'completed', undefined]);
  expect(stream.text).not.toContain('"findings"');
});

test('events of a finished scan are its end alone', async () => {
  const bench = await openScanApp();
  const { data } = await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' });
  await bench.call('POST', `/v1/security/scan/${data.scanId}/cancel`);
  const stream = await follow(bench, `/v1/security/scan/${data.scanId}/events`);
  await vi.waitFor(() => expect(stream.ended).toBe(true), soon);
  expect(eventsOf(stream)).toEqual([['finished', 'failed', undefined]]);
});

test('one key cannot hold every connection with event streams, and a stream that ends makes room', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_FOLLOWERS_PER_KEY: '2' });
  const { data } = await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' });
  const path = `/v1/security/scan/${data.scanId}/events`;
  const streams = [await follow(bench, path), await follow(bench, path)];
  for (const stream of streams) await vi.waitFor(() => expect(eventsOf(stream)).not.toEqual([]), soon);
  const refused = await bench.call('GET', path);
  expect([refused.status, refused.data.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers['retry-after']).toBe('10');
  const other = await keyOfOtherTenant(bench);
  expect((await bench.call('GET', path, undefined, other)).status).toBe(404);
  streams[0]!.close();
  let again: Stream | undefined;
  await vi.waitFor(async () => {
    again = await follow(bench, path);
    await vi.waitFor(() => expect(again!.contentType).toContain('text/event-stream'), { timeout: 500 });
  }, soon);
  // An answer of 404 had no stream, and holds no place.
  for (let i = 0; i < 5; i++) {
    const missing = await bench.call('GET', '/v1/security/scan/scan_0/events', undefined, other);
    expect(missing.status).toBe(404);
  }
});

test('shutting down closes event streams', async () => {
  const bench = await openScanApp();
  const { data } = await bench.call('POST', '/v1/security/scan', { repoUrl: 'https://git.example.com/a' });
  const stream = await follow(bench, `/v1/security/scan/${data.scanId}/events`);
  await vi.waitFor(() => expect(eventsOf(stream)).not.toEqual([]), soon);
  await bench.app.close();
  await vi.waitFor(() => expect(stream.ended).toBe(true), soon);
});

test('a client that goes away while waiting or watching cancels nothing', async () => {
  const bench = await openScanApp({}, { heartbeatMs: 10 });
  const body = { repoUrl: 'https://git.example.com/a', waitForCompletion: true };
  const waiting = await follow(bench, '/v1/security/scan', body);
  await vi.waitFor(() => expect(waiting.text).toMatch(/\n/), soon);
  const { items } = (await bench.call('GET', '/v1/security/scan')).data;
  const path = `/v1/security/scan/${items[0].scanId}`;
  const watching = await follow(bench, `${path}/events`);
  await vi.waitFor(() => expect(eventsOf(watching)).not.toEqual([]), soon);
  waiting.close();
  watching.close();
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  bench.begun[0]!.end(completed);
  await vi.waitFor(async () => expect((await bench.call('GET', path)).data.status).toBe('completed'), soon);
});

test('when the outcome cannot be known any more a waiting connection is dropped', async () => {
  const bench = await openScanApp({}, { heartbeatMs: 10 });
  const other = await keyOfOtherTenant(bench);
  const body = { repoUrl: 'https://git.example.com/a', waitForCompletion: true };
  const waiting = await follow(bench, '/v1/security/scan', body, other);
  await vi.waitFor(() => expect(waiting.text).toMatch(/\n/), soon);
  await bench.app.operations['tenant.delete']!({ name: 'other' }, () => {});
  await vi.waitFor(() => expect(waiting.ended).toBe(true), soon);
  expect(waiting.text).not.toContain('{');
});

test.each(['revoked', 'replaced at once'])('what a key began ends when it is %s', async (how) => {
  const bench = await openScanApp({}, { heartbeatMs: 1_000 });
  const issued = (await bench.call('POST', '/v1/keys', { name: 'ci', scopes: ['scan:read', 'scan:write'] }))
    .data;
  const headers = { authorization: `Bearer ${issued.key}` };
  const body = { repoUrl: 'https://git.example.com/a', waitForCompletion: true };
  const waiting = await follow(bench, '/v1/security/scan', body, headers);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  const { items } = (await bench.call('GET', '/v1/security/scan')).data;
  const stream = await follow(bench, `/v1/security/scan/${items[0].scanId}/events`, undefined, headers);
  await vi.waitFor(() => expect(eventsOf(stream)).toHaveLength(1), soon);
  if (how === 'revoked') await bench.call('DELETE', `/v1/keys/${issued.id}`);
  else await bench.call('POST', `/v1/keys/${issued.id}/rotate`, { graceSeconds: 0 });
  bench.begun[0]!.end(completed);
  await vi.waitFor(() => expect([stream.ended, waiting.ended]).toEqual([true, true]), soon);
  expect(eventsOf(stream)).toHaveLength(1);
  expect(waiting.text).not.toContain('findings');
});

test('a key that expires lets finish what it began', async () => {
  const bench = await openScanApp();
  const expiresAt = new Date(Date.now() + 1_500).toISOString();
  const asked = { name: 'ci', scopes: ['scan:read', 'scan:write'], expiresAt };
  const issued = (await bench.call('POST', '/v1/keys', asked)).data;
  const headers = { authorization: `Bearer ${issued.key}` };
  const body = { repoUrl: 'https://git.example.com/a', waitForCompletion: true };
  const waiting = await follow(bench, '/v1/security/scan', body, headers);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 5));
  bench.begun[0]!.end(completed);
  await vi.waitFor(() => expect(waiting.ended).toBe(true), soon);
  expect(JSON.parse(waiting.text).data.status).toBe('completed');
});

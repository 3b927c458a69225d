import { expect, test, vi } from 'vitest';
import { completed, openScanApp } from '../support/scan-app.ts';

const scan = '/v1/security/scan';
const repoUrl = 'https://git.example.com/acme/webshop.git';
const soon = { timeout: 300_000, interval: 5 };

test('a failed scan is not an HTTP error, neither when polled nor when waited for', async () => {
  const bench = await openScanApp();
  const failed = {
    status: 'failed',
    errorCode: 'repo_not_found',
    error: 'There is no such repository.',
  } as const;
  const waiting = bench.call('POST', scan, { repoUrl, waitForCompletion: true });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  bench.begun[0]!.end(failed);
  const { status, data } = await waiting;
  expect(status).toBe(200);
  expect(data).toMatchObject(failed);
  expect(data).not.toHaveProperty('findings');
  expect((await bench.call('GET', `${scan}/${data.scanId}`)).data).toMatchObject(failed);
});

test('a waiting call answers completed with findings', async () => {
  const bench = await openScanApp();
  const waiting = bench.call('POST', scan, { repoUrl, waitForCompletion: true });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  bench.begun[0]!.end(completed);
  const { data } = await waiting;
  expect(data.status).toBe('completed');
  expect(data.findings).toHaveLength(5);
  expect(data).not.toHaveProperty('waitTimedOut');
});

test('a long wait sends newlines and then the answer, which is JSON as a whole', async () => {
  const bench = await openScanApp({}, { heartbeatMs: 20 });
  const waiting = bench.call('POST', scan, { repoUrl, waitForCompletion: true });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  await new Promise((resolve) => setTimeout(resolve, 100));
  bench.begun[0]!.end(completed);
  const { status, text, headers } = await waiting;
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('application/json');
  expect(text).toMatch(/^\n+\{/);
  const envelope = JSON.parse(text);
  expect(envelope).toMatchObject({ success: true, data: { status: 'completed' } });
  expect(envelope.meta.requestId).toBe(headers['x-request-id']);
});

test('at the time limit of the caller or the operator the answer says so and the scan goes on', async () => {
  const bench = await openScanApp({ LOREKEEP_SCAN_MAX_WAIT_MS: '40' });
  for (const body of [{ waitTimeoutMs: 20 }, { waitTimeoutMs: 60_000 }, {}]) {
    const { status, data } = await bench.call('POST', scan, { repoUrl, waitForCompletion: true, ...body });
    expect(status).toBe(200);
    expect(data).toMatchObject({ waitTimedOut: true, status: expect.stringMatching(/pending|running/) });
    expect(data).not.toHaveProperty('findings');
  }
  await vi.waitFor(() => expect(bench.begun).toHaveLength(2), soon);
  expect(bench.begun[0]!.surroundings.signal.aborted).toBe(false);
});

test('shutting down answers waiting calls at once and gives running scans back', async () => {
  const bench = await openScanApp();
  const waiting = bench.call('POST', scan, { repoUrl, waitForCompletion: true });
  await vi.waitFor(() => expect(bench.begun).toHaveLength(1), soon);
  const closing = bench.app.close();
  expect((await waiting).data).toMatchObject({ waitTimedOut: true });
  await closing;
});

test('the same Idempotency-Key starts one scan, and who waits under it again waits for that scan', async () => {
  const bench = await openScanApp();
  const headers = { 'idempotency-key': 'build-17' };
  const first = await bench.call('POST', scan, { repoUrl }, headers);
  const again = await bench.call('POST', scan, { repoUrl }, headers);
  expect(again.data).toEqual(first.data);
  expect((await bench.call('POST', scan, { repoUrl, history: true }, headers)).status).toBe(422);

  const waiting = { repoUrl, waitForCompletion: true, waitTimeoutMs: 30 };
  const lost = await bench.call('POST', scan, waiting, { 'idempotency-key': 'build-18' });
  expect(lost.data.waitTimedOut).toBe(true);
  await vi.waitFor(() => expect(bench.begun).toHaveLength(2), soon);
  bench.begun[1]!.end(completed);
  await vi.waitFor(async () => {
    const found = await bench.call('POST', scan, waiting, { 'idempotency-key': 'build-18' });
    expect(found.data).toMatchObject({ scanId: lost.data.scanId, status: 'completed' });
    expect(found.data.findings).toHaveLength(5);
  }, soon);
});

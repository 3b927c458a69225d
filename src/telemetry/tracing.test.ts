import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { Tracer } from './tracing.ts';

interface Received {
  path: string;
  body: { resourceSpans: Array<{ scopeSpans: Array<{ spans: Array<Record<string, unknown>> }> }> };
}

async function startCollector(status: number): Promise<{ endpoint: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      received.push({ path: request.url!, body: JSON.parse(text) as Received['body'] });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const span = {
  name: 'GET /v1/limits',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  startMs: 1_700_000_000_000.5,
  durationMs: 2.25,
  failed: false,
  attributes: { 'http.response.status_code': 200 },
};

test('a span reaches the collector with its parent, its times and its attributes', async () => {
  const { endpoint, received } = await startCollector(200);
  const tracer = new Tracer(endpoint, '1.2.3', createLogger('silent'));
  tracer.record(span);
  tracer.record({ ...span, traceparent: 'nonsense', failed: true });
  await tracer.close();
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
  const [first, second] = received[0]!.body.resourceSpans[0]!.scopeSpans[0]!.spans;
  expect(first).toMatchObject({
    traceId: 'a'.repeat(32),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    kind: 2,
    parentSpanId: 'b'.repeat(16),
    startTimeUnixNano: '1700000000000500000',
    endTimeUnixNano: '1700000000002750000',
    attributes: [{ key: 'http.response.status_code', value: { intValue: '200' } }],
    status: {},
  });
  expect(second).toMatchObject({ status: { code: 2 }, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(second).not.toHaveProperty('parentSpanId');
});

test('a collector that fails or is not there harms nobody, and the log says how many spans it has cost', async () => {
  const { endpoint } = await startCollector(500);
  for (const [address, reason] of [
    [endpoint, 'The collector answered 500.'],
    ['http://127.0.0.1:1', 'fetch failed'],
  ] as const) {
    const lines: string[] = [];
    const tracer = new Tracer(address, '1', createLogger('warn', { write: (line) => void lines.push(line) }));
    await tracer.flush();
    tracer.record(span);
    tracer.record(span);
    await tracer.flush();
    tracer.record(span);
    await tracer.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { dropped: 2, reason, msg: 'traces were not sent' },
      { dropped: 3, reason },
    ]);
  }
});

test('2,048 spans wait at most: what comes then is dropped, and counted', async () => {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  const tracer = new Tracer('http://127.0.0.1:1', '1', logger);
  for (let i = 0; i < 2_048; i++) tracer.record(span);
  await tracer.flush();
  for (let i = 0; i < 2_050; i++) tracer.record(span);
  await tracer.close();
  // 2,048 that could not be sent, 2 for which there was no room, 2,048 that could not be sent.
  expect(lines.map((line) => JSON.parse(line).dropped)).toEqual([2_048, 4_098]);
});

test('spans are sent every five seconds until the tracer is closed, and nothing is sent where there are none', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { endpoint, received } = await startCollector(200);
  const tracer = new Tracer(`${endpoint}/`, '1', createLogger('silent'));
  vi.advanceTimersByTime(5_000);
  tracer.record({ ...span, traceparent: undefined, attributes: { path: '/v1', size: 1.6 } });
  vi.advanceTimersByTime(4_999);
  expect(received).toEqual([]);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 600_000 });
  expect(received[0]!.path).toBe('/v1/traces');
  expect(received[0]!.body.resourceSpans[0]!.scopeSpans[0]!.spans[0]).toMatchObject({
    attributes: [
      { key: 'path', value: { stringValue: '/v1' } },
      { key: 'size', value: { intValue: '2' } },
    ],
  });
  await tracer.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(received).toHaveLength(1);
});

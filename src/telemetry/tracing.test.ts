import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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
    parentSpanId: 'b'.repeat(16),
    startTimeUnixNano: '1700000000000500000',
    endTimeUnixNano: '1700000000002750000',
    attributes: [{ key: 'http.response.status_code', value: { intValue: '200' } }],
    status: {},
  });
  expect(second).toMatchObject({ status: { code: 2 } });
  expect(second).not.toHaveProperty('parentSpanId');
});

test('a collector that fails or is not there harms nobody', async () => {
  const { endpoint } = await startCollector(500);
  for (const address of [endpoint, 'http://127.0.0.1:1']) {
    const tracer = new Tracer(address, '1', createLogger('silent'));
    tracer.record(span);
    await tracer.close();
  }
});

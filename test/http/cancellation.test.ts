import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { EmbedOptions } from '../../src/memory/embedding/embedder.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { authorization, call, startApp } from '../support/app.ts';

/** Embeds at once, until it is told to wait: then only for as long as the caller does. */
class WaitingEmbedder extends StubEmbedder {
  waits = false;
  readonly asked = Promise.withResolvers<void>();
  readonly ended = Promise.withResolvers<unknown>();

  override async embed(
    texts: readonly string[],
    _kind?: unknown,
    options?: EmbedOptions,
  ): Promise<Float32Array[]> {
    if (!this.waits) return super.embed(texts);
    this.asked.resolve();
    await new Promise((_, reject) => {
      options?.signal?.addEventListener('abort', () => {
        this.ended.resolve(options.signal?.reason);
        reject(options.signal?.reason as Error);
      });
    });
    throw new Error('unreachable');
  }
}

async function startWaiting() {
  const embedder = new WaitingEmbedder();
  const lines: Array<Record<string, unknown>> = [];
  const logger = createLogger('info', { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = await startApp({}, { embedder, logger });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const written = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', {
    payload: { namespace: 'n', entries: [{ content: 'tea' }] },
  });
  return { app, embedder, lines, port, id: written.data.ids[0]! };
}

const json = 'application/json';

test.each([
  ['a write', 'POST', '/v1/memory/entries', { namespace: 'n', entries: [{ content: 'coffee' }] }, json],
  ['a search', 'POST', '/v1/memory/search', { namespace: 'n', query: 'coffee' }, json],
  ['a context', 'POST', '/v1/memory/context', { namespace: 'n', query: 'coffee' }, json],
  ['an update', 'PATCH', '/v1/memory/entries/:id', { content: 'coffee' }, json],
  ['an import', 'POST', '/v1/memory/import?namespace=n', { content: 'coffee' }, 'application/x-ndjson'],
])(
  '%s ends when its caller goes away: nothing is computed, written or logged as a failure',
  async (_, method, path, body, type) => {
    const { app, embedder, lines, port, id } = await startWaiting();
    embedder.waits = true;
    const outgoing = request({
      port,
      method,
      path: path.replace(':id', id),
      headers: { ...authorization, 'content-type': type },
    });
    outgoing.on('error', () => {});
    onTestFinished(() => void outgoing.destroy());
    outgoing.end(JSON.stringify(body));
    await embedder.asked.promise;
    outgoing.destroy();
    expect(await embedder.ended.promise).toMatchObject({ name: 'CallerGone' });

    await expect.poll(() => lines.filter(({ msg }) => msg === 'request').at(-1)?.['status']).toBe(499);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    embedder.waits = false;
    const { data } = await call<{ items: Array<{ content: string }> }>(
      app,
      'GET',
      '/v1/memory/entries?namespace=n',
    );
    expect(data.items.map(({ content }) => content)).toEqual(['tea']);
  },
);

test('a caller who stays gets what was asked for', async () => {
  const { app, port } = await startWaiting();
  const outgoing = request({
    port,
    method: 'POST',
    path: '/v1/memory/search',
    headers: { ...authorization, 'content-type': json },
  });
  outgoing.end(JSON.stringify({ namespace: 'n', query: 'tea' }));
  const [response] = await once(outgoing, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  await once(response, 'end');
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
});

test('an import whose caller goes away keeps the batches that were written', async () => {
  const { app, embedder, lines, port } = await startWaiting();
  let batches = 0;
  embedder.before = async () => {
    embedder.waits = ++batches === 2;
    if (embedder.waits) await embedder.embed([], undefined, { signal: signals.at(-1)! });
  };
  const signals: AbortSignal[] = [];
  const embed = embedder.embed.bind(embedder);
  embedder.embed = (texts, kind, options) => {
    if (options?.signal) signals.push(options.signal);
    return embed(texts, kind, options);
  };
  const outgoing = request({
    port,
    method: 'POST',
    path: '/v1/memory/import?namespace=other',
    headers: { ...authorization, 'content-type': 'application/x-ndjson' },
  });
  outgoing.on('error', () => {});
  outgoing.end(Array.from({ length: 200 }, (_, i) => JSON.stringify({ content: `note ${i}` })).join('\n'));
  await embedder.asked.promise;
  outgoing.destroy();
  await embedder.ended.promise;
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request').at(-1)?.['status']).toBe(499);
  embedder.waits = false;
  embedder.before = async () => {};
  const { data } = await call<{ entries: number }>(app, 'GET', '/v1/memory/namespaces/other');
  expect(data.entries).toBe(64);
});

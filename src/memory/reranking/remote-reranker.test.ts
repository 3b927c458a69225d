import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { configSchema } from '../../config/schema.ts';
import { createReranker } from './create-reranker.ts';
import type { RerankProviderName } from './rerank-provider.ts';
import type { Reranker } from './reranker.ts';

type Respond = (body: Record<string, unknown>, request: IncomingMessage, response: ServerResponse) => unknown;

async function rerankerFor(name: RerankProviderName, respond: Respond, settings = {}): Promise<Reranker> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const given = respond(
      JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>,
      request,
      response,
    );
    if (given !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(given));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { reranking } = configSchema.parse({ reranking: { url, retries: 0, timeoutMs: 2_000, ...settings } });
  return createReranker(name, reranking, { threads: 1, nativeKernels: true })!;
}

test('a server with the API of Cohere is asked as it expects, and the order of the passages is restored', async () => {
  const reranker = await rerankerFor(
    'cohere',
    ({ model, query, documents, top_n }, { url, headers }) => {
      expect([url, headers.authorization]).toEqual(['/v1/rerank', 'Bearer secret-key']);
      expect([model, query, documents, top_n]).toEqual(['m', 'which?', ['a', 'b'], 2]);
      return {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.25 },
        ],
      };
    },
    { model: 'm', apiKey: 'secret-key' },
  );
  expect(await reranker.score('which?', [{ text: 'a' }, { text: 'b' }])).toEqual([0.25, 0.9]);
});

test('Text Embeddings Inference is asked for 32 passages at a time', async () => {
  const sizes: number[] = [];
  const reranker = await rerankerFor('tei', ({ query, texts }, { url }) => {
    expect([url, query]).toEqual(['/v1/rerank', 'which?']);
    sizes.push((texts as string[]).length);
    return (texts as string[]).map((text, index) => ({ index, score: Number(text) / 100 })).toReversed();
  });
  const passages = Array.from({ length: 50 }, (_, i) => ({ text: String(i) }));
  expect(await reranker.score('which?', passages)).toEqual(passages.map(({ text }) => Number(text) / 100));
  expect(sizes.toSorted()).toEqual([18, 32]);
});

test('log odds become probabilities where the configuration says so, and are refused where it does not', async () => {
  const respond: Respond = () => ({ results: [{ index: 0, relevance_score: -3.5 }] });
  const told = await rerankerFor('cohere', respond, { scores: 'logit' });
  expect((await told.score('which?', [{ text: 'a' }]))![0]).toBeCloseTo(0.0293, 4);
  const untold = await rerankerFor('cohere', respond);
  await expect(untold.score('which?', [{ text: 'a' }])).rejects.toMatchObject({
    code: 'reranking_unavailable',
    cause: { message: expect.stringContaining('set reranking.scores to "logit"') },
  });
});

test('a passing failure is tried again, a lasting one is reranking_unavailable', async () => {
  let calls = 0;
  const flaky: Respond = (_, __, response) => {
    if (calls++ > 0) return [{ index: 0, score: 0.5 }];
    response.writeHead(503, { 'retry-after': '0' }).end();
    return undefined;
  };
  const reranker = await rerankerFor('tei', flaky, { retries: 1 });
  expect(await reranker.score('which?', [{ text: 'a' }])).toEqual([0.5]);
  expect(calls).toBe(2);
  calls = 0;
  const refusing: Respond = (_, __, response) => {
    calls++;
    response.writeHead(401).end('no');
    return undefined;
  };
  const refused = await rerankerFor('tei', refusing, { retries: 3 });
  await expect(refused.score('which?', [{ text: 'a' }])).rejects.toMatchObject({
    code: 'reranking_unavailable',
  });
  expect(calls).toBe(1);
});

test('silence, redirects, and responses that do not score every passage once are reranking_unavailable', async () => {
  const responses: Respond[] = [
    () => undefined,
    (_, __, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      return undefined;
    },
    () => [{ index: 0, score: 0.5 }],
    () => [
      { index: 0, score: 0.5 },
      { index: 0, score: 0.5 },
    ],
    () => [0, 1, 1].map((index) => ({ index, score: 0.5 })),
    () => [0, 7].map((index) => ({ index, score: 0.5 })),
    () => [0, -1].map((index) => ({ index, score: 0.5 })),
    () => ({ unexpected: true }),
  ];
  for (const respond of responses) {
    const reranker = await rerankerFor('tei', respond, { timeoutMs: 200 });
    await expect(reranker.score('which?', [{ text: 'a' }, { text: 'b' }])).rejects.toMatchObject({
      code: 'reranking_unavailable',
    });
  }
});

test('a re-ranker without the URL of its server is an error, none needs nothing', () => {
  const { reranking } = configSchema.parse({});
  expect(createReranker('none', reranking, { threads: 1, nativeKernels: true })).toBeUndefined();
  expect(() => createReranker('tei', reranking, { threads: 1, nativeKernels: true })).toThrow(
    'reranking.url',
  );
});

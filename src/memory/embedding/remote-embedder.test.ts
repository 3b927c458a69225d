import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RemoteEmbedder } from './remote-embedder.ts';
import { type RemoteProviderName, remoteProviders } from './remote-provider.ts';
import { WordPiece } from './wordpiece.ts';

const tokenizer = WordPiece.parse(
  readFileSync(new URL('../../../models/tokenizer.json', import.meta.url), 'utf8'),
);

type Answer = (body: Record<string, unknown>, request: IncomingMessage, response: ServerResponse) => unknown;

async function embedderFor(name: RemoteProviderName, answer: Answer, settings = {}): Promise<RemoteEmbedder> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    const given = answer(body, request, response);
    if (given !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(given));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new RemoteEmbedder({
    provider: remoteProviders[name],
    id: `${name}:m:2`,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    model: 'm',
    apiKey: 'secret-key',
    dims: 2,
    askForDims: false,
    maxTokens: 64,
    prefixes: { query: 'Q: ', document: '' },
    calibration: {
      points: [
        [0, 0],
        [1, 1],
      ],
    },
    timeoutMs: 500,
    retries: 1,
    maxConcurrent: 2,
    tokenizer,
    ...settings,
  });
}

test('an OpenAI-compatible server is asked as it expects, and its order is restored', async () => {
  const embedder = await embedderFor('openai', ({ model, input }, request) => {
    expect([request.url, request.headers.authorization, model]).toEqual([
      '/v1/embeddings',
      'Bearer secret-key',
      'm',
    ]);
    expect(input).toEqual(['Q: a', 'Q: b']);
    return {
      data: [
        { index: 1, embedding: [0, 5] },
        { index: 0, embedding: [3, 4] },
      ],
    };
  });
  const [a, b] = await embedder.embed(['a', 'b'], 'query');
  expect([...a!].map((x) => Number(x.toFixed(3)))).toEqual([0.6, 0.8]);
  expect([...b!]).toEqual([0, 1]);
});

test.each([
  [0, []],
  [1, [1]],
  [2, [2]],
  [3, [2, 1]],
  [4, [2, 2]],
])('%i texts are asked for in requests of as many as the server takes: %j', async (count, sizes) => {
  const asked: number[] = [];
  const provider = { ...remoteProviders.ollama, maxTexts: 2 };
  const embedder = await embedderFor(
    'ollama',
    ({ input }) => {
      asked.push((input as string[]).length);
      return { embeddings: (input as string[]).map((text) => (text === 't0' ? [0, 1] : [1, 0])) };
    },
    { provider },
  );
  const texts = Array.from({ length: count }, (_, i) => `t${i}`);
  const vectors = await embedder.embed(texts, 'document');
  expect(asked.sort((a, b) => b - a)).toEqual(sizes);
  expect(vectors.map(([x]) => x)).toEqual(texts.map((_, i) => (i === 0 ? 0 : 1)));
});

test('a closed embedder asks nobody any more', async () => {
  const embedder = await embedderFor('ollama', () => expect.unreachable());
  await embedder.close();
  await expect(embedder.embed(['text'], 'document')).rejects.toMatchObject({ code: 'shutting_down' });
});

test('Ollama and Text Embeddings Inference are asked as they expect', async () => {
  const ollama = await embedderFor('ollama', ({ input }, { url }) => {
    expect([url, input]).toEqual(['/v1/api/embed', ['text']]);
    return { embeddings: [[1, 0]] };
  });
  expect(await ollama.embed(['text'], 'document')).toHaveLength(1);
  const tei = await embedderFor('tei', ({ inputs }, { url }) => {
    expect(url).toBe('/v1/embed');
    return (inputs as string[]).map(() => [1, 0]);
  });
  expect(
    await tei.embed(
      Array.from({ length: 70 }, () => 'text'),
      'document',
    ),
  ).toHaveLength(70);
});

test('a passing failure is tried again, a lasting one is embedding_unavailable', async () => {
  let calls = 0;
  const flaky = await embedderFor('tei', (_, __, response) => {
    if (calls++ > 0) return [[1, 0]];
    response.writeHead(503, { 'retry-after': '0' }).end();
    return undefined;
  });
  expect(await flaky.embed(['x'], 'query')).toHaveLength(1);
  const refusing = await embedderFor('tei', (_, __, response) => {
    calls++;
    response.writeHead(401).end('no');
    return undefined;
  });
  calls = 0;
  await expect(refusing.embed(['x'], 'query')).rejects.toMatchObject({ code: 'embedding_unavailable' });
  expect(calls).toBe(1);
});

test('silence, redirects and answers of another shape are embedding_unavailable', async () => {
  const answers: Answer[] = [
    () => undefined,
    (_, __, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      return undefined;
    },
    () => [[1, 0, 0]],
    () => [
      [1, 0],
      [0, 1],
    ],
    () => ({ unexpected: true }),
  ];
  for (const answer of answers) {
    const embedder = await embedderFor('tei', answer, { retries: 0, timeoutMs: 100 });
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'embedding_unavailable' });
  }
});

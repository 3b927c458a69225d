import { expect, test } from 'vitest';
import { call, startApp, testKey } from '../support/app.ts';

interface Embeddings {
  object: string;
  model: string;
  data: Array<{ object: string; index: number; embedding: number[] | string }>;
  usage: { prompt_tokens: number; total_tokens: number };
}

const model = 'lorekeep-embed-fast';

async function embed(payload: object): Promise<Embeddings> {
  const app = await startApp();
  const response = await app.server.inject({
    method: 'POST',
    url: '/v1/embeddings',
    headers: { authorization: `Bearer ${testKey}` },
    payload,
  });
  expect([response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([200, '']);
  return response.json();
}

function cosine(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}

test('texts come back as vectors of length 1 in the shape of OpenAI’s API', async () => {
  const { object, data, usage, ...rest } = await embed({
    model,
    input: ['a cat sat on the mat', 'a kitten on a rug', 'quarterly tax report'],
  });
  expect([object, rest.model, data.map(({ index }) => index)]).toEqual(['list', model, [0, 1, 2]]);
  const [cat, kitten, tax] = data.map(({ embedding }) => embedding as number[]);
  expect(cosine(cat!, cat!)).toBeCloseTo(1, 4);
  expect(cosine(cat!, kitten!)).toBeGreaterThan(cosine(cat!, tax!));
  expect(usage.prompt_tokens).toBe(usage.total_tokens);
  expect(usage.total_tokens).toBeGreaterThan(10);
});

test('base64 holds the same 32-bit numbers, and a single text is a list of one', async () => {
  const [plain, packed] = await Promise.all([
    embed({ model, input: 'tea' }),
    embed({ model, input: 'tea', encoding_format: 'base64' }),
  ]);
  const bytes = Buffer.from(packed.data[0]!.embedding as string, 'base64');
  const numbers = new Float32Array(new Uint8Array(bytes).buffer);
  expect(Array.from(numbers)).toEqual(plain.data[0]!.embedding);
  expect(packed.data).toHaveLength(1);
});

test('a text longer than the model reads is the mean of its passages, not its beginning', async () => {
  const start = 'The cat sat on the mat. '.repeat(200);
  const { data } = await embed({ model, input: [start, `${start}${'Interest rates rose. '.repeat(400)}`] });
  const [alone, longer] = data.map(({ embedding }) => embedding as number[]);
  expect(cosine(alone!, longer!)).toBeLessThan(0.999);
});

test.each([
  [
    { model: 'text-embedding-3-small', input: 'a' },
    400,
    'model: There is no model "text-embedding-3-small" here',
  ],
  [{ model, input: '' }, 400, 'input'],
  [{ model, input: [] }, 400, 'input'],
  [{ model, input: 'a', dimensions: 7 }, 400, 'dimensions: This model makes vectors of'],
  [{ model, input: Array(257).fill('a') }, 400, 'a list of 1 to 256 texts'],
  [{ input: 'a' }, 400, 'model: Is required.'],
] as const)('%j is refused in words', async (payload, status, message) => {
  const app = await startApp();
  const answer = await call(app, 'POST', '/v1/embeddings', { payload });
  expect([answer.status, answer.data['message']]).toEqual([status, expect.stringContaining(message)]);
});

test('it needs the scope memory:read', async () => {
  const app = await startApp();
  const { data } = await call<{ key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'a', scopes: ['scan:read'] },
  });
  const headers = { authorization: `Bearer ${data.key}` };
  const answer = await call(app, 'POST', '/v1/embeddings', { payload: { model, input: 'a' }, headers });
  expect(answer.status).toBe(403);
});

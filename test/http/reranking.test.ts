import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, startApp } from '../support/app.ts';
import { startRerankServer } from '../support/rerank-server.ts';

interface Hit {
  id: string;
  content: string;
  score: number;
}

const notes = [
  'The tea shop opens at nine.',
  'Tea is grown on hills in Assam.',
  'Ada drinks tea in the morning, never later.',
  'A cup of tea cools down in ten minutes.',
];

async function startFilled(environment: Record<string, string>): Promise<App> {
  const app = await startApp(environment);
  const entries = notes.map((content, i) => ({ content, metadata: { place: i } }));
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'notes', entries } });
  return app;
}

const search = (app: App, rest: object) =>
  call<Hit[]>(app, 'POST', '/v1/memory/search', { payload: { namespace: 'notes', query: 'tea', ...rest } });
const byLength = notes.toSorted((a, b) => b.length - a.length);

test('a search that asks for it is in the order of the re-ranker, whose probability is the score', async () => {
  const { asked, url } = await startRerankServer();
  const app = await startFilled({ LOREKEEP_RERANKER: 'tei', LOREKEEP_RERANKING_URL: url });
  await search(app, {});
  expect(asked).toEqual([]);
  const { data } = await search(app, { rerank: true });
  expect(data.map(({ content }) => content)).toEqual(byLength);
  expect(data.map(({ score }) => score)).toEqual(byLength.map(({ length }) => length / 100));
  expect(asked).toHaveLength(1);
  expect(asked[0]!.query).toBe('tea');
  expect((await search(app, { rerank: true })).data).toEqual(data);
});

test('limit, minScore and filters hold after re-ranking: the best of all candidates are chosen', async () => {
  const { asked, url } = await startRerankServer();
  const app = await startFilled({ LOREKEEP_RERANKER: 'tei', LOREKEEP_RERANKING_URL: url });
  const one = await search(app, { rerank: true, limit: 1 });
  expect(one.data.map(({ content }) => content)).toEqual(byLength.slice(0, 1));
  expect(asked[0]!.texts).toHaveLength(notes.length);
  const good = await search(app, { rerank: true, minScore: 0.35 });
  expect(good.data.map(({ content }) => content)).toEqual(byLength.filter(({ length }) => length >= 35));
  const filtered = await search(app, { rerank: true, metadataFilter: { place: 1 } });
  expect(filtered.data.map(({ content }) => content)).toEqual([notes[1]]);
  expect(asked.at(-1)!.texts).toEqual([notes[1]]);
});

test('a context takes the entries in the order of the re-ranker, batches and the default as well', async () => {
  const { asked, url } = await startRerankServer();
  const app = await startFilled({
    LOREKEEP_RERANKER: 'tei',
    LOREKEEP_RERANKING_URL: url,
    LOREKEEP_RERANKING_BY_DEFAULT: 'true',
    LOREKEEP_RERANKING_CANDIDATES: '3',
  });
  const body = { namespace: 'notes', query: 'tea', limit: 3 };
  const context = await call<{ text: string; entryIds: string[] }>(app, 'POST', '/v1/memory/context', {
    payload: body,
  });
  expect(asked[0]!.texts).toHaveLength(3);
  const batch = await call<Hit[][]>(app, 'POST', '/v1/memory/search/batch', {
    payload: { searches: [body, { ...body, rerank: false }] },
  });
  expect(batch.data[0]!.map(({ id }) => id)).toEqual(context.data.entryIds);
  expect(asked).toHaveLength(2);
  const alone = await search(app, { limit: 3, rerank: false });
  expect(batch.data[1]).toEqual(alone.data);
  await call(app, 'POST', `/v1/memory/entries/${alone.data[0]!.id}/similar`);
  expect(asked).toHaveLength(2);
});

test('without any server a search can be re-ranked by the model that comes along', async () => {
  const app = await startApp({});
  const turns = [
    'Nora: The harbour is lovely at this time of year.',
    'Tomas: I never go to the harbour, it smells of fish.',
    'Nora: What are you practising on your instrument these days, Tomas?',
    'Tomas: A suite for the cello, every evening after work.',
    'Nora: Every instrument in that shop is too expensive.',
    'Tomas: The shop on the corner sells instruments and old radios.',
  ];
  for (const content of turns)
    await call(app, 'POST', '/v1/memory/entries', {
      payload: { namespace: 'notes', entries: [{ content }] },
    });
  const query = 'Which instrument does Tomas practise?';
  const { data } = await search(app, { query, rerank: true });
  expect(data).toHaveLength(turns.length);
  expect([turns[2], turns[3]]).toContain(data[0]!.content);
  for (const [i, { score }] of data.entries())
    expect(score <= (data[i - 1]?.score ?? 1) && score > 0).toBe(true);
  expect(Object.keys(data[0]!)).not.toContain('before');
  expect((await search(app, { query, rerank: true })).data).toEqual(data);
  const context = await call<{ text: string }>(app, 'POST', '/v1/memory/context', {
    payload: { namespace: 'notes', query, limit: 1, rerank: true },
  });
  expect(context.data.text).toContain(data[0]!.content);
});

test('where re-ranking is switched off, a search that asks for it is refused with what to do; one without is answered', async () => {
  const app = await startFilled({ LOREKEEP_RERANKER: 'none' });
  const refused = await search(app, { rerank: true });
  expect(refused).toMatchObject({
    status: 400,
    data: { code: 'validation_failed', details: [{ path: 'rerank', code: 'not_configured' }] },
  });
  expect((await search(app, { rerank: false })).data).toHaveLength(notes.length);
});

test('while the re-ranking server fails, the search says so and does not answer in another order', async () => {
  const { url } = await startRerankServer(500);
  const app = await startFilled({
    LOREKEEP_RERANKER: 'tei',
    LOREKEEP_RERANKING_URL: url,
    LOREKEEP_RERANKING_RETRIES: '0',
  });
  expect(await search(app, { rerank: true })).toMatchObject({
    status: 503,
    data: { code: 'reranking_unavailable' },
  });
  expect((await search(app, {})).status).toBe(200);
});

test('of a long entry the re-ranker reads the passage that was found', async () => {
  const { asked, url } = await startRerankServer();
  const app = await startApp({ LOREKEEP_RERANKER: 'tei', LOREKEEP_RERANKING_URL: url });
  const filler = Array.from({ length: 120 }, (_, i) => `Room ${i} of the castle was painted grey.`).join(' ');
  const content = `${filler} The password of the tea cupboard is kept by Bert. ${filler}`;
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'notes', entries: [{ content }] } });
  await search(app, { query: 'Who keeps the password of the tea cupboard?', rerank: true });
  expect(asked[0]!.texts).toHaveLength(1);
  expect(asked[0]!.texts[0]).toContain('kept by Bert');
  expect(asked[0]!.texts[0]!.length).toBeLessThan(content.length / 3);
});

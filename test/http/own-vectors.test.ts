import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { authorization, call, startApp } from '../support/app.ts';

interface Hit {
  id: string;
  content: string;
  score: number;
}

const entries = [
  { content: 'north', vector: [0, 2, 0], metadata: { n: 1 } },
  { content: 'east', vector: [3, 0, 0], metadata: { n: 2 } },
  { content: 'between', vector: [1, 1, 0], metadata: { n: 3 } },
];

const write = (app: App, list: unknown[], namespace = 'own') =>
  call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', { payload: { namespace, entries: list } });

const search = (app: App, body: object, namespace = 'own') =>
  call<Hit[]>(app, 'POST', '/v1/memory/search', { payload: { namespace, query: '', ...body } });

async function startFilled(): Promise<{ app: App; ids: string[] }> {
  const app = await startApp();
  const { status, data } = await write(app, entries);
  expect(status).toBe(200);
  return { app, ids: data.ids };
}

test('entries are found by the cosine of the vectors that came with them, whatever their lengths', async () => {
  const { app } = await startFilled();
  const { data } = await search(app, { vector: [0, 0.5, 0] });
  expect(data.map(({ content }) => content)).toEqual(['north', 'between', 'east']);
  expect(data[0]!.score).toBeCloseTo(1, 2);
  expect(data[1]!.score).toBeCloseTo(Math.SQRT1_2, 2);
  expect(data[2]!.score).toBeCloseTo(0, 2);
  const filtered = await search(app, { vector: [0, 1, 0], metadataFilter: { n: 2 }, limit: 1 });
  expect(filtered.data.map(({ content }) => content)).toEqual(['east']);
  const namespace = await call(app, 'GET', '/v1/memory/namespaces/own');
  expect(namespace.data).toMatchObject({ model: 'own:3', entries: 3 });
});

test('with a query too, words count; with a query alone, only words', async () => {
  const { app } = await startFilled();
  const filter = { path: '/metadata/n', op: 'lte', value: 2 };
  const near = { vector: [0.9, 1, 0], filter };
  expect((await search(app, near)).data[0]!.content).toBe('north');
  expect((await search(app, { ...near, query: 'east' })).data[0]!.content).toBe('east');
  const words = await search(app, { query: 'east', minScore: 0.1 });
  expect(words.data[0]!.content).toBe('east');
  expect(await search(app, { query: 'east', mode: 'dense' })).toMatchObject({ status: 400 });
  expect(await search(app, {})).toMatchObject({ status: 400, data: { details: [{ path: 'query' }] } });
});

test('vectors of the caller and of the service never meet in one namespace', async () => {
  const { app, ids } = await startFilled();
  await write(app, [{ content: 'embedded here' }], 'ours');
  const refused = (path: string) => ({ status: 400, data: { details: [{ path, code: 'vector' }] } });
  expect(await write(app, [entries[0]], 'ours')).toMatchObject(refused('entries[0].vector'));
  expect(await write(app, [entries[0], { content: 'none' }])).toMatchObject(refused('entries[1].vector'));
  expect(await write(app, [{ content: 'none' }])).toMatchObject(refused('entries[0].vector'));
  expect(await write(app, [{ content: 'long', vector: [1, 2, 3, 4] }])).toMatchObject(
    refused('entries[0].vector'),
  );
  expect(await search(app, { vector: [1, 0] })).toMatchObject(refused('vector'));
  expect(await search(app, { vector: [1, 0, 0], query: 'x' }, 'ours')).toMatchObject(refused('vector'));
  const url = `/v1/memory/entries/${ids[0]}`;
  expect(await call(app, 'PATCH', url, { payload: { content: 'south' } })).toMatchObject({ status: 400 });
  expect((await search(app, { vector: [0, 1, 0] })).data).toHaveLength(3);
});

test.each([
  ['no numbers', ['1', '2']],
  ['a number among others', [1, null]],
  ['no base64', 'abc'],
  ['something else', { 0: 1 }],
  ['half a float', 'AAAA'],
  ['floats that are no numbers', Buffer.from(Float32Array.of(Number.NaN, 1).buffer).toString('base64')],
  ['an endless float', Buffer.from(Float32Array.of(Number.POSITIVE_INFINITY, 1).buffer).toString('base64')],
  ['zeros', [0, 0, 0]],
  ['one number', [1]],
  ['too many', Array(4_097).fill(1)],
  ['numbers whose squares are too large', [1e200, 1e200]],
])('a vector of %s is refused with its place', async (_, vector) => {
  const app = await startApp();
  expect(await write(app, [{ content: 'a', vector }])).toMatchObject({
    status: 400,
    data: { details: [{ path: 'entries[0].vector' }] },
  });
});

test('changes, similar entries, export and import keep the vectors', async () => {
  const { app, ids } = await startFilled();
  const payload = { content: 'west', vector: [-1, 0, 0] };
  await call(app, 'PATCH', `/v1/memory/entries/${ids[1]}`, { payload });
  const west = await search(app, { vector: [-1, 0, 0], limit: 1 });
  expect(west.data[0]).toMatchObject({ id: ids[1], content: 'west' });
  const similar = await call<Hit[]>(app, 'POST', `/v1/memory/entries/${ids[0]}/similar`, {
    payload: { mode: 'dense' },
  });
  expect(similar.data[0]).toMatchObject({ id: ids[2] });
  const read = await app.server.inject({ url: '/v1/memory/export?namespace=own', headers: authorization });
  const headers = { 'content-type': 'application/x-ndjson' };
  const send = (namespace: string, body: string) =>
    call(app, 'POST', `/v1/memory/import?namespace=${namespace}`, { payload: body, headers });
  expect((await send('own', read.body)).data).toMatchObject({ unchanged: 3, written: 0 });
  expect((await send('copy', read.body)).data).toMatchObject({ written: 3 });
  const before = await search(app, { vector: [0.3, 0.9, 0] });
  const after = await search(app, { vector: [0.3, 0.9, 0] }, 'copy');
  expect(after.data.map(({ content }) => content)).toEqual(before.data.map(({ content }) => content));
  const turned = read.body.replace(/"vector":"[^"]*"/, '"vector":[0,0,1]');
  expect((await send('own', turned)).data).toMatchObject({ unchanged: 2 });
});

test('a line of an import whose vector does not fit is named by its number, and the lines before it are written', async () => {
  const { app, ids } = await startFilled();
  const headers = { 'content-type': 'application/x-ndjson' };
  const lines = Array.from({ length: 70 }, (_, i) => JSON.stringify({ content: `${i}`, vector: [1, i, 0] }));
  lines[66] = JSON.stringify({ content: 'short', vector: [1, 2] });
  lines[68] = JSON.stringify({ content: 'none' });
  for (const namespace of ['own', 'new']) {
    const url = `/v1/memory/import?namespace=${namespace}`;
    const { data } = await call(app, 'POST', url, { payload: `\n${lines.join('\n')}`, headers });
    expect(data).toMatchObject({
      message:
        'Line 68: vector: Has 2 numbers; the vectors of this namespace have 3. Lines up to 67 were imported.',
      details: [{ path: 'lines[68].vector', code: 'vector' }],
    });
    const held = await call(app, 'GET', `/v1/memory/namespaces/${namespace}`);
    expect(held.data).toMatchObject({ entries: 66 + (namespace === 'own' ? ids.length : 0) });
  }
  const bare = await call(app, 'PATCH', `/v1/memory/entries/${ids[0]}`, { payload: { content: 'other' } });
  expect(bare.data).toMatchObject({ details: [{ path: 'vector', code: 'vector' }] });
});

test('a change of the model embeds what is ours and leaves the vectors of callers as they are', async () => {
  const { app } = await startFilled();
  const model = await call(app, 'GET', '/v1/memory/model');
  expect(model.data).toMatchObject({ namespacesLeft: 0, entriesLeft: 0 });
  expect((await search(app, { vector: [0, 1, 0] })).data[0]!.content).toBe('north');
});

test('long vectors are searched exactly, and many of them go as base64 into one request', async () => {
  const app = await startApp();
  const dims = 1_536;
  const vectorOf = (seed: number) =>
    Array.from({ length: dims }, (_, i) => Math.sin(seed * 31 + i * i * 0.7));
  const list = Array.from({ length: 40 }, (_, i) => ({ content: `text ${i}`, vector: vectorOf(i) }));
  const tooMany = await write(app, Array(10).fill(list).flat());
  expect(tooMany).toMatchObject({ status: 413 });
  const encoded = list.map(({ content, vector }) => ({
    content,
    vector: Buffer.from(Float32Array.from(vector).buffer).toString('base64'),
  }));
  expect((await write(app, encoded)).status).toBe(200);
  const { data } = await search(app, { vector: vectorOf(17), limit: 3 });
  expect(data[0]).toMatchObject({ content: 'text 17' });
  expect(data[0]!.score).toBeGreaterThan(0.99);
});

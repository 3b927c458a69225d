import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, otherTenant, startApp } from '../support/app.ts';

interface Hit {
  id: string;
  content: string;
  score: number;
}

const notes = [
  { content: 'Ada drinks tea in the morning.', metadata: { who: 'ada', tags: ['drink', 'habit'] } },
  { content: 'Ada drinks green tea every morning.', metadata: { who: 'ada', tags: ['drink'] } },
  { content: 'Bert repairs old bicycles.', metadata: { who: 'bert', year: 2026 } },
  { content: 'The invoice is due in March.', metadata: { year: 2026, tags: [] } },
];

async function startFilled(): Promise<{ app: App; ids: string[] }> {
  const app = await startApp();
  const payload = { namespace: 'notes', entries: notes };
  const { data } = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', { payload });
  return { app, ids: data.ids };
}

test('a batch gives for each search what the search alone gives, in their order', async () => {
  const { app } = await startFilled();
  const searches = [
    { namespace: 'notes', query: 'bicycle' },
    { namespace: 'notes', query: 'tea', limit: 1, metadataFilter: { who: 'ada' } },
    { namespace: 'nobody wrote here', query: 'tea' },
    ...Array.from({ length: 12 }, (_, i) => ({ namespace: 'notes', query: `invoice ${i}`, limit: 2 })),
  ];
  const { data } = await call<Hit[][]>(app, 'POST', '/v1/memory/search/batch', { payload: { searches } });
  expect(data).toHaveLength(searches.length);
  for (const [i, payload] of searches.entries())
    expect(data[i]).toEqual((await call(app, 'POST', '/v1/memory/search', { payload })).data);
  expect(data[2]).toEqual([]);
});

test('a batch with one wrong search runs none and says which; too many are refused before they are read', async () => {
  const { app } = await startFilled();
  const good = { namespace: 'notes', query: 'tea' };
  const send = (searches: unknown) => call(app, 'POST', '/v1/memory/search/batch', { payload: { searches } });
  const wrong = await send([good, { namespace: 'notes', query: ' ' }]);
  expect(wrong).toMatchObject({ status: 400, data: { details: [{ path: 'searches[1].query' }] } });
  expect(await send([])).toMatchObject({ status: 400 });
  expect(await send(Array(33).fill({}))).toMatchObject({ status: 413 });
});

test('a key bound to other namespaces can use neither batch, similar nor facets to see more', async () => {
  const { app, ids } = await startFilled();
  const issued = await call<{ key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'bound', scopes: ['memory:read'], namespaces: ['mine'] },
  });
  const headers = { authorization: `Bearer ${issued.data.key}` };
  const searches = [
    { namespace: 'mine', query: 'tea' },
    { namespace: 'notes', query: 'tea' },
  ];
  const refused = { status: 403, data: { code: 'insufficient_scope' } };
  expect(
    await call(app, 'POST', '/v1/memory/search/batch', { headers, payload: { searches } }),
  ).toMatchObject(refused);
  expect(
    await call(app, 'POST', '/v1/memory/namespaces/notes/facets', {
      headers,
      payload: { paths: ['/metadata'] },
    }),
  ).toMatchObject(refused);
  expect(await call(app, 'POST', `/v1/memory/entries/${ids[0]}/similar`, { headers })).toMatchObject({
    status: 404,
  });
});

test('another tenant sees nothing through batch, similar, facets, history or settings', async () => {
  const { app, ids } = await startFilled();
  const headers = await otherTenant(app);
  const searches = [{ namespace: 'notes', query: 'tea' }];
  const batch = await call(app, 'POST', '/v1/memory/search/batch', { headers, payload: { searches } });
  expect(batch.data).toEqual([[]]);
  const namespace = '/v1/memory/namespaces/notes';
  const entry = `/v1/memory/entries/${ids[0]}`;
  const missing = [
    await call(app, 'POST', `${entry}/similar`, { headers }),
    await call(app, 'GET', `${entry}/history`, { headers }),
    await call(app, 'POST', `${namespace}/facets`, { headers, payload: { paths: ['/metadata/who'] } }),
    await call(app, 'PATCH', namespace, { headers, payload: { history: 1 } }),
  ];
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await call(app, 'GET', namespace)).data).toMatchObject({ history: 0 });
});

test('similar entries come most similar first, without the entry itself, within its namespace', async () => {
  const { app, ids } = await startFilled();
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'other', entries: [notes[0]] } });
  const url = `/v1/memory/entries/${ids[0]}/similar`;
  const { data } = await call<Hit[]>(app, 'POST', url);
  expect(data.map(({ id }) => id)).toHaveLength(3);
  expect(data[0]).toMatchObject({ id: ids[1] });
  const one = await call<Hit[]>(app, 'POST', url, { payload: { limit: 1, metadataFilter: { who: 'bert' } } });
  expect(one.data.map(({ id }) => id)).toEqual([ids[2]]);
  const missing = await call(app, 'POST', '/v1/memory/entries/mem_00000000000000000000000000/similar');
  expect(missing).toMatchObject({ status: 404, data: { code: 'entry_not_found' } });
});

test('facets count each value once an entry, items of arrays too, and what has none', async () => {
  const { app, ids } = await startFilled();
  const count = async (body: object) =>
    (await call(app, 'POST', '/v1/memory/namespaces/notes/facets', { payload: body })).data;
  expect(await count({ paths: ['/metadata/who', '/metadata/tags', '/metadata/year'] })).toEqual({
    entries: 4,
    facets: [
      {
        path: '/metadata/who',
        values: [
          { value: 'ada', count: 2 },
          { value: 'bert', count: 1 },
        ],
        without: 1,
        distinct: 2,
      },
      {
        path: '/metadata/tags',
        values: [
          { value: 'drink', count: 2 },
          { value: 'habit', count: 1 },
        ],
        without: 2,
        distinct: 2,
      },
      { path: '/metadata/year', values: [{ value: 2026, count: 2 }], without: 2, distinct: 1 },
    ],
  });
  await call(app, 'DELETE', `/v1/memory/entries/${ids[0]}`);
  const filter = { path: '/metadata/who', op: 'exists' };
  expect(await count({ paths: ['/metadata/tags'], limit: 1, filter })).toMatchObject({
    entries: 2,
    facets: [{ values: [{ value: 'drink', count: 1 }], distinct: 1 }],
  });
});

test('facets of a wrong path or of no namespace are refused with the reason', async () => {
  const { app } = await startFilled();
  const payload = { paths: ['who'] };
  expect(await call(app, 'POST', '/v1/memory/namespaces/notes/facets', { payload })).toMatchObject({
    status: 400,
    data: { details: [{ path: 'paths[0]', code: 'invalid_path' }] },
  });
  const gone = await call(app, 'POST', '/v1/memory/namespaces/gone/facets', {
    payload: { paths: ['/metadata'] },
  });
  expect(gone).toMatchObject({ status: 404 });
});

test('a conversation is written as one text, a line for each message', async () => {
  const app = await startApp();
  const write = (entry: object) =>
    call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', {
      payload: { namespace: 'chat', entries: [entry] },
    });
  const messages = [
    { role: 'user', content: 'What do I drink?', name: 'Ada' },
    { role: 'assistant', content: 'Tea.' },
  ];
  const { data } = await write({ messages, metadata: { session: 1 } });
  const entry = await call(app, 'GET', `/v1/memory/entries/${data.ids[0]}`);
  expect(entry.data).toMatchObject({
    content: 'Ada: What do I drink?\nassistant: Tea.',
    metadata: { session: 1 },
  });
  expect(await write({ messages, content: 'x' })).toMatchObject({
    status: 400,
    data: { details: [{ path: 'entries[0].messages', code: 'ambiguous' }] },
  });
  expect(await write({ metadata: {} })).toMatchObject({
    status: 400,
    data: { details: [{ path: 'entries[0].content' }] },
  });
  const long = Array.from({ length: 300 }, () => ({ role: 'user', content: 'x'.repeat(1_000) }));
  expect(await write({ messages: long })).toMatchObject({
    status: 400,
    data: { details: [{ path: 'entries[0].messages', code: 'too_large' }] },
  });
});

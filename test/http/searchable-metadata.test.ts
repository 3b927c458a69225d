import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, startApp } from '../support/app.ts';

const notes = [
  { content: 'The meeting moves to Friday.', metadata: { speaker: 'Quetzal', topics: ['zebra plan', 7] } },
  { content: 'The budget is approved.', metadata: { speaker: 'Ada', topics: [] } },
];

async function startFilled(): Promise<App> {
  const app = await startApp();
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'n', entries: notes } });
  return app;
}

async function found(app: App, query: string): Promise<string[]> {
  const payload = { namespace: 'n', query, mode: 'lexical', minScore: 0.01 };
  const { data } = await call<Array<{ content: string }>>(app, 'POST', '/v1/memory/search', { payload });
  return data.map(({ content }) => content);
}

const configure = (app: App, searchableMetadata: unknown, name = 'n') =>
  call(app, 'PATCH', `/v1/memory/namespaces/${name}`, { payload: { searchableMetadata } });

test('metadata is searched by its words where the namespace says so, from the next search on, and not before', async () => {
  const app = await startFilled();
  expect(await found(app, 'Quetzal')).toEqual([]);
  expect(await configure(app, ['speaker', 'topics'])).toMatchObject({
    status: 200,
    data: { name: 'n', searchableMetadata: ['speaker', 'topics'] },
  });
  expect(await found(app, 'Quetzal')).toEqual([notes[0]!.content]);
  expect(await found(app, 'zebra')).toEqual([notes[0]!.content]);
  expect(await found(app, 'Ada')).toEqual([notes[1]!.content]);
  await configure(app, []);
  expect(await found(app, 'Quetzal')).toEqual([]);
});

test('what is written, changed or deleted later is searched in the same way', async () => {
  const app = await startFilled();
  await configure(app, ['speaker']);
  const entry = { content: 'Lunch is at noon.', metadata: { speaker: 'Xanthippe' } };
  const { data } = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', {
    payload: { namespace: 'n', entries: [entry] },
  });
  expect(await found(app, 'Xanthippe')).toEqual([entry.content]);
  await call(app, 'PATCH', `/v1/memory/entries/${data.ids[0]}`, {
    payload: { metadata: { speaker: 'Yolanda' } },
  });
  expect(await found(app, 'Xanthippe')).toEqual([]);
  expect(await found(app, 'Yolanda')).toEqual([entry.content]);
  await call(app, 'DELETE', `/v1/memory/entries/${data.ids[0]}`);
  expect(await found(app, 'Yolanda')).toEqual([]);
});

test('a number of 19 digits is searched to the last one', async () => {
  const app = await startFilled();
  await configure(app, ['ticket']);
  for (const ticket of ['1234567890123456789', '1234567890123456788']) {
    const payload = `{"namespace":"n","entries":[{"content":"Ticket.","metadata":{"ticket":${ticket}}}]}`;
    await call(app, 'POST', '/v1/memory/entries', {
      payload,
      headers: { 'content-type': 'application/json' },
    });
  }
  expect(await found(app, '1234567890123456789')).toHaveLength(1);
  expect(await found(app, '1234567890123456787')).toEqual([]);
});

test('settings of a namespace that is not there, or too many keys, are refused', async () => {
  const app = await startFilled();
  expect(await configure(app, ['a'], 'gone')).toMatchObject({ status: 404 });
  expect(
    await configure(
      app,
      Array.from({ length: 17 }, (_, i) => `k${i}`),
    ),
  ).toMatchObject({ status: 400 });
  expect(await configure(app, undefined)).toMatchObject({ status: 400 });
  const read = await call(app, 'GET', '/v1/memory/namespaces/n');
  expect(read.data).toMatchObject({ searchableMetadata: [] });
});

import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, startApp } from '../support/app.ts';

interface Hit {
  content: string;
  occurredAt?: string;
  supersededBy?: string;
}

const paris = { content: 'Ada moved to Paris.', occurredAt: '2026-06-01T00:00:00.000Z' };
const lyon = { content: 'Ada lives in Lyon.', occurredAt: '2021-06-01T00:00:00.000Z' };
const old = { content: 'Ada lives in Rome.', occurredAt: '1969-01-01T00:00:00.000Z' };
const undated = { content: 'Ada keeps bees.' };

/** The newest fact is written first, so that the order of writing says the opposite of the truth. */
async function startFilled(): Promise<{ app: App; ids: string[] }> {
  const app = await startApp();
  const ids: string[] = [];
  for (const entry of [paris, lyon, old, undated]) {
    const payload = { namespace: 'n', entries: [entry] };
    const { data } = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', { payload });
    ids.push(...data.ids);
  }
  return { app, ids };
}

async function search(app: App, body: object): Promise<string[]> {
  const payload = { namespace: 'n', query: 'Where does Ada live?', ...body };
  const { data } = await call<Hit[]>(app, 'POST', '/v1/memory/search', { payload });
  return data.map(({ content }) => content);
}

test('what happened later ranks before what happened earlier, whatever was written first', async () => {
  const { app } = await startFilled();
  const found = await search(app, {});
  expect(found.indexOf(paris.content)).toBeLessThan(found.indexOf(lyon.content));
  expect(found.indexOf(paris.content)).toBeLessThan(found.indexOf(old.content));
});

test('asOf asks for what had happened by then; what has no time of its own counts from its writing', async () => {
  const { app } = await startFilled();
  expect(new Set(await search(app, { asOf: '2022-01-01T00:00:00Z' }))).toEqual(
    new Set([lyon.content, old.content]),
  );
  expect(await search(app, { asOf: '1970-01-01T00:00:00Z' })).toEqual([old.content]);
  expect(await search(app, { asOf: '2100-01-01T00:00:00Z' })).toHaveLength(4);
});

test('a filter sees it, and whether there is one', async () => {
  const { app } = await startFilled();
  const filter = (op: string, value: unknown) => ({ filter: { path: '/occurredAt', op, value } });
  expect(await search(app, filter('gte', '2026-01-01'))).toEqual([paris.content]);
  expect(await search(app, filter('lt', '1970-01-01'))).toEqual([old.content]);
  expect(await search(app, filter('exists', false))).toEqual([undated.content]);
  expect(await search(app, filter('ne', '1969-01-01'))).toHaveLength(3);
});

test('it is stored, changed, exported and imported as it was given', async () => {
  const { app, ids } = await startFilled();
  const changed = '2020-02-02T02:02:02.020Z';
  const one = await call(app, 'GET', `/v1/memory/entries/${ids[2]}`);
  expect(one.data).toMatchObject(old);
  expect(
    await call(app, 'PATCH', `/v1/memory/entries/${ids[1]}`, { payload: { occurredAt: changed } }),
  ).toMatchObject({ status: 200, data: { ...lyon, occurredAt: changed } });
  expect(await search(app, { asOf: '2020-12-31T00:00:00Z' })).toContain(lyon.content);
  const read = await app.server.inject({
    url: '/v1/memory/export?namespace=n',
    headers: { authorization: 'Bearer key_test' },
  });
  const times = read.body
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Hit).occurredAt);
  expect(times).toEqual([paris.occurredAt, changed, old.occurredAt, undefined]);
  const again = await call(app, 'POST', '/v1/memory/import?namespace=n', {
    payload: read.body,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(again.data).toMatchObject({ written: 0, unchanged: 4 });
});

test('a context says the day it happened, and can be put in that order', async () => {
  const { app } = await startFilled();
  const { data } = await call<{ text: string }>(app, 'POST', '/v1/memory/context', {
    payload: {
      namespace: 'n',
      query: 'Where does Ada live?',
      order: 'time',
      include: ['date'],
      format: 'markdown',
    },
  });
  const days = [...data.text.matchAll(/\d{4}-\d\d-\d\d/g)].map(([day]) => day);
  expect(days.slice(0, 3)).toEqual(['1969-01-01', '2021-06-01', '2026-06-01']);
});

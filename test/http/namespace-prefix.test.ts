import { expect, test } from 'vitest';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { call, otherTenant, startApp } from '../support/app.ts';

const namespaces = '/v1/memory/namespaces';
type Page = { items: Array<{ name: string }>; nextCursor?: string };

test('namespaces are found by the start of their name, in pages, and only those of the key', async () => {
  const app = await startApp({}, { embedder: new StubEmbedder() });
  for (const namespace of ['user', 'user-1', 'user-2', 'user-20', 'usé', 'uses', 'zebra'])
    await call(app, 'POST', '/v1/memory/entries', {
      payload: { namespace, entries: [{ content: 'text' }] },
    });
  const list = async (query: string, headers = {}) =>
    (await call<Page>(app, 'GET', `${namespaces}?${query}`, { headers })).data;
  const names = ({ items }: Page) => items.map(({ name }) => name);
  expect(names(await list('prefix=user'))).toEqual(['user', 'user-1', 'user-2', 'user-20']);
  expect(names(await list('prefix=user-2'))).toEqual(['user-2', 'user-20']);
  expect(names(await list('prefix=us'))).toEqual(['user', 'user-1', 'user-2', 'user-20', 'uses', 'usé']);
  expect(await list('prefix=nothing')).toEqual({ items: [] });

  const seen: string[] = [];
  let page = await list('prefix=user&limit=1');
  for (seen.push(...names(page)); page.nextCursor; seen.push(...names(page)))
    page = await list(`prefix=user&limit=1&cursor=${page.nextCursor}`);
  expect(seen).toEqual(['user', 'user-1', 'user-2', 'user-20']);

  const { data } = await call<{ key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'one', scopes: ['memory:read'], namespaces: ['user-2*'] },
  });
  const narrow = { authorization: `Bearer ${data.key}` };
  expect(names(await list('prefix=user', narrow))).toEqual(['user-2', 'user-20']);
  expect(names(await list('prefix=user', await otherTenant(app)))).toEqual([]);
});

import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, startApp } from '../support/app.ts';

const configure = (app: App, body: object) =>
  call(app, 'PATCH', '/v1/memory/namespaces/n', { payload: body });

async function write(app: App, content: string): Promise<string> {
  const entries = [{ content, externalId: 'fact', metadata: { by: 'ada' } }];
  const { data } = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', {
    payload: { namespace: 'n', entries },
  });
  return data.ids[0]!;
}

async function history(app: App, id: string): Promise<Array<{ content: string; replacedAt: string }>> {
  const url = `/v1/memory/entries/${id}/history`;
  return (await call<{ items: Array<{ content: string; replacedAt: string }> }>(app, 'GET', url)).data.items;
}

test('nothing of an entry that was changed stays, unless its namespace keeps a history', async () => {
  const app = await startApp();
  const id = await write(app, 'one');
  await write(app, 'two');
  expect(await history(app, id)).toEqual([]);
  expect(await configure(app, { history: 2 })).toMatchObject({
    status: 200,
    data: { history: 2, searchableMetadata: [] },
  });
  await write(app, 'three');
  await call(app, 'PATCH', `/v1/memory/entries/${id}`, { payload: { content: 'four' } });
  const items = await history(app, id);
  expect(items).toMatchObject([
    { content: 'three', externalId: 'fact', metadata: { by: 'ada' } },
    { content: 'two' },
  ]);
  expect(new Date(items[0]!.replacedAt).toISOString()).toBe(items[0]!.replacedAt);
});

test('one setting of a namespace stays when another is changed, and an empty change is refused', async () => {
  const app = await startApp();
  const id = await write(app, 'one');
  await configure(app, { history: 3 });
  expect(await configure(app, { searchableMetadata: ['by'] })).toMatchObject({ data: { history: 3 } });
  await write(app, 'two');
  expect(await history(app, id)).toHaveLength(1);
  expect(await configure(app, { history: 0 })).toMatchObject({ data: { searchableMetadata: ['by'] } });
  expect(await history(app, id)).toEqual([]);
  expect(await configure(app, {})).toMatchObject({ status: 400 });
  expect(await configure(app, { history: 21 })).toMatchObject({ status: 400 });
  expect(await call(app, 'GET', '/v1/memory/entries/mem_x/history')).toMatchObject({ status: 404 });
});

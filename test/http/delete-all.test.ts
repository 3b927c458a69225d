import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, startApp } from '../support/app.ts';

async function startFilled(): Promise<App> {
  const app = await startApp();
  const entries = ['a', 'b', 'c'].map((content) => ({ content, metadata: { name: content } }));
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'n', entries } });
  return app;
}

async function remove(app: App, body: object) {
  const { status, data } = await call(app, 'POST', '/v1/memory/entries/delete', {
    payload: { namespace: 'n', ...body },
  });
  return status === 200 ? data : { status, ...data };
}

test('a bulk delete that would take every entry needs to say so', async () => {
  const app = await startFilled();
  for (const body of [{ metadataFilter: {} }, { metadataFilter: {}, all: false }, {}, { dryRun: true }])
    expect(await remove(app, body)).toMatchObject({
      status: 400,
      message: expect.stringContaining('all: true'),
    });
  expect(await remove(app, { metadataFilter: {}, dryRun: true })).toEqual({ matched: 3, deleted: 0 });
  expect(await remove(app, { all: true, dryRun: true })).toEqual({ matched: 3, deleted: 0 });
  expect(await remove(app, { metadataFilter: {}, all: true })).toEqual({ matched: 3, deleted: 3 });
  expect(await remove(app, { all: true })).toEqual({ matched: 0, deleted: 0 });
});

test('all and what chooses among the entries contradict each other', async () => {
  const app = await startFilled();
  for (const body of [
    { ids: ['mem_x'], all: true },
    { metadataFilter: { name: 'a' }, all: true },
    { filter: { path: '/metadata/name', op: 'eq', value: 'a' }, all: true },
    { ids: ['mem_x'], metadataFilter: {} },
  ])
    expect(await remove(app, body)).toMatchObject({ status: 400, details: [{ code: 'ambiguous' }] });
  expect(await remove(app, { metadataFilter: { name: 'a' } })).toEqual({ matched: 1, deleted: 1 });
});

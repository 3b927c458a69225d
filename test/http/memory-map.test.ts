import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, otherTenant, startApp } from '../support/app.ts';

interface MapAnswer {
  total: number;
  variance: number[];
  points: { ids: string[]; x: number[]; y: number[]; colours?: number[] };
  colours?: string[];
  query?: { x: number; y: number };
  code?: string;
}

const topics = {
  tea: [
    'Ada drinks green tea.',
    'Tea is brewed with hot water.',
    'Black tea comes from Assam.',
    'She pours tea into a cup.',
  ],
  trains: [
    'The train to Lima leaves at nine.',
    'A railway ticket costs five euros.',
    'Locomotives pull the train.',
    'The station has ten tracks.',
  ],
};

async function startFilled(): Promise<{ app: App; ids: string[] }> {
  const app = await startApp();
  const entries = Object.entries(topics).flatMap(([topic, texts]) =>
    texts.map((content) => ({ content, metadata: { topic, 'a/b': { '~': 1 } } })),
  );
  const payload = { namespace: 'n', entries };
  const { data } = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', { payload });
  return { app, ids: data.ids };
}

async function map(app: App, query: string, name = 'n') {
  return call<MapAnswer>(app, 'GET', `/v1/memory/namespaces/${name}/map${query}`);
}

test('entries that are alike are near each other, and a query is near what answers it', async () => {
  const { app, ids } = await startFilled();
  const { data } = await map(app, '?colour=/topic&query=tea in a cup');
  const { points } = data;
  expect(points.ids.toSorted()).toEqual(ids.toSorted());
  expect([points.x.length, points.y.length, points.colours!.length, data.total]).toEqual([8, 8, 8, 8]);
  expect(data.colours!.toSorted()).toEqual(['tea', 'trains']);
  const centre = (topic: string) => {
    const members = points.ids.flatMap((_, i) => (data.colours![points.colours![i]!] === topic ? [i] : []));
    const mean = (list: number[]) => members.reduce((sum, i) => sum + list[i]!, 0) / members.length;
    return { x: mean(points.x), y: mean(points.y) };
  };
  const distance = (to: { x: number; y: number }) => Math.hypot(data.query!.x - to.x, data.query!.y - to.y);
  expect(distance(centre('tea'))).toBeLessThan(distance(centre('trains')));
  for (const value of [...points.x, ...points.y]) expect(Math.abs(value)).toBeLessThanOrEqual(1);
});

test('a picture stays until an entry changes, and has no more points than were asked for', async () => {
  const { app, ids } = await startFilled();
  const first = (await map(app, '')).data;
  expect((await map(app, '')).data).toEqual(first);
  expect(first).not.toHaveProperty('colours');
  expect((await map(app, '?sample=3')).data.points.ids).toHaveLength(3);
  await call(app, 'DELETE', `/v1/memory/entries/${ids[0]}`);
  const later = (await map(app, '')).data;
  expect(later.points.ids).toHaveLength(7);
  expect(later.points.ids).not.toContain(ids[0]);
  const nested = (await map(app, `?colour=${encodeURIComponent('/a~1b/~0')}`)).data;
  expect(nested.colours).toEqual(['1']);
});

test('other tenants and keys of other namespaces see no map, and wrong questions are refused', async () => {
  const { app } = await startFilled();
  const issued = await call<{ key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'k', scopes: ['memory:read'], namespaces: ['other'] },
  });
  const headers = { authorization: `Bearer ${issued.data.key}` };
  const bound = await app.server.inject({ url: '/v1/memory/namespaces/n/map', headers });
  expect(bound.json().data.code).toBe('insufficient_scope');
  const stranger = { url: '/v1/memory/namespaces/n/map', headers: await otherTenant(app) };
  expect((await app.server.inject(stranger)).json().data.code).toBe('not_found');
  expect((await map(app, '', 'unknown')).data.code).toBe('not_found');
  for (const query of ['?sample=0', '?sample=20001', '?colour=topic', '?colour=/a~2', '?color=/a', '?query='])
    expect((await map(app, query)).data.code, query).toBe('validation_failed');
});

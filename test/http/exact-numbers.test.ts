import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { authorization, startApp } from '../support/app.ts';

const ids = [
  '9007199254740992',
  '9007199254740993',
  '1234567890123456789',
  '1234567890123456788',
  '-18446744073709551617',
];

/** Bodies as text: to a test a number of 19 digits would be another one. */
async function send(
  app: App,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: string,
  type = 'application/json',
) {
  const response = await app.server.inject({
    method,
    url,
    headers: { ...authorization, ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  expect(response.statusCode, response.body).toBe(200);
  return response.body;
}

async function startFilled(): Promise<App> {
  const app = await startApp();
  const entries = ids.map(
    (id) => `{"content":"note ${id}","metadata":{"id":${id},"list":[${id}],"deep":{"id":${id}}}}`,
  );
  await send(app, 'POST', '/v1/memory/entries', `{"namespace":"n","entries":[${entries.join()}]}`);
  return app;
}

const contents = (body: string) => [...body.matchAll(/"content":"note ([^"]*)"/g)].map(([, id]) => id).sort();

test('a number is stored, listed, searched and exported as it was written', async () => {
  const app = await startFilled();
  const exported = await send(app, 'GET', '/v1/memory/export?namespace=n');
  const listed = await send(app, 'GET', '/v1/memory/entries?namespace=n');
  const searched = await send(app, 'POST', '/v1/memory/search', '{"namespace":"n","query":"note"}');
  for (const id of ids) {
    for (const body of [exported, listed, searched])
      expect(body).toContain(`"metadata":{"id":${id},"list":[${id}],"deep":{"id":${id}}}`);
  }
  await send(app, 'POST', '/v1/memory/import?namespace=copy', exported, 'application/x-ndjson');
  const copied = await send(app, 'GET', '/v1/memory/export?namespace=copy');
  const metadata = (body: string) => body.match(/"metadata":\{.*?\}\}/g)!.sort();
  expect(metadata(copied)).toEqual(metadata(exported));
  const again = await send(app, 'POST', '/v1/memory/import?namespace=n', exported, 'application/x-ndjson');
  expect(JSON.parse(again).data).toMatchObject({ written: 0, unchanged: ids.length });
});

test('a filter matches a number to the last digit, in the index and after a change', async () => {
  const app = await startFilled();
  for (const id of ids) {
    const filters = [
      `"metadataFilter":{"id":${id}}`,
      `"metadataFilter":{"deep":{"id":${id}}}`,
      `"filter":{"path":"/metadata/deep/id","op":"eq","value":${id}}`,
      `"filter":{"path":"/metadata/list","op":"contains","value":${id}}`,
      `"filter":{"path":"/metadata/id","op":"in","value":[1,${id}]}`,
      `"filter":{"and":[{"path":"/metadata/id","op":"gte","value":${id}},{"path":"/metadata/id","op":"lte","value":${id}}]}`,
      `"filter":{"not":{"or":[{"path":"/metadata/id","op":"gt","value":${id}},{"path":"/metadata/id","op":"lt","value":${id}}]}}`,
    ];
    for (const filter of filters) {
      const found = await send(
        app,
        'POST',
        '/v1/memory/search',
        `{"namespace":"n","query":"note",${filter}}`,
      );
      expect(contents(found), filter).toEqual([id]);
    }
    const query = encodeURIComponent(`{"id":${id}}`);
    expect(
      contents(await send(app, 'GET', `/v1/memory/entries?namespace=n&metadataFilter=${query}`)),
    ).toEqual([id]);
  }
  const body = `{"namespace":"n","metadataFilter":{"id":${ids[1]}}}`;
  expect(JSON.parse(await send(app, 'POST', '/v1/memory/entries/delete', body)).data).toEqual({
    matched: 1,
    deleted: 1,
  });
  expect(contents(await send(app, 'GET', '/v1/memory/entries?namespace=n'))).toEqual(
    ids.filter((id) => id !== ids[1]).sort(),
  );
});

test('a number in a field of the request itself is a plain one', async () => {
  const app = await startFilled();
  await send(
    app,
    'POST',
    '/v1/memory/search',
    '{"namespace":"n","query":"note","minScore":0.00000000000000000001,"limit":3}',
  );
});

test('an update keeps a number as it was written', async () => {
  const app = await startFilled();
  const { id } = JSON.parse(await send(app, 'GET', '/v1/memory/entries?namespace=n&limit=1')).data.items[0];
  const updated = await send(
    app,
    'PATCH',
    `/v1/memory/entries/${id}`,
    '{"metadata":{"id":99999999999999999999}}',
  );
  expect(updated).toContain('"metadata":{"id":99999999999999999999}');
  expect(await send(app, 'GET', `/v1/memory/entries/${id}`)).toContain(
    '"metadata":{"id":99999999999999999999}',
  );
});

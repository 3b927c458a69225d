import { Readable } from 'node:stream';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { RawResponse, route } from '../../src/http/route.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { authorization, call, startApp } from '../support/app.ts';
import { noRoom } from '../support/no-room.ts';

const json = { 'content-type': 'application/json' };

async function messageOf(app: App, method: 'GET' | 'POST', url: string, payload?: object): Promise<string> {
  const { status, data } = await call<{ message: string }>(app, method, url, payload && { payload });
  expect(status).toBe(400);
  return data.message;
}

test('what is wrong with a request is said in words that a person can act on', async () => {
  const app = await startApp();
  const search = (body: object) =>
    messageOf(app, 'POST', '/v1/memory/search', { namespace: 'a', query: 'b', ...body });
  expect(await search({ limit: 0 })).toBe('limit: Must be at least 1.');
  expect(await search({ limit: 1_001 })).toBe('limit: Must be at most 1000.');
  expect(await search({ limit: 1.5 })).toBe('limit: Must be a whole number.');
  expect(await search({ limit: '5' })).toBe('limit: Must be a number, not a string.');
  expect(await search({ query: null })).toBe('query: Must be a string, not null.');
  expect(await search({ mode: 'x' })).toBe('mode: Must be "blended", "dense" or "lexical".');
  expect(await search({ metadatafilter: {} })).toBe(
    'metadatafilter: There is no such field; did you mean "metadataFilter"?',
  );
  expect(await messageOf(app, 'POST', '/v1/memory/search', [])).toBe(
    'The request: Must be an object, not an array.',
  );
  expect(await messageOf(app, 'POST', '/v1/keys', { name: 'x' })).toBe('scopes: Is required.');
  expect(await messageOf(app, 'POST', '/v1/keys', { name: 'x', scopes: [] })).toBe(
    'scopes: Must have at least 1 item.',
  );
  expect(await messageOf(app, 'POST', '/v1/keys', { name: 'x', scopes: ['admin'], plan: 'y' })).toBe(
    'plan: Known plans: free, team, scale.',
  );
  expect(await messageOf(app, 'POST', '/v1/keys', { name: 'x', scopes: ['admin'], expiresAt: 'soon' })).toBe(
    'expiresAt: Must be a time such as 2027-01-31T12:00:00Z.',
  );
  expect(await messageOf(app, 'POST', '/v1/keys', { name: 'x\u001b[2J', scopes: ['admin'] })).toBe(
    'name: Must not contain control characters.',
  );
  const repoUrl = 'https://git.example.com/a.git';
  expect(await messageOf(app, 'POST', '/v1/security/scan', { repoUrl, baseline: {} })).toBe(
    'baseline: Must be {"scanId": …} or {"ref": …}.',
  );
  expect(await messageOf(app, 'POST', '/v1/security/scan', { repoUrl, baseline: { ref: '-x' } })).toBe(
    'baseline.ref is not a valid branch, tag or full commit.',
  );
  expect(await messageOf(app, 'POST', '/v1/security/credentials', { host: 'a b', secret: 'c' })).toBe(
    'host: Must be a host, or a host and a port.',
  );
});

test('only digits are a number in a query', async () => {
  const app = await startApp();
  for (const limit of ['', '0x10', '1e2', '%205', '-1', '5.0', '1&limit=2']) {
    expect(await messageOf(app, 'GET', `/v1/keys?limit=${limit}`)).toBe('limit: Must be a whole number.');
  }
  expect(await messageOf(app, 'GET', '/v1/keys?limit=201')).toBe('limit: Must be at most 200.');
  expect((await call(app, 'GET', '/v1/keys?limit=200')).status).toBe(200);
});

test('a query that is no text is refused', async () => {
  const app = await startApp();
  for (const cursor of ['%ff', '%c3%28', '%', '%zz', '%ed%a0%80'])
    expect(await messageOf(app, 'GET', `/v1/keys?cursor=${cursor}`)).toContain('UTF-8');
});

test('every request leaves one line in the log and one count, whatever its answer is', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => lines.push(line) });
  const app = await startApp({ LOREKEEP_CORS_ORIGINS: 'https://page.example.com' }, { logger });
  const requests: Array<[InjectOptions, number]> = [
    [{ method: 'GET', url: '/v1/limits' }, 200],
    [{ method: 'HEAD', url: '/v1/limits' }, 200],
    [{ method: 'GET', url: '/v1/memory/export?namespace=a' }, 200],
    [{ method: 'GET', url: '/openapi.json' }, 200],
    [{ method: 'GET', url: '/nowhere' }, 404],
    [{ method: 'PUT', url: '/v1/limits' }, 405],
    [{ method: 'GET', url: '/v1/limits', headers: { authorization: 'Bearer key_wrong' } }, 401],
    [{ method: 'POST', url: '/v1/memory/search', headers: json, payload: '{' }, 400],
    [{ method: 'GET', url: '/%ff' }, 400],
    [
      {
        method: 'OPTIONS',
        url: '/v1/limits',
        headers: { origin: 'https://page.example.com', 'access-control-request-method': 'GET' },
      },
      204,
    ],
  ];
  for (const [request, status] of requests) {
    const before = lines.length;
    const { method, url } = request;
    const response = await app.server.inject({
      ...request,
      headers: { ...authorization, ...request.headers },
    });
    expect(response.statusCode, `${method} ${url}`).toBe(status);
    const said = lines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      said.filter(({ msg }) => msg === 'request'),
      `${method} ${url}`,
    ).toMatchObject([{ method, status, requestId: response.headers['x-request-id'] }]);
  }
  const metrics = (await app.server.inject({ url: '/metrics', headers: authorization })).body;
  const counts = metrics.matchAll(/^lorekeep_http_requests_total\{.*\} (\d+)$/gm);
  expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(requests.length);
});

test('a stream that fails before its first byte is one error in the envelope, and one line', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => lines.push(line) });
  const failing = route({
    name: 'failLate',
    method: 'GET',
    path: '/v1/failing',
    scope: 'any',
    tag: 'test',
    summary: 'Fails at once.',
    handle: () =>
      new RawResponse(
        'application/x-ndjson',
        new Readable({
          read() {
            this.destroy(new Error('broken'));
          },
        }),
        {
          'Content-Disposition': 'attachment',
        },
      ),
  });
  const app = await startApp({}, { logger, extraRoutes: [failing] });
  const response = await app.server.inject({ url: '/v1/failing', headers: authorization });
  expect(response.statusCode).toBe(500);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['content-disposition']).toBeUndefined();
  expect(response.json()).toMatchObject({ success: false, data: { code: 'internal_error' } });
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests).toMatchObject([{ route: '/v1/failing', status: 500 }]);
});

test.each(['ENOSPC', 'EDQUOT'])(
  'a disk that is full outside the database (%s) is 507 as well',
  async (code) => {
    const full = route({
      name: 'fillDisk',
      method: 'POST',
      path: '/v1/full',
      scope: 'any',
      tag: 'test',
      summary: 'Puts a body aside.',
      handle: () => {
        throw noRoom(code);
      },
    });
    const app = await startApp({}, { extraRoutes: [full] });
    expect(await call(app, 'POST', '/v1/full')).toMatchObject({
      status: 507,
      data: { code: 'storage_full' },
    });
  },
);

test('a cursor that was changed on the way is refused', async () => {
  const app = await startApp();
  for (const name of ['a', 'b'])
    await call(app, 'POST', '/v1/keys', { payload: { name, scopes: ['admin'] } });
  const { data } = await call<{ nextCursor: string }>(app, 'GET', '/v1/keys?limit=1');
  expect((await call(app, 'GET', `/v1/keys?cursor=${data.nextCursor}`)).status).toBe(200);
  const [mark, position] = JSON.parse(Buffer.from(data.nextCursor, 'base64url').toString()) as [
    string,
    string,
  ];
  const changed = Buffer.from(JSON.stringify([mark, `${position}0`])).toString('base64url');
  expect(await call(app, 'GET', `/v1/keys?cursor=${changed}`)).toMatchObject({
    status: 400,
    data: { code: 'invalid_cursor' },
  });
});

test('naming the type of a body that is not sent does no harm', async () => {
  const app = await startApp();
  const made = await call<{ id: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'a', scopes: ['admin'] },
  });
  const rotated = await call<{ id: string }>(app, 'POST', `/v1/keys/${made.data.id}/rotate`, {
    headers: json,
  });
  expect(rotated.status).toBe(200);
  expect((await call(app, 'DELETE', `/v1/keys/${rotated.data.id}`, { headers: json })).status).toBe(200);
  expect((await call(app, 'POST', '/v1/memory/search', { headers: json })).data['message']).toBe(
    'Send a JSON body with "Content-Type: application/json".',
  );
});

test('a compressed body is refused as such', async () => {
  const app = await startApp();
  const { status, data } = await call(app, 'POST', '/v1/memory/search', {
    payload: '{"namespace":"a","query":"b"}',
    headers: { ...json, 'content-encoding': 'gzip' },
  });
  expect(status).toBe(415);
  expect(data['message']).toContain('Content-Encoding');
  const plain = await call(app, 'POST', '/v1/memory/search', {
    payload: '{"namespace":"a","query":"b"}',
    headers: { ...json, 'content-encoding': 'Identity' },
  });
  expect(plain.status).toBe(200);
});

test('the root says where the API and its reference are', async () => {
  const app = await startApp();
  const { status, data } = await call(app, 'GET', '/', { headers: { authorization: '' } });
  expect([status, data['code']]).toEqual([404, 'not_found']);
  expect(data['message']).toContain('/docs');
});

test('another method on an open address is 405 without a key, and on all others 401', async () => {
  const app = await startApp();
  const without = { headers: { authorization: '' } };
  expect(await call(app, 'POST', '/healthz', without)).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
  expect((await call(app, 'PUT', '/v1/limits', without)).status).toBe(401);
});

test('an export never takes a misspelt id for its place to go on', async () => {
  const app = await startApp();
  expect(await messageOf(app, 'GET', '/v1/memory/export?namespace=a&after=mem_1')).toBe(
    'after: Must be the id of an entry.',
  );
});

test('a misspelt field of 400 kB comes back shortened', async () => {
  const app = await startApp();
  const name = 'x'.repeat(400_000);
  const { status, data } = await call(app, 'POST', '/v1/memory/search', {
    payload: { namespace: 'a', query: 'b', [name]: 1, metadataFilter: {} },
  });
  expect(status).toBe(400);
  expect(data['message']).toBe(`${'x'.repeat(100)}…: There is no such field.`);
  expect(JSON.stringify(data).length).toBeLessThan(1_000);
});

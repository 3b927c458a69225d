import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { route } from '../../src/http/route.ts';
import { call, startApp, testKey } from '../support/app.ts';

test.each([
  ['an unknown address', 'GET', '/nope', {}, 404, 'not_found'],
  ['an unknown address of the API', 'GET', '/v1/nope', {}, 404, 'not_found'],
  ['a known address with another method', 'DELETE', '/v1/limits', {}, 405, 'method_not_allowed'],
  ['broken JSON', 'POST', '/v1/keys', json('{'), 400, 'invalid_json'],
  ['no body', 'POST', '/v1/keys', {}, 400, 'invalid_json'],
  ['a body that is not an object', 'POST', '/v1/keys', json('[]'), 400, 'validation_failed'],
  [
    'a key twice',
    'POST',
    '/v1/keys',
    json('{"name":"a","name":"b","scopes":["admin"]}'),
    400,
    'invalid_json',
  ],
  [
    'another content type',
    'POST',
    '/v1/keys',
    { payload: '{}', headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  [
    'another charset',
    'POST',
    '/v1/keys',
    { payload: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
    415,
    'unsupported_media_type',
  ],
  ['a body over the limit', 'POST', '/v1/keys', json(`"${'x'.repeat(2_000)}"`), 413, 'payload_too_large'],
  ['an unknown field of a query', 'GET', '/v1/keys?limt=5', {}, 400, 'validation_failed'],
  ['a number out of range in a query', 'GET', '/v1/keys?limit=201', {}, 400, 'validation_failed'],
  ['a foreign cursor', 'GET', '/v1/keys?cursor=abc', {}, 400, 'invalid_cursor'],
  ['an over-long address', 'GET', `/v1/keys?cursor=${'a'.repeat(9_000)}`, {}, 414, 'uri_too_long'],
  ['a broken percent escape', 'GET', '/v1/%zz', {}, 400, 'malformed_request'],
] as const)('%s answers with its code in the envelope', async (_, method, url, options, status, code) => {
  const app = await startApp({ LOREKEEP_LIMITS_BODY_BYTES: '1000' });
  const answer = await call(app, method, url, options);
  expect(answer).toMatchObject({ status, success: false, data: { code, retryable: false } });
  expect(answer.data['message']).toMatch(/^[^\n]+$/);
  expect(answer.requestId).toMatch(/^req_[0-9A-Z]{26}$/);
  expect(answer.headers['x-request-id']).toBe(answer.requestId);
});

function json(payload: string) {
  return { payload, headers: { 'content-type': 'application/json' } };
}

test('the envelope has success, data and meta.requestId and nothing else', async () => {
  const app = await startApp();
  for (const url of ['/healthz', '/v1/limits', '/v1/nope']) {
    const body = (await app.server.inject({ url, headers: { authorization: `Bearer ${testKey}` } })).json();
    expect(Object.keys(body).sort()).toEqual(['data', 'meta', 'success']);
    expect(Object.keys(body.meta)).toEqual(['requestId']);
  }
});

test('405 says which methods there are', async () => {
  const app = await startApp();
  expect((await call(app, 'PUT', '/v1/keys')).headers['allow']).toBe('POST, GET, HEAD');
});

test('a wrong field is named by its path, an unknown one too', async () => {
  const app = await startApp();
  const answer = await call<{ details: Array<{ path: string; code: string }> }>(app, 'POST', '/v1/keys', {
    payload: { name: '', scopes: ['memory:read', 'memory:eat'], nmae: 1 },
  });
  expect(answer.data.details.map(({ path, code }) => [path, code])).toEqual(
    expect.arrayContaining([
      ['name', 'too_small'],
      ['scopes[1]', 'invalid_value'],
      ['nmae', 'unknown_field'],
    ]),
  );
});

test('an optional field sent as null counts as left out', async () => {
  const app = await startApp();
  const payload = { name: 'a', scopes: ['admin'], namespaces: null, plan: null, expiresAt: null };
  const answer = await call(app, 'POST', '/v1/keys', { payload });
  expect(answer.status).toBe(200);
  expect(answer.data).not.toHaveProperty('namespaces');
  expect(answer.data).not.toHaveProperty('expiresAt');
});

test('a crash in a handler is a 500 that tells nothing, and the service goes on', async () => {
  const broken = route({
    name: 'breakDown',
    method: 'GET',
    path: '/v1/broken',
    scope: 'any',
    tag: 'test',
    summary: 'Breaks.',
    handle: () => {
      throw new Error('secret detail of table users');
    },
  });
  const app = await startApp({}, { extraRoutes: [broken] });
  const response = await app.server.inject({
    url: '/v1/broken',
    headers: { authorization: `Bearer ${testKey}` },
  });
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({
    success: false,
    data: { code: 'internal_error', retryable: true },
  });
  expect(response.body).not.toContain('secret');
  expect(response.body).not.toContain('.ts');
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
});

test('no route but health, documentation and console answers without a key', async () => {
  const app = await startApp();
  const document = (await app.server.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, { security?: unknown[] }>>;
  };
  const open: string[] = [];
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      const response = await app.server.inject({
        method: method as 'get',
        url: path.replace(/\{.*?\}/g, 'x'),
      });
      if (response.statusCode !== 401) open.push(path);
      else expect(response.headers['www-authenticate']).toBe('Bearer');
    }
  }
  expect(open.sort()).toEqual([
    '/docs',
    '/docs/reference.js',
    '/docs/start.js',
    '/healthz',
    '/openapi.json',
    '/readyz',
  ]);
});

test('metrics are open only when the operator opens them', async () => {
  const closed = await startApp();
  expect((await closed.server.inject('/metrics')).statusCode).toBe(401);
  const open = await startApp({ LOREKEEP_METRICS_OPEN: 'true' });
  const response = await open.server.inject('/metrics');
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('lorekeep_http_requests_total');
});

test('the OpenAPI document is valid 3.1', async () => {
  const app = await startApp();
  const document = (await app.server.inject('/openapi.json')).json() as object;
  const result = await new Validator().validate(document as never);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test('a browser page may call only from a listed origin', async () => {
  const app = await startApp({ LOREKEEP_CORS_ORIGINS: 'https://app.example.com' });
  const preflight = (origin: string) =>
    app.server.inject({
      method: 'OPTIONS',
      url: '/v1/limits',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
  const allowed = await preflight('https://app.example.com');
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example.com');
  expect((await preflight('https://evil.example.com')).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );
  const closed = await startApp();
  const headers = { origin: 'https://app.example.com', authorization: `Bearer ${testKey}` };
  const response = await closed.server.inject({ url: '/v1/limits', headers });
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

test('limits tell the plan of the key', async () => {
  const app = await startApp();
  expect((await call(app, 'GET', '/v1/limits')).data).toMatchObject({
    plan: { name: 'team', searchLimitDefault: 10, requestsPerMinute: 0 },
    limits: { request: { bodyBytes: 8_388_608 } },
  });
});

import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Principal } from '../access/principal.ts';
import { type Call, RawResponse, type Route } from '../http/route.ts';
import { LocalApi } from './local-api.ts';

const draining = new AbortController().signal;
const principal = { tenantId: 'ten_a', keyId: 'local', scopes: ['memory:read'] } as unknown as Principal;

function apiOf(route: Partial<Route>) {
  const calls: Call[] = [];
  const whole = {
    name: 'one',
    scope: 'any',
    handle: (call: Call) => {
      calls.push(call);
      return 'handled';
    },
    ...route,
  } as unknown as Route;
  const local = new LocalApi({ routes: [whole], newId: (prefix) => `${prefix}_1`, draining });
  return { local, api: local.as(principal), calls };
}

test('an operation that is not there is not found', async () => {
  const { local, api } = apiOf({});
  expect([local.has('one'), local.has('two')]).toEqual([true, false]);
  await expect(api.call('two')).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no operation "two" here.',
  });
});

test.each([
  ['any', true],
  ['public', true],
  ['memory:read', true],
  ['memory:write', false],
  ['admin', false],
] as const)(
  'an operation of the scope %s may be called by a key that reads memory: %s',
  async (scope, may) => {
    const call = apiOf({ scope }).api.call('one');
    if (may) expect(await call).toBe('handled');
    else
      await expect(call).rejects.toMatchObject({
        code: 'insufficient_scope',
        message: `This key lacks the scope "${scope}".`,
      });
  },
);

test('a call has what a request has', async () => {
  const schemas = {
    params: z.strictObject({ id: z.string() }),
    query: z.strictObject({ limit: z.coerce.number().optional(), filter: z.string().optional() }),
    body: z.strictObject({ a: z.int().optional() }),
  };
  const { api, calls } = apiOf(schemas);
  const { signal } = new AbortController();
  await api.call(
    'one',
    {
      params: { id: 'x' },
      query: { limit: 5, filter: { a: [1] }, absent: undefined, nothing: null },
      body: { a: 1 },
      transport: 'mcp',
    },
    { signal },
  );
  expect(calls[0]).toMatchObject({
    requestId: 'req_1',
    params: { id: 'x' },
    query: { limit: 5, filter: '{"a":[1]}' },
    body: { a: 1 },
    headers: {},
    transport: 'mcp',
  });
  expect(calls[0]!.principal).toBe(principal);
  expect(calls[0]!.gone).toBe(signal);
  expect(calls[0]!.draining).toBe(draining);
  expect(calls[0]!.receipt()).toBeUndefined();
});

test('what is not given is empty, and is checked all the same', async () => {
  const { api, calls } = apiOf({ query: z.strictObject({}), body: z.strictObject({}) });
  await api.call('one');
  expect(calls[0]).toMatchObject({ params: undefined, query: {}, body: {}, transport: 'http' });
  expect(calls[0]!.gone.aborted).toBe(false);
  const strict = apiOf({ params: z.strictObject({ id: z.string() }) }).api;
  await expect(strict.call('one')).rejects.toMatchObject({ code: 'validation_failed' });
  const bare = apiOf({});
  await bare.api.call('one', { params: { id: 'x' }, query: { a: 1 }, body: { a: 1 } });
  expect(bare.calls[0]).toMatchObject({ params: undefined, query: undefined, body: undefined });
});

const json = 'application/json; charset=utf-8';

test.each<[string, RawResponse, unknown]>([
  ['a text', new RawResponse('text/csv', 'a,b'), 'a,b'],
  ['bytes', new RawResponse('text/plain', Buffer.from('é')), 'é'],
  ['a stream', new RawResponse('text/plain', Readable.from(['a', 'b'])), 'ab'],
  ['JSON without an envelope', new RawResponse(json, '{"version":"2.1.0"}'), '{"version":"2.1.0"}'],
  ['an envelope', new RawResponse(json, '{"success":true,"data":{"a":1}}'), { a: 1 }],
])('a response that is %s is read', async (_, response, read) => {
  expect(await apiOf({ handle: () => response }).api.call('one')).toEqual(read);
});

test.each([
  ['{"success":false,"data":{"code":"not_found","message":"Gone."}}', 'not_found', 'Gone.'],
  ['{"success":false,"data":{}}', 'internal_error', expect.any(String)],
  ['{"success":false}', 'internal_error', expect.any(String)],
])('the failure %s that came slowly is a failure of the call', async (body, code, message) => {
  const { api } = apiOf({ handle: () => new RawResponse(json, body) });
  await expect(api.call('one')).rejects.toMatchObject({ code, message });
});

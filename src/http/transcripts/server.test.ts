import { tmpdir } from 'node:os';
import type { InjectOptions } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../config/load.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Call, Route } from '../route.ts';
import { createServer, type ServerParts } from '../server.ts';

const route = (more: Partial<Route>): Route => ({
  name: 'x',
  method: 'GET',
  path: '/v1/x',
  scope: 'any',
  tag: 'memory',
  summary: '',
  handle: () => 'done',
  ...more,
});

interface Given {
  environment?: Record<string, string>;
  /** Who comes in; nobody where it is undefined. */
  admits?: boolean;
  parts?: Partial<ServerParts>;
}

/** A server over these routes, whose gate lets everybody in or nobody. */
function serverOf(routes: readonly Route[], { environment = {}, admits = true, parts = {} }: Given = {}) {
  const asked: string[] = [];
  const draining = new AbortController();
  const counted: unknown[] = [];
  const server = createServer({
    config: loadConfig({ LOREKEEP_DATA_DIR: tmpdir(), ...environment }, tmpdir()),
    routes,
    gate: {
      admit: (_: unknown, scope: string) => {
        asked.push(scope);
        if (!admits) throw new ServiceError('unauthenticated');
        return { tenantId: 'ten_1', keyId: 'key_1', scopes: [] };
      },
    } as never,
    idempotency: {} as never,
    newId: (kind: string) => `${kind}_1`,
    logger: { isLevelEnabled: () => false, warn() {}, error() {}, info() {} } as never,
    metrics: { countRequest: (...all: unknown[]) => counted.push(all) } as never,
    clock: { now: () => 0 },
    draining: draining.signal,
    ...parts,
  });
  onTestFinished(() => server.close());
  const ask = async (options: InjectOptions) => {
    const response = await server.inject(options);
    const body = response.body === '' ? undefined : JSON.parse(response.body);
    return {
      status: response.statusCode,
      headers: response.headers,
      body,
      code: body?.success === false ? (body.data.code as string) : undefined,
      data: body?.data,
    };
  };
  return { ask, asked, draining, counted };
}

describe('a request', () => {
  test('is answered with what the handler gives, at once or later, in the envelope', async () => {
    const { ask, asked } = serverOf([
      route({ handle: () => 'now' }),
      route({ path: '/v1/y', scope: 'memory:read', handle: async () => 'later' }),
    ]);
    expect(await ask({ url: '/v1/x' })).toMatchObject({ status: 200, data: 'now' });
    expect(await ask({ url: '/v1/y' })).toMatchObject({ status: 200, data: 'later' });
    expect(asked).toEqual(['any', 'memory:read']);
  });

  test('finds each its own headers', async () => {
    const { ask } = serverOf([route({})]);
    for (let i = 0; i < 2; i++) expect((await ask({ url: '/v1/x' })).headers['x-request-id']).toBe('req_1');
  });

  test.each<[url: string, code: string | undefined]>([
    ['/v1/x', undefined],
    ['/v1/x?', undefined],
    ['/v1/x?a=1', 'validation_failed'],
    ['/v1/x?a', 'validation_failed'],
    ['/v1/x?%zz', 'malformed_request'],
    [`/v1/x?${'a'.repeat(8_192 - '/v1/x?'.length)}`, 'validation_failed'],
    [`/v1/x?${'a'.repeat(8_193 - '/v1/x?'.length)}`, 'uri_too_long'],
  ])('for %.20s is refused by %s', async (url, code) => {
    expect((await serverOf([route({})]).ask({ url })).code).toBe(code);
  });

  test('has its parameters and its query checked where the route has a schema', async () => {
    const seen: Array<[unknown, unknown]> = [];
    const { ask } = serverOf([
      route({
        path: '/v1/x/:id',
        params: z.strictObject({ id: z.string().max(3) }),
        query: z.strictObject({ n: z.coerce.number().optional() }),
        handle: ({ params, query }: Call) => void seen.push([params, query]),
      }),
    ]);
    await ask({ url: '/v1/x/abc?n=5' });
    expect(seen).toEqual([[{ id: 'abc' }, { n: 5 }]]);
    expect((await ask({ url: '/v1/x/abcd' })).code).toBe('validation_failed');
    expect((await ask({ url: '/v1/x/abc?m=5' })).code).toBe('validation_failed');
    expect(seen).toHaveLength(1);
  });

  test('says how it arrived', async () => {
    const { ask } = serverOf([route({ handle: ({ transport }: Call) => transport })]);
    const by = async (transport?: string) =>
      (await ask({ url: '/v1/x', headers: transport ? { 'lorekeep-transport': transport } : {} })).data;
    expect([await by(), await by('mcp'), await by('other')]).toEqual(['http', 'mcp', 'http']);
  });
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };
  const echo = (more: Partial<Route> = {}) =>
    route({
      method: 'POST',
      body: z.strictObject({ a: z.number().default(1) }),
      handle: ({ body }) => body,
      ...more,
    });

  test('is needed where the route has a schema, unless it may be omitted', async () => {
    const { ask } = serverOf([
      echo(),
      echo({ path: '/v1/y', bodyOptional: true }),
      echo({ path: '/v1/z', body: undefined as never }),
    ]);
    expect((await ask({ method: 'POST', url: '/v1/x' })).code).toBe('invalid_json');
    expect((await ask({ method: 'POST', url: '/v1/x', headers: json, payload: 'null' })).code).toBe(
      'invalid_json',
    );
    expect((await ask({ method: 'POST', url: '/v1/x', headers: json, payload: '{"a":2}' })).data).toEqual({
      a: 2,
    });
    expect((await ask({ method: 'POST', url: '/v1/y' })).data).toEqual({ a: 1 });
    expect((await ask({ method: 'POST', url: '/v1/z' })).status).toBe(200);
    expect((await ask({ method: 'POST', url: '/v1/z', headers: json, payload: '{"a":2}' })).code).toBe(
      'validation_failed',
    );
  });

  test.each<[limit: number | undefined, configured: number, bytes: number, code: string | undefined]>([
    [undefined, 1_000_000, 65_536, undefined],
    [undefined, 1_000_000, 65_537, 'payload_too_large'],
    [200, 1_000_000, 200, undefined],
    [200, 1_000_000, 201, 'payload_too_large'],
    [2_000_000, 100_000, 100_000, undefined],
    [2_000_000, 100_000, 100_001, 'payload_too_large'],
  ])(
    'of a route with the limit %s, %i for all, may have %i bytes: %s',
    async (limit, configured, bytes, code) => {
      const more = limit === undefined ? {} : { bodyLimitBytes: limit };
      const { ask } = serverOf([echo(more)], {
        environment: { LOREKEEP_LIMITS_BODY_BYTES: String(configured) },
      });
      const payload = `{"a":2}${' '.repeat(bytes - 7)}`;
      expect((await ask({ method: 'POST', url: '/v1/x', headers: json, payload })).code).toBe(code);
    },
  );

  test('of lines is needed as such', async () => {
    const { ask } = serverOf([
      route({ method: 'POST', ndjsonBody: true, handle: ({ body }) => typeof body }),
    ]);
    const lines = { 'content-type': 'application/x-ndjson' };
    expect((await ask({ method: 'POST', url: '/v1/x', headers: lines, payload: '{}\n' })).data).toBe(
      'object',
    );
    expect((await ask({ method: 'POST', url: '/v1/x', headers: json, payload: '{}' })).code).toBe(
      'unsupported_media_type',
    );
  });
});

describe('what no route takes', () => {
  const routes = [
    route({}),
    route({ method: 'DELETE' }),
    route({ path: '/open', scope: 'public' }),
    route({ method: 'POST', path: '/v1/post', body: z.any() }),
  ];

  test.each<[method: string, url: string, status: number, allow: string | undefined]>([
    ['POST', '/v1/x', 405, 'GET, HEAD, DELETE'],
    ['GET', '/v1/post', 405, 'POST'],
    ['PUT', '/open', 405, 'GET, HEAD'],
    ['GET', '/v1/none', 404, undefined],
    ['GET', '/none', 404, undefined],
  ])('%s %s is %i, with the methods that are', async (method, url, status, allow) => {
    const found = await serverOf(routes).ask({ method: method as 'GET', url });
    expect([found.status, found.headers['allow']]).toEqual([status, allow]);
  });

  test('is told only to somebody with a key, where a key is needed', async () => {
    const { ask, asked } = serverOf(routes, { admits: false });
    for (const [method, url, status] of [
      ['GET', '/v1/x', 401],
      ['POST', '/v1/x', 401],
      ['GET', '/v1/none', 401],
      ['GET', '/none', 404],
      ['GET', '/open', 200],
      ['PUT', '/open', 405],
    ] as const)
      expect([method, url, (await ask({ method, url })).status]).toEqual([method, url, status]);
    expect(asked).toHaveLength(3);
  });
});

describe('a service that ends', () => {
  test('refuses what is not about its health, and closes the connection', async () => {
    const { ask, draining } = serverOf([
      route({}),
      route({ path: '/ready', tag: 'health', scope: 'public' }),
    ]);
    expect((await ask({ url: '/v1/x' })).status).toBe(200);
    draining.abort();
    const refused = await ask({ url: '/v1/x' });
    expect([refused.code, refused.headers['connection'], refused.headers['retry-after']]).toEqual([
      'shutting_down',
      'close',
      '5',
    ]);
    expect((await ask({ url: '/ready' })).status).toBe(200);
  });
});

describe('pages of other origins', () => {
  const environment = { LOREKEEP_CORS_ORIGINS: 'https://app.test' };
  const preflight = { origin: 'https://app.test', 'access-control-request-method': 'POST' };

  test('may ask before they call: the answer is empty, nobody has to come in, and it is counted', async () => {
    const { ask, asked, counted } = serverOf([route({})], { environment });
    const { status, body, headers } = await ask({ method: 'OPTIONS', url: '/v1/x', headers: preflight });
    expect([status, body, headers['access-control-allow-origin']]).toEqual([
      204,
      undefined,
      'https://app.test',
    ]);
    expect([asked, counted.length]).toEqual([[], 1]);
  });

  test('that are not listed are answered as anybody', async () => {
    const { ask } = serverOf([route({})], { environment });
    const headers = { ...preflight, origin: 'https://other.test' };
    const found = await ask({ method: 'OPTIONS', url: '/v1/x', headers });
    expect([found.status, found.headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });
});

describe('another node', () => {
  test('answers where it is the one to ask, and where it gives nothing this one does', async () => {
    let elsewhere: Promise<unknown> | undefined;
    const forwarder = { begin: () => elsewhere, answer: () => {}, isForwarded: () => false } as never;
    const { ask } = serverOf([route({ handle: () => 'here' })], { parts: { forwarder } });
    expect((await ask({ url: '/v1/x' })).data).toBe('here');
    elsewhere = Promise.resolve('there');
    expect((await ask({ url: '/v1/x' })).data).toBe('there');
    elsewhere = Promise.resolve(undefined);
    expect((await ask({ url: '/v1/x' })).data).toBe('here');
  });
});

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'k1' };

  function withReceipts(stored: unknown, more: Partial<Route> = {}) {
    const log: unknown[] = [];
    const idempotency = {
      begin: async (asked: unknown) => {
        log.push(asked);
        return stored === undefined
          ? { repeated: false, receipt: { id: 'r1', tenantId: 'ten_1', bodyHash: '', expiresAt: 9 } }
          : { repeated: true, data: stored };
      },
      settled: async (_: unknown, error: Error) =>
        error.message === 'written by another' ? { data: 'theirs' } : undefined,
      end: (id: string) => log.push(`end ${id}`),
    };
    const made = route({ method: 'POST', creates: true, handle: () => 'made', ...more });
    return { ...serverOf([made], { parts: { idempotency: idempotency as never } }), log };
  }

  test('is looked up before anything is done, and given up afterwards', async () => {
    const { ask, log } = withReceipts(undefined, {
      handle: ({ receipt }: Call) => receipt(() => 'part')!.answer('whole'),
    });
    const { data, headers: sent } = await ask({ method: 'POST', url: '/v1/x', headers });
    expect([data, sent['idempotent-replayed']]).toEqual(['part', undefined]);
    const begun = { idempotencyKey: 'k1', tenantId: 'ten_1', keyId: 'key_1', target: 'POST /v1/x' };
    expect(log).toEqual([expect.objectContaining(begun), 'end r1']);
  });

  test('that was used already gets what was stored, as the route repeats it', async () => {
    const { ask } = withReceipts('stored', { handle: () => expect.unreachable() });
    const { data, headers: sent } = await ask({ method: 'POST', url: '/v1/x', headers });
    expect([data, sent['idempotent-replayed']]).toEqual(['stored', 'true']);
    const repeated = withReceipts('stored', { repeat: (_: Call, data: unknown) => `${data} again` });
    expect((await repeated.ask({ method: 'POST', url: '/v1/x', headers })).data).toBe('stored again');
  });

  test('that another request has used meanwhile gets what that one stored; any other error stays one', async () => {
    const fail = (message: string) => () => Promise.reject(new Error(message));
    const lost = withReceipts(undefined, { handle: fail('written by another') });
    const found = await lost.ask({ method: 'POST', url: '/v1/x', headers });
    expect([found.data, found.headers['idempotent-replayed'], lost.log.at(-1)]).toEqual([
      'theirs',
      'true',
      'end r1',
    ]);
    const broken = withReceipts(undefined, { handle: fail('broken') });
    expect((await broken.ask({ method: 'POST', url: '/v1/x', headers })).status).toBe(500);
    expect(broken.log.at(-1)).toBe('end r1');
  });

  test('is not looked at by a route that creates nothing, and without one nothing is noted', async () => {
    const plain = withReceipts('stored', { creates: false });
    expect((await plain.ask({ method: 'POST', url: '/v1/x', headers })).data).toBe('made');
    const without = withReceipts('stored', { handle: ({ receipt }: Call) => String(receipt()) });
    expect((await without.ask({ method: 'POST', url: '/v1/x' })).data).toBe('undefined');
    expect([plain.log, without.log]).toEqual([[], []]);
  });
});

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { call, startApp, testKey } from '../support/app.ts';
import { Random } from '../support/random.ts';

interface Operation {
  method: string;
  path: string;
  body?: Schema;
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
}

const requests = 4_000;

test('thousands of broken requests give no 500, no crash and no answer outside the contract', async () => {
  const app = await startApp();
  const operations = await listOperations(app);
  const random = new Random(20_261_115);
  const seen = new Map<number, number>();
  for (let i = 0; i < requests; i++) {
    const request = makeRequest(random, random.pick(operations));
    const response = await app.server.inject(request);
    seen.set(response.statusCode, (seen.get(response.statusCode) ?? 0) + 1);
    const context = JSON.stringify({ i, request }).slice(0, 2_000);
    expect(response.statusCode, context).not.toBe(500);
    // Errors of /mcp are JSON-RPC's.
    if (response.statusCode !== 200 && !String(request.url).startsWith('/mcp')) {
      const body = response.json() as {
        success: boolean;
        data: { code: string };
        meta: { requestId: string };
      };
      expect(body.success, context).toBe(false);
      expect(body.data.code, context).toMatch(/^[a-z_]+$/);
      expect(body.meta.requestId, context).toMatch(/^req_/);
      expect(response.body, context).not.toMatch(/\.ts:\d|node_modules|SQLITE/);
    }
  }
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
  // The attack is worth something only if it gets past the door and reaches many kinds of answers.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415]));
});

test('broken bytes on the wire leave no connection and no handle behind', async () => {
  const app = await startApp({
    LOREKEEP_LIMITS_HEADERS_TIMEOUT_MS: '1000',
    LOREKEEP_LIMITS_REQUEST_TIMEOUT_MS: '1000',
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const random = new Random(7);
  const sockets = () =>
    process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCPSocket')).length;
  const before = sockets();
  for (let i = 0; i < 500; i++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(mangle(random));
    if (random.chance(0.5)) socket.destroy();
    else {
      socket.setTimeout(200, () => socket.destroy());
      socket.resume();
      await once(socket, 'close');
    }
  }
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
  await expect
    .poll(() => new Promise<number>((resolve) => app.server.server.getConnections((_, n) => resolve(n))), {
      timeout: 300_000,
    })
    .toBe(0);
  await expect.poll(sockets, { timeout: 300_000 }).toBeLessThanOrEqual(before);
});

async function listOperations(app: Awaited<ReturnType<typeof startApp>>): Promise<Operation[]> {
  const document = (await app.server.inject('/openapi.json')).json() as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody }]) => {
      const body = requestBody?.content['application/json']?.schema;
      return { method: method.toUpperCase(), path, ...(body && { body }) };
    }),
  );
}

/** Mostly like a real request, wrong in a few places: that gets further than noise. */
function makeRequest(random: Random, operation: Operation): InjectOptions {
  const method = random.chance(0.05)
    ? random.pick(['PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD'])
    : operation.method;
  const path = operation.path.replace(/\{.*?\}/g, () =>
    encodeURIComponent(hostileText(random).toWellFormed()).slice(0, 600),
  );
  const query = random.chance(0.2)
    ? `?${random.pick(['limit', 'cursor', 'namespace', 'format', '__proto__'])}=${encodeURIComponent(hostileText(random).toWellFormed())}`
    : '';
  const headers: Record<string, string> = {};
  if (!random.chance(0.1))
    headers['authorization'] = random.chance(0.05) ? hostileHeader(random) : `Bearer ${testKey}`;
  if (random.chance(0.1)) headers['idempotency-key'] = hostileHeader(random);
  if (random.chance(0.05)) headers['accept'] = hostileHeader(random);
  const request: InjectOptions = {
    method: (method === 'HEAD' ? 'GET' : method) as 'GET',
    url: path + query,
    headers,
  };
  if (method !== 'GET' && !random.chance(0.05)) {
    headers['content-type'] = random.chance(0.05) ? hostileHeader(random) : 'application/json';
    request.payload = makeBody(random, operation.body);
  }
  return request;
}

function makeBody(random: Random, schema: Schema | undefined): string {
  const text = JSON.stringify(makeValue(random, schema ?? { type: 'object' }, 0)) ?? 'null';
  if (!random.chance(0.1)) return text;
  const at = random.below(text.length + 1);
  return (
    text.slice(0, at) +
    random.pick(['{', '"', '\\ud800', ',', '[[[[', '\u0000', '1e999', '']) +
    text.slice(at)
  );
}

function makeValue(random: Random, schema: Schema, depth: number): unknown {
  if (random.chance(0.12) || depth > 6) return hostileValue(random);
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return makeValue(random, random.pick(schema.anyOf), depth + 1);
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).filter(() => random.chance(0.7));
      const value = Object.fromEntries(
        entries.map(([name, inner]) => [name, makeValue(random, inner, depth + 1)]),
      );
      if (random.chance(0.1)) value[hostileText(random)] = hostileValue(random);
      return value;
    }
    case 'array':
      return Array.from({ length: random.below(4) }, () => makeValue(random, schema.items ?? {}, depth + 1));
    case 'string':
      return hostileText(random);
    case 'number':
    case 'integer':
      return random.pick([0, 1, 5, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER]);
    case 'boolean':
      return random.chance(0.5);
    default:
      return hostileValue(random);
  }
}

function hostileValue(random: Random): unknown {
  return random.pick<unknown>([
    null,
    true,
    -1,
    1e308,
    '',
    [],
    {},
    [[[[[[[[[[]]]]]]]]]],
    { toString: 1, constructor: { prototype: {} } },
    hostileText(random),
    [hostileText(random)],
  ]);
}

function hostileText(random: Random): string {
  return random.pick([
    '',
    'a',
    'default',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    "'; DROP TABLE keys; --",
    '%',
    '\u202e\u200b',
    '😀'.repeat(300),
    'x'.repeat(5_000),
    '\ud800',
    'a\u0000b',
    '\r\nSet-Cookie: a=b',
    'https://127.0.0.1/x.git',
    'https://[::1]/',
    '--upload-pack=touch /tmp/x',
    'key_00000000000000000000000000',
    'mem_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'scan_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '2020-01-01T00:00:00Z',
    '$where',
    '/metadata/a',
  ]);
}

function hostileHeader(random: Random): string {
  return random.pick([
    'Bearer key_',
    'Bearer',
    'x'.repeat(3_000),
    '*/*;q=9',
    'text/html',
    'application/json;charset=x',
    '\u00ff',
    '0',
    'a'.repeat(256),
  ]);
}

function mangle(random: Random): string {
  const text = `POST /v1/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{"name":"x","scopes":["admin"]}`;
  const bytes = [...text];
  for (let n = 1 + random.below(4); n > 0; n--) {
    const at = random.below(bytes.length);
    if (random.chance(0.5)) bytes.splice(at, 1 + random.below(10));
    else bytes.splice(at, 0, String.fromCharCode(random.below(256)));
  }
  return bytes.join('');
}

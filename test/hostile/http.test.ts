import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, startApp, testKey } from '../support/app.ts';

async function listen(environment: Record<string, string> = {}): Promise<{ app: App; port: number }> {
  const app = await startApp(environment);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.server.server.address() as AddressInfo).port };
}

/** Sends bytes as they are and gives all that comes back until the other side closes or falls silent. */
async function exchange(port: number, text: string, silenceMs = 500): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    socket.setTimeout(silenceMs);
  });
  socket.on('timeout', () => socket.destroy());
  socket.on('error', () => {});
  socket.write(text);
  socket.setTimeout(5_000);
  await once(socket, 'close');
  return received;
}

const head = `Host: x\r\nAuthorization: Bearer ${testKey}\r\nContent-Type: application/json\r\n`;

test.each([
  ['not HTTP at all', 'hello\r\n\r\n', 400, 'malformed_request'],
  [
    'a header with a line break smuggled in',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\rX: y\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'two lengths',
    `POST /v1/keys HTTP/1.1\r\n${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
    'malformed_request',
  ],
  [
    'a length and chunks',
    `POST /v1/keys HTTP/1.1\r\n${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'a broken chunk',
    `POST /v1/keys HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    400,
    'malformed_request',
  ],
  [
    'no host',
    `GET /v1/limits HTTP/1.1\r\nAuthorization: Bearer ${testKey}\r\n\r\n`,
    400,
    'malformed_request',
  ],
  ['two hosts', `GET /v1/limits HTTP/1.1\r\n${head}HOST: y\r\n\r\n`, 400, 'malformed_request'],
  [
    'two keys, of which a proxy may have checked the other',
    `GET /v1/limits HTTP/1.1\r\n${head}Authorization: Bearer key_other\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'chunks within another coding',
    `POST /v1/keys HTTP/1.1\r\n${head}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    400,
    'malformed_request',
  ],
  [
    'an expectation that nobody knows',
    `POST /v1/keys HTTP/1.1\r\n${head}Expect: more\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'malformed_request',
  ],
  ['a call to be a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, 'method_not_allowed'],
  ['a method of another protocol', `PROPFIND /v1/limits HTTP/1.1\r\n${head}\r\n`, 405, 'method_not_allowed'],
  [
    'an address that is not UTF-8',
    `GET /v1/memory/entries/%ff HTTP/1.1\r\n${head}\r\n`,
    400,
    'malformed_request',
  ],
  [
    'headers of 100 kB',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
])('%s gets its error in the envelope', async (_, request, status, code) => {
  const { port, app } = await listen();
  const response = await exchange(port, request);
  expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(response).toContain(`"code":"${code}"`);
  expect(response).toMatch(/"requestId":"req_/);
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
});

test('nobody is told to send a body before the key was looked at', async () => {
  const { port } = await listen();
  const rest = 'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n';
  const refused = await exchange(port, `POST /v1/keys HTTP/1.1\r\nHost: x\r\n${rest}\r\n`);
  expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  const admitted = await exchange(
    port,
    `POST /v1/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKey}\r\n${rest}\r\n{}`,
  );
  expect(admitted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
});

test('a caller who sends too much reads the refusal instead of a broken connection', async () => {
  const { port } = await listen({ LOREKEEP_LIMITS_BODY_BYTES: '2048' });
  const response = await fetch(`http://127.0.0.1:${port}/v1/memory/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: 'x'.repeat(8_000_000),
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ success: false, data: { code: 'payload_too_large' } });
});

test('headers that never end are cut off', async () => {
  const { port } = await listen({ LOREKEEP_LIMITS_HEADERS_TIMEOUT_MS: '300' });
  expect(await exchange(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n')).toMatch(
    /^HTTP\/1\.1 408 .*request_timeout/s,
  );
});

test('a body that never ends is cut off', async () => {
  const { port, app } = await listen({
    LOREKEEP_LIMITS_HEADERS_TIMEOUT_MS: '300',
    LOREKEEP_LIMITS_REQUEST_TIMEOUT_MS: '600',
  });
  const response = await exchange(port, `POST /v1/keys HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{"na`);
  expect(response).toMatch(/^HTTP\/1\.1 408 .*request_timeout/s);
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
});

test('without a key the answer comes before the body, and the connection ends', async () => {
  const { port } = await listen();
  const response = await exchange(
    port,
    'POST /v1/keys HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n{',
  );
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
  expect(response.toLowerCase()).toContain('connection: close');
});

test('a length over the limit is refused before the body', async () => {
  const { port } = await listen();
  const response = await exchange(
    port,
    `POST /v1/keys HTTP/1.1\r\n${head}Content-Length: 99999999999\r\n\r\n{`,
  );
  expect(response).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s);
});

test('requests in a pipeline are answered one by one in order', async () => {
  const { port } = await listen();
  const one = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const response = await exchange(port, one('/healthz') + one('/v1/limits') + one('/nope') + one('/readyz'));
  expect([...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])).toEqual([
    '200',
    '401',
    '404',
    '200',
  ]);
});

test('a client that goes away in the middle leaves nothing behind', async () => {
  const { port, app } = await listen();
  for (let i = 0; i < 50; i++) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`POST /v1/keys HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{"na`);
    socket.destroy();
  }
  await expect
    .poll(
      () => new Promise<number>((resolve) => app.server.server.getConnections((_, count) => resolve(count))),
      {
        timeout: 5_000,
      },
    )
    .toBe(0);
  expect((await call(app, 'GET', '/v1/limits')).status).toBe(200);
});

test('a header value cannot inject a header into the answer', async () => {
  const app = await startApp({ LOREKEEP_CORS_ORIGINS: 'https://app.example.com' });
  const response = await app.server.inject({
    url: '/healthz',
    headers: { origin: 'https://app.example.com%0d%0aSet-Cookie: a=b', 'x-request-id': 'req_mine' },
  });
  expect(response.headers).not.toHaveProperty('set-cookie');
  expect(response.headers['x-request-id']).not.toBe('req_mine');
});

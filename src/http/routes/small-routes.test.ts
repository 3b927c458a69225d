import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Principal } from '../../access/principal.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { type Call, RawResponse } from '../route.ts';
import { ConsoleFile, ConsoleFiles } from './console-files.ts';
import { healthRoutes, type ReadinessCheck } from './health.ts';
import { type McpRouteParts, mcpRoutes } from './mcp.ts';
import { answerWhenFinished } from './scan-waiting.ts';

test.each([
  ['index.html', 'text/html; charset=utf-8', false],
  ['assets/app-1.js', 'text/javascript; charset=utf-8', true],
  ['assets/app.css', 'text/css; charset=utf-8', true],
  ['my-assets/logo.svg', 'image/svg+xml', false],
  ['assets/font.woff2', 'application/octet-stream', true],
])('the file %s is %s, for good: %s', (name, contentType, immutable) => {
  const file = new ConsoleFile(name, Buffer.from('x'));
  expect(file).toMatchObject({
    contentType,
    immutable,
    hash: 'LXEWQrcmsEQBYnyp-6wy9chTD7GQPMTbAiWHF5IaiIg'.slice(0, 16),
  });
});

test.each([
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br'],
  ['gzip, BR;q=0', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip; q=0.000, br; q=0.0', 'identity'],
  ['brotli', 'identity'],
  ['', 'identity'],
])('who accepts "%s" gets %s', async (accepted, coding) => {
  const text = Buffer.from('hello '.repeat(100));
  const file = new ConsoleFile('a.js', brotliCompressSync(text));
  const encoded = await file.encoded(accepted);
  expect(encoded.coding).toBe(coding);
  const { body } = encoded;
  if (coding === 'gzip') expect(gunzipSync(body)).toEqual(text);
  if (coding === 'identity') expect(Buffer.from(body)).toEqual(text);
  if (coding === 'br') expect(Buffer.from(body)).toEqual(brotliCompressSync(text));
  expect((await file.encoded(accepted)).body).toEqual(body);
  if (coding === 'gzip') expect((await file.encoded(accepted)).body).toBe(body);
});

test('of the console only its own files are read', async () => {
  const files = new ConsoleFiles();
  expect(() => files.read('../../package.json')).toThrow(ServiceError);
  expect(files.names).toContain('index.html');
  for (const name of files.names) expect(name.endsWith('.br')).toBe(false);
  const file = await files.read('index.html');
  expect(await files.read('index.html')).toBe(file);
  expect(Buffer.from((await file.encoded('')).body).toString()).toMatch(/^<!doctype html>/i);
});

const check = (name: string, problem?: string, code?: string): ReadinessCheck =>
  ({ name, problem: () => problem, ...(code && { code }) }) as ReadinessCheck;

test.each<[string, ReadinessCheck[], object]>([
  ['nothing is wrong', [check('a'), check('b')], { status: 'ready', sandbox: 'off' }],
  [
    'something is',
    [check('a'), check('b', 'waits.')],
    { code: 'overloaded', message: 'Not ready. b: waits.' },
  ],
  [
    'two things are',
    [check('a', 'is full.', 'storage_unavailable'), check('b', 'waits.')],
    { code: 'storage_unavailable', message: 'Not ready. a: is full. b: waits.', retryAfterSeconds: 2 },
  ],
])('where %s the service says so', (_, checks, expected) => {
  const [health, readiness] = healthRoutes(checks, new AbortController().signal, () => 'off');
  expect(health!.handle({} as Call)).toEqual({ status: 'ok' });
  const ask = () => readiness!.handle({} as Call);
  if ('code' in expected) {
    let thrown: unknown;
    try {
      ask();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject(expected);
  } else expect(ask()).toEqual(expected);
});

test('a service that ends is not ready', () => {
  const [, readiness] = healthRoutes([], AbortSignal.abort(), () => 'off');
  expect(() => readiness!.handle({} as Call)).toThrow(expect.objectContaining({ code: 'shutting_down' }));
});

const principal = { keyId: 'k' } as Principal;
const { signal } = new AbortController();

function mcp(given: Partial<McpRouteParts> = {}) {
  const served: Array<{ headers: Record<string, string>; url: string; body: unknown }> = [];
  const direct: unknown[][] = [];
  const [route] = mcpRoutes({
    serve: async (_, request, body) => {
      served.push({ headers: Object.fromEntries(request.headers), url: request.url, body });
      return new Response('{"id":1}', { status: 202, headers: { 'content-type': 'application/json' } });
    },
    answerDirectly: async (...args) => {
      direct.push(args);
      return undefined;
    },
    onLoopback: true,
    corsOrigins: ['https://allowed.example'],
    ...given,
  });
  const ask = (headers: Record<string, string | string[]>, body: unknown = { id: 1 }) =>
    route!.handle({ principal, headers, body, gone: signal } as unknown as Call) as Promise<RawResponse>;
  return { ask, served, direct };
}

test.each<[string, Record<string, string>, boolean, boolean]>([
  ['localhost', { host: 'localhost:8080' }, true, true],
  ['the address', { host: '127.0.0.1' }, true, true],
  ['the longer address', { host: '[::1]:1' }, true, true],
  ['its name in capitals', { host: 'LOCALHOST:1' }, true, true],
  ['a name of a stranger', { host: 'evil.example:8080' }, true, false],
  ['no name', {}, true, false],
  ['any name, where others can reach it', { host: 'service.example' }, false, true],
  ['its own page', { host: 'localhost:1', origin: 'http://localhost:1' }, true, true],
  ['a page of another port', { host: 'localhost:1', origin: 'http://localhost:2' }, true, false],
  ['a page that is allowed', { host: 'localhost:1', origin: 'https://allowed.example' }, true, true],
  ['a page that is not', { host: 'localhost:1', origin: 'https://evil.example' }, true, false],
  ['no page at all', { host: 'localhost:1', origin: 'null' }, true, false],
])('a message by %s reaches a service: %j, %s', async (_, headers, onLoopback, reaches) => {
  const { ask, served } = mcp({ onLoopback });
  if (reaches) expect((await ask(headers)).status).toBe(202);
  else await expect(ask(headers)).rejects.toMatchObject({ code: 'host_not_allowed' });
  expect(served).toHaveLength(reaches ? 1 : 0);
});

test('what the library is given is the request but for its length, and accepts what it has to', async () => {
  const { ask, served } = mcp();
  const body = { method: 'x' };
  const rest = { host: 'localhost', 'content-length': '99', 'x-a': '1', 'x-list': ['a', 'b'] };
  await ask({ ...rest, accept: 'text/event-stream' }, body);
  expect(served[0]).toMatchObject({
    url: 'http://localhost/mcp',
    body,
    headers: { 'x-a': '1', accept: 'text/event-stream' },
  });
  expect(served[0]!.headers).not.toHaveProperty('x-list');
  expect(served[0]!.headers['content-length']).not.toBe('99');
  await ask({ ...rest, accept: 'text/html, */*;q=0.1' });
  await ask(rest);
  expect(served.slice(1).map(({ headers }) => headers['accept'])).toEqual([
    'application/json, text/event-stream',
    'application/json, text/event-stream',
  ]);
});

test.each([
  [{}, true],
  [{ accept: '*/*' }, true],
  [{ accept: 'text/event-stream, application/json' }, true],
  [{ accept: 'text/event-stream' }, false],
])('a message of who accepts %j may be answered without a stream: %s', async (accept, may) => {
  const { ask, served, direct } = mcp({
    answerDirectly: async (...args) => {
      direct.push(args);
      return { id: 7 };
    },
  });
  const headers = { host: 'localhost', 'mcp-protocol-version': '2025-06-18', ...accept };
  const response = await ask(headers as Record<string, string>);
  expect(direct).toEqual(may ? [[principal, { id: 1 }, '2025-06-18']] : []);
  expect(served).toHaveLength(may ? 0 : 1);
  if (may)
    expect(response).toMatchObject({
      contentType: 'application/json; charset=utf-8',
      body: '{"id":7}',
      status: 200,
    });
});

test.each([
  ['text/event-stream', true],
  ['text/event-stream; charset=utf-8', true],
  ['application/json', false],
])('a response of the type %s is a stream: %s', async (type, streams) => {
  const { ask } = mcp({ serve: async () => new Response('data', { headers: { 'content-type': type } }) });
  const response = await ask({ host: 'localhost' });
  expect(response).toBeInstanceOf(RawResponse);
  expect(response.contentType).toBe(type);
  expect(response.headers).toEqual({ 'X-Accel-Buffering': 'no' });
  expect(typeof response.body === 'string').toBe(!streams);
});

test('a response without a body or a type is JSON', async () => {
  const { ask } = mcp({ serve: async () => new Response(null, { status: 202 }) });
  expect(await ask({ host: 'localhost' })).toMatchObject({
    contentType: 'application/json; charset=utf-8',
    body: '',
    status: 202,
  });
});

const isWithdrawn = async () => false;

test.each([
  ['completed', undefined],
  ['failed', undefined],
  ['running', true],
  ['pending', true],
])('a wait that ends with a scan that is %s says whether it has timed out', async (status, waitTimedOut) => {
  const call = { requestId: 'r', draining: signal, gone: signal } as unknown as Call;
  const wait = async () => ({ status }) as never;
  const answer = await answerWhenFinished(call, {
    wait,
    isWithdrawn,
    timeoutMs: undefined,
    heartbeatMs: 60_000,
  });
  expect(answer).toStrictEqual({ status, ...(waitTimedOut && { waitTimedOut }) });
});

test('a wait ends with the time, with its caller and with the service', async () => {
  const wait = (stop: AbortSignal) =>
    new Promise<never>((resolve) => {
      const end = () => resolve({ status: 'running' } as never);
      if (stop.aborted) end();
      else stop.addEventListener('abort', end);
    });
  const options = { wait, isWithdrawn, heartbeatMs: 60_000 };
  const ended = { status: 'running', waitTimedOut: true };
  const call = (over: object) =>
    ({ requestId: 'r', draining: signal, gone: signal, ...over }) as unknown as Call;
  expect(await answerWhenFinished(call({}), { ...options, timeoutMs: 1 })).toEqual(ended);
  const over = AbortSignal.abort();
  expect(await answerWhenFinished(call({ gone: over }), { ...options, timeoutMs: undefined })).toEqual(ended);
  expect(await answerWhenFinished(call({ draining: over }), { ...options, timeoutMs: undefined })).toEqual(
    ended,
  );
});

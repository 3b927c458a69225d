import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { ServiceError } from '../kernel/errors.ts';
import { answerClientError, respondRaw } from './client-error.ts';
import { decodeCursor, decodeOffset, encodeCursor } from './cursor.ts';
import { failText, succeedText } from './envelope.ts';
import { isLoopback } from './listen-guard.ts';
import { refuseBrokenQuery } from './protocol.ts';
import { headOf, nameRequest } from './responder.ts';
import { RawResponse } from './route.ts';
import { respondSlowly } from './slow-response.ts';
import { spool } from './spool.ts';
import { usageKindOf } from './usage-kinds.ts';

test.each([
  ['localhost', true],
  ['::1', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.127.1', false],
  ['127.example.org', false],
])('%s is only for this machine: %s', (host, only) => {
  expect(isLoopback(host)).toBe(only);
});

test('an answer is put into the envelope, nothing as null', () => {
  expect(JSON.parse(succeedText({ a: 'ä"' }, 'req_1'))).toEqual({
    success: true,
    data: { a: 'ä"' },
    meta: { requestId: 'req_1' },
  });
  expect(JSON.parse(succeedText(undefined, 'req_1'))).toMatchObject({ data: null });
});

test('an error stays below 16 kB, whatever was wrong', () => {
  const read = (error: ServiceError) => JSON.parse(failText(error, 'req_1'));
  expect(read(new ServiceError('not_found', 'No.'))).toEqual({
    success: false,
    data: { code: 'not_found', message: 'No.', retryable: false },
    meta: { requestId: 'req_1' },
  });
  expect(read(new ServiceError('rate_limited')).data.retryable).toBe(true);
  expect(read(new ServiceError('not_found', 'x'.repeat(1_000))).data.message).toHaveLength(1_000);
  expect(read(new ServiceError('not_found', 'x'.repeat(1_001))).data.message).toBe(`${'x'.repeat(1_000)}…`);
  // Each takes 100 bytes and the comma behind it.
  const detail = { path: 'a', code: 'b', message: 'c'.repeat(100 - 36) };
  expect(JSON.stringify(detail)).toHaveLength(100);
  const many = read(
    new ServiceError('validation_failed', 'x', { details: Array.from({ length: 500 }, () => detail) }),
  );
  expect(many.data.details).toHaveLength(Math.floor(12_000 / 101));
  // 120 of 100 bytes with their commas are just as much as fits.
  const exact = { ...detail, message: detail.message.slice(1) };
  const full = new ServiceError('validation_failed', 'x', {
    details: Array.from({ length: 121 }, () => exact),
  });
  expect(read(full).data.details).toHaveLength(120);
});

test('the headers of every response can be given another id', () => {
  const head = headOf('req_1');
  expect(head).toEqual([
    'X-Request-Id',
    'req_1',
    'X-Content-Type-Options',
    'nosniff',
    'Cache-Control',
    'no-store',
  ]);
  nameRequest(head, 'req_2');
  nameRequest(head, undefined);
  expect(head[1]).toBe('req_2');
});

test.each([
  ['/v1/a', true],
  ['/v1/a?b=%C3%A4', true],
  ['/v1/%ff?b=c', true],
  ['/v1/a?b=%ff', false],
  ['/v1/a?%', false],
  ['?', true],
])('the query of %s is UTF-8: %s', (url, good) => {
  if (good) expect(() => refuseBrokenQuery(url)).not.toThrow();
  else expect(() => refuseBrokenQuery(url)).toThrow('not UTF-8');
});

test.each([
  ['HPE_HEADER_OVERFLOW', 431, 'headers_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'request_timeout'],
  ['HPE_INVALID_METHOD', 400, 'malformed_request'],
])('a connection that fails with %s is answered with %i', async (code, status, name) => {
  const socket = new PassThrough();
  answerClientError(Object.assign(new Error('x'), { code }), socket as never, () => 'req_1');
  const text = String(await new Response(Readable.toWeb(socket) as never).text());
  const [head, body] = text.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} Error\r\nConnection: close\r\n`));
  expect(head).toContain('X-Request-Id: req_1');
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body!)}`);
  expect(JSON.parse(body!)).toMatchObject({ success: false, data: { code: name } });
});

test('a connection that is gone is not answered', () => {
  for (const [code, ended] of [
    ['ECONNRESET', false],
    ['HPE_INVALID_METHOD', true],
  ] as const) {
    const socket = new PassThrough();
    if (ended) socket.end();
    answerClientError(Object.assign(new Error('x'), { code }), socket as never, () => 'req_1');
    expect(socket.destroyed).toBe(true);
    expect(socket.read()).toBeNull();
  }
  const open = new PassThrough();
  respondRaw(open, new ServiceError('not_found'), () => 'req_1');
  expect(String(open.read())).toContain('HTTP/1.1 404 Error');
});

test('a list that is counted begins at 0, and refuses what is no number', () => {
  expect(decodeOffset('l', 't', undefined)).toBe(0);
  expect(decodeOffset('l', 't', encodeCursor('l', 't', '25'))).toBe(25);
  for (const position of ['x', '-1', '1234567890'])
    expect(() => decodeOffset('l', 't', encodeCursor('l', 't', position))).toThrow();
  expect(() => decodeOffset('other', 't', encodeCursor('l', 't', '25'))).toThrow();
});

test.each([
  ['writeEntries', 'writes'],
  ['updateEntry', 'writes'],
  ['importEntries', 'writes'],
  ['searchEntries', 'searches'],
  ['getContext', 'searches'],
  ['startScan', 'scans'],
  ['getEntry', undefined],
  [undefined, undefined],
])('%s counts as %s', (operation, kind) => {
  expect(usageKindOf(operation)).toBe(kind);
});

async function bodyOf(answer: unknown): Promise<string> {
  return new Response(Readable.toWeb((answer as RawResponse).body as Readable) as never).text();
}
const after = <Value>(ms: number, value: Value) =>
  new Promise<Value>((done) => setTimeout(() => done(value), ms));
const failingAfter = (ms: number, error: Error) => after(ms, 0).then(() => Promise.reject(error));

test('work that is done soon is an ordinary answer', async () => {
  const options = { requestId: 'req_1', heartbeatMs: 5_000, lateError: 'told' as const };
  expect(await respondSlowly(Promise.resolve({ a: 1 }), options)).toEqual({ a: 1 });
  await expect(respondSlowly(Promise.reject(new Error('early')), options)).rejects.toThrow('early');
});

test('work that takes long is answered with newlines first, and then with the envelope', async () => {
  const options = { requestId: 'req_1', heartbeatMs: 20, lateError: 'told' as const };
  const answer = await respondSlowly(after(150, { a: 1 }), options);
  expect(answer).toBeInstanceOf(RawResponse);
  expect(answer).toMatchObject({
    contentType: 'application/json; charset=utf-8',
    headers: { 'X-Accel-Buffering': 'no' },
  });
  const text = await bodyOf(answer);
  expect(text).toMatch(/^\n+\{"success":true,"data":\{"a":1\}/);
  const late = await respondSlowly(failingAfter(60, new ServiceError('not_found')), options);
  expect(JSON.parse(await bodyOf(late))).toMatchObject({ success: false, data: { code: 'not_found' } });
});

test('a late error that is not told drops the connection', async () => {
  for (const [error, lateError] of [
    [new ServiceError('not_found'), 'dropped'],
    [new Error('broken'), 'told'],
  ] as const) {
    const answer = await respondSlowly(failingAfter(60, error), {
      requestId: 'r',
      heartbeatMs: 20,
      lateError,
    });
    await expect(bodyOf(answer)).rejects.toThrow();
  }
});

test('a body is put aside and can be read again, up to a bound', async () => {
  const chunks = async function* () {
    yield Buffer.from('ab');
    yield Buffer.from('c');
  };
  const spooled = await spool(chunks(), 3);
  for (let round = 0; round < 2; round++)
    expect(Buffer.concat(await Array.fromAsync(spooled.read())).toString()).toBe('abc');
  await spooled.close();
  await expect(spool(chunks(), 2)).rejects.toMatchObject({
    code: 'payload_too_large',
    message: expect.stringContaining('2 bytes'),
  });
});

test('a cursor is good for its list and its tenant alone', () => {
  const cursor = encodeCursor('scans', 'ten_a', 'scan_1');
  expect(decodeCursor('scans', 'ten_a', cursor)).toBe('scan_1');
  expect(() => decodeCursor('keys', 'ten_a', cursor)).toThrow();
  expect(() => decodeCursor('scans', 'ten_b', cursor)).toThrow();
});

test('the position of a counted list is a whole number, and nothing else', () => {
  const offset = (position: string) => decodeOffset('diff', 'ten_a', encodeCursor('diff', 'ten_a', position));
  expect(decodeOffset('diff', 'ten_a', undefined)).toBe(0);
  expect(offset('1200')).toBe(1_200);
  for (const position of ['-1', 'x', '1e9', '', '1.5', '12345678901', 'NaN', '0x10'])
    expect(() => offset(position), position).toThrow();
});

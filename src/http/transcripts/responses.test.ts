import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../../kernel/errors.ts';
import { CallerGone } from '../caller-gone.ts';
import { createErrorHandler } from '../error-handler.ts';
import { refuseAmbiguous } from '../protocol.ts';
import { headOf, Responder } from '../responder.ts';
import { RawResponse } from '../route.ts';

afterEach(() => void vi.restoreAllMocks());

interface Given {
  status?: number;
  headersSent?: boolean;
  principal?: object | undefined;
  isForwarded?: boolean;
  request?: object;
}

/** What a responder sends and leaves behind. */
function open({
  status = 200,
  headersSent = false,
  principal = { tenantId: 'ten_1', keyId: 'key_1' },
  isForwarded = false,
  request = {},
}: Given = {}) {
  vi.spyOn(performance, 'now').mockReturnValue(1_500);
  const sent: { status?: number; head?: string[]; body?: unknown; encoding?: unknown } = {};
  const trace: Record<string, unknown[]> = {
    metrics: [],
    usage: [],
    spans: [],
    lines: [],
    warned: [],
    errors: [],
  };
  const handed: unknown[] = [];
  let onClose = () => {};
  const raw = {
    headersSent,
    removed: [] as string[],
    removeHeader: (name: string) => void raw.removed.push(name),
    once: (_: string, listener: () => void) => {
      onClose = listener;
    },
    writeHead: (code: number, head: string[]) => {
      Object.assign(sent, { status: code, head: [...head] });
      return raw;
    },
    end: (body?: unknown, encoding?: unknown) => void Object.assign(sent, { body, encoding }),
  };
  const reply = {
    raw,
    statusCode: status,
    isHijacked: false,
    code: (code: number) => {
      reply.statusCode = code;
      return reply;
    },
    hijack: () => {
      reply.isHijacked = true;
    },
    header: (name: string, value: string) => handed.push([name, value]),
    send: (body: unknown) => {
      handed.push(body);
      return reply;
    },
  };
  const asked = {
    id: 'req_1',
    method: 'GET',
    receivedAt: 1_000,
    principal,
    headers: { 'content-length': '12', traceparent: 'tp' },
    matched: { route: { path: '/v1/x', name: 'searchEntries' } },
    head: headOf('req_1'),
    raw: { complete: true, headers: {} },
    routeOptions: { bodyLimit: 10 },
    ...request,
  };
  const logger = {
    isLevelEnabled: () => false,
    warn: (fields: object, message: string) => trace.warned!.push([message, fields]),
    error: (fields: object, message: string) => trace.errors!.push([message, fields]),
  };
  const responder = new Responder({
    logger: logger as never,
    metrics: { countRequest: (...args: unknown[]) => trace.metrics!.push(args) } as never,
    tracer: { record: (span: unknown) => trace.spans!.push(span) } as never,
    clock: { now: () => 10_000 },
    usage: { countRequest: (...args: unknown[]) => trace.usage!.push(args) } as never,
    forwarder: { isForwarded: () => isForwarded },
  });
  return {
    responder,
    fail: createErrorHandler(logger as never, responder, 10),
    request: asked as unknown as FastifyRequest,
    reply: reply as unknown as FastifyReply,
    raw,
    sent,
    trace,
    handed,
    close: () => onClose(),
  };
}

const headerOf = (head: readonly string[] | undefined, name: string) =>
  head?.includes(name) ? head[head.indexOf(name) + 1] : undefined;

describe('a response', () => {
  test('of data is in the envelope, and leaves its trace', () => {
    const { responder, request, reply, sent, trace } = open();
    expect(responder.send({ a: 1 }, request, reply)).toBeUndefined();
    const text = '{"success":true,"data":{"a":1},"meta":{"requestId":"req_1"}}';
    expect(sent).toMatchObject({ status: 200, body: text, encoding: 'latin1' });
    expect(headerOf(sent.head, 'Content-Type')).toBe('application/json; charset=utf-8');
    expect(headerOf(sent.head, 'Content-Length')).toBe(String(text.length));
    expect(trace.metrics).toEqual([['GET', '/v1/x', 200, 0.5]]);
    expect(trace.usage).toEqual([
      ['ten_1', { kind: expect.any(String), status: 200, bytesReceived: 12, bytesSent: text.length }],
    ]);
    expect(trace.spans).toEqual([
      {
        name: 'GET /v1/x',
        traceparent: 'tp',
        startMs: 9_500,
        durationMs: 500,
        failed: false,
        attributes: { 'http.request.method': 'GET', 'http.route': '/v1/x', 'http.response.status_code': 200 },
      },
    ]);
  });

  test('of other letters than ASCII says how many bytes it has', () => {
    const { responder, request, reply, sent } = open();
    responder.send(new RawResponse('text/plain', 'é'), request, reply);
    expect(sent).toMatchObject({ body: 'é', encoding: 'utf8' });
    expect(headerOf(sent.head, 'Content-Length')).toBe('2');
    const bytes = open();
    bytes.responder.send(new RawResponse('image/png', Uint8Array.of(1, 2, 3)), bytes.request, bytes.reply);
    expect(bytes.sent.encoding).toBe('utf8');
    expect(headerOf(bytes.sent.head, 'Content-Length')).toBe('3');
  });

  test('of its own kind has its own status and headers, in place of those that every response has', () => {
    const { responder, request, reply, sent } = open();
    const own = new RawResponse('text/csv', 'x', { 'Cache-Control': 'max-age=1', ETag: 'e' }, 206);
    responder.send(own, request, reply);
    expect(sent.status).toBe(206);
    expect(sent.head!.filter((name) => name === 'Cache-Control')).toHaveLength(1);
    expect([headerOf(sent.head, 'Cache-Control'), headerOf(sent.head, 'ETag')]).toEqual(['max-age=1', 'e']);
    const unchanged = open();
    unchanged.responder.send(new RawResponse('text/csv', 'x', {}, 304), unchanged.request, unchanged.reply);
    expect(unchanged.sent).toMatchObject({ status: 304, body: undefined });
    expect(headerOf(unchanged.sent.head, 'Content-Length')).toBeUndefined();
  });

  test('of a stream is given to the framework, and leaves its trace when it is over, once', () => {
    const { responder, request, reply, handed, trace, close } = open();
    const stream = new PassThrough();
    expect(responder.send(new RawResponse('text/x', stream), request, reply)).toBe(reply);
    expect(handed).toEqual([
      ['X-Request-Id', 'req_1'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Cache-Control', 'no-store'],
      ['Content-Type', 'text/x'],
      stream,
    ]);
    expect(trace.metrics).toEqual([]);
    close();
    close();
    expect(trace.metrics).toHaveLength(1);
    expect(trace.usage).toMatchObject([['ten_1', { bytesSent: 0 }]]);
  });

  test('that has begun already is not sent again', () => {
    const { responder, request, reply, sent, trace } = open({ headersSent: true });
    responder.sendWhole('x', request, reply);
    expect([sent, trace.metrics]).toEqual([{}, []]);
  });

  test.each<[string, Given, number, object]>([
    ['of nobody who is known', { principal: undefined }, 0, {}],
    ['that another node has passed on', { isForwarded: true }, 0, {}],
    ['without a length', { request: { headers: {} } }, 1, { bytesReceived: 0 }],
  ])('to a request %s is counted for its tenant %i times', (_, given, times, usage) => {
    const { responder, request, reply, trace } = open(
      given.principal === undefined && 'principal' in given
        ? { ...given, request: { principal: undefined } }
        : given,
    );
    responder.sendWhole(undefined, request, reply);
    expect(trace.usage).toHaveLength(times);
    if (times > 0) expect(trace.usage![0]).toMatchObject(['ten_1', usage]);
  });

  test('of a request that no route fits, and that nobody saw arrive, has a trace as well', () => {
    const { responder, request, reply, trace } = open({
      status: 500,
      request: { matched: undefined, receivedAt: undefined },
    });
    responder.recordUnsent(request, reply);
    expect(trace.metrics).toEqual([['GET', 'none', 500, 0]]);
    expect(trace.spans).toMatchObject([{ failed: true, durationMs: 0, startMs: 10_000 }]);
    const below = open({ status: 499 });
    below.responder.recordUnsent(below.request, below.reply);
    expect(below.trace.spans).toMatchObject([{ failed: false }]);
  });
});

describe('an error', () => {
  test('that is known is sent with its status, and when to come back', () => {
    const { fail, request, reply, sent, trace } = open();
    request.head.push('Content-Type', 'text/csv', 'Content-Disposition', 'x', 'X-Other', 'kept');
    fail(new ServiceError('overloaded', 'full', { retryAfterSeconds: 7 }), request, reply);
    expect(sent.status).toBe(503);
    expect(JSON.parse(sent.body as string)).toMatchObject({
      success: false,
      data: { code: 'overloaded', message: 'full' },
    });
    expect(sent.head!.filter((name) => name === 'Content-Type')).toHaveLength(1);
    expect([
      headerOf(sent.head, 'Content-Type'),
      headerOf(sent.head, 'Content-Disposition'),
      headerOf(sent.head, 'X-Other'),
    ]).toEqual(['application/json; charset=utf-8', undefined, 'kept']);
    expect(headerOf(sent.head, 'Retry-After')).toBe('7');
    expect([trace.warned, trace.errors]).toEqual([[], []]);
    const plain = open();
    plain.fail(new ServiceError('not_found'), plain.request, plain.reply);
    expect(headerOf(plain.sent.head, 'Retry-After')).toBeUndefined();
    expect(plain.raw.removed).toEqual(['Content-Type', 'Content-Length', 'Content-Disposition']);
  });

  test('that is not known tells nothing, and is in the log', () => {
    const { fail, request, reply, sent, trace } = open({ request: { head: undefined } });
    fail(new Error('secret'), request, reply);
    expect(sent.status).toBe(500);
    expect(sent.body).not.toContain('secret');
    expect(trace.errors).toMatchObject([['handler failed', { requestId: 'req_1' }]]);
    expect(headerOf(sent.head, 'X-Request-Id')).toBe('req_1');
    const caused = open();
    caused.fail(
      new ServiceError('overloaded', undefined, { cause: new Error('why') }),
      caused.request,
      caused.reply,
    );
    expect(caused.trace.warned).toMatchObject([['request failed', { code: 'overloaded' }]]);
  });

  test('of a caller who has gone is not sent', () => {
    const { fail, request, reply, sent, trace } = open();
    fail(new CallerGone(), request, reply);
    expect(sent).toEqual({});
    expect(trace.metrics).toMatchObject([['GET', '/v1/x', 499, 0.5]]);
  });

  test.each<[string, string, number]>([
    ['FST_ERR_BAD_URL', 'malformed_request', 10],
    ['ENOSPC', 'storage_full', 10],
    ['EDQUOT', 'storage_full', 10],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type', 10],
    ['FST_ERR_MAX_PARAM_LENGTH', 'uri_too_long', 10],
    ['ECONNRESET', 'malformed_request', 10],
    ['OTHER', 'internal_error', 10],
  ])('of the framework with the code %s is %s', (code, known) => {
    const { fail, request, reply, sent } = open();
    fail(Object.assign(new Error('x'), { code }), request, reply);
    expect(JSON.parse(sent.body as string).data.code).toBe(known);
  });

  test.each([
    [10, 'the setting limits.bodyBytes'],
    [9, 'this route never needs more'],
  ])('of a body of more than %i bytes says whose limit that is', (bodyLimit, reason) => {
    const { fail, request, reply, sent } = open({ request: { routeOptions: { bodyLimit } } });
    fail(Object.assign(new Error('x'), { code: 'FST_ERR_CTP_BODY_TOO_LARGE' }), request, reply);
    expect(JSON.parse(sent.body as string).data.message).toContain(
      `larger than ${bodyLimit} bytes; ${reason}`,
    );
  });

  test.each<[string, object, boolean]>([
    ['has arrived whole', { raw: { complete: true, headers: { 'content-length': '99999999999' } } }, false],
    [
      'of a known caller goes on for 32 MiB',
      { raw: { complete: false, headers: { 'content-length': '33554432' } } },
      false,
    ],
    [
      'of a known caller goes on for more',
      { raw: { complete: false, headers: { 'content-length': '33554433' } } },
      true,
    ],
    [
      'goes on without an end',
      { raw: { complete: false, headers: { 'transfer-encoding': 'chunked' } } },
      true,
    ],
    ['has no body', { raw: { complete: false, headers: {} }, principal: undefined }, false],
    [
      'of nobody who is known goes on',
      { raw: { complete: false, headers: { 'content-length': '1' } }, principal: undefined },
      true,
    ],
  ])('of a request that %s closes the connection: %s', (_, request, closes) => {
    const opened = open({ request });
    opened.fail(new ServiceError('not_found'), opened.request, opened.reply);
    expect(headerOf(opened.sent.head, 'Connection')).toBe(closes ? 'close' : undefined);
  });
});

test.each<[string, object, string[], string | undefined]>([
  ['a plain one', { host: 'h' }, ['Host', 'h', 'Accept', 'x'], undefined],
  ['none of a host', {}, [], 'The request has no Host header.'],
  ['a coding', { host: 'h', 'transfer-encoding': 'gzip' }, [], 'The only Transfer-Encoding here is chunked.'],
  ['the coding that is known', { host: 'h', 'transfer-encoding': 'Chunked' }, [], undefined],
  ['two hosts', { host: 'h' }, ['Host', 'h', 'HOST', 'i'], 'Send Host and Authorization once each.'],
  [
    'two keys',
    { host: 'h' },
    ['authorization', 'a', 'AuthorizatioN', 'b'],
    'Send Host and Authorization once each.',
  ],
  ['a host and a key', { host: 'h' }, ['host', 'h', 'Authorization', 'b'], undefined],
  [
    'other headers of the same lengths, twice',
    { host: 'h' },
    ['Date', 'a', 'Date', 'b', 'If-None-Match', 'c', 'If-None-Match', 'd'],
    undefined,
  ],
  ['values that look like names', { host: 'h' }, ['A', 'host', 'B', 'host'], undefined],
])('a request with %s', (_, headers, rawHeaders, refusal) => {
  const refuse = () => refuseAmbiguous({ headers, rawHeaders, httpVersion: '1.1' } as never);
  if (refusal === undefined) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(refusal);
  if (!('host' in headers))
    expect(() => refuseAmbiguous({ headers, rawHeaders, httpVersion: '1.0' } as never)).not.toThrow();
});

import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Principal } from '../../access/principal.ts';
import { readBodies } from '../body-parsers.ts';
import { Gate } from '../gate.ts';
import { answerProtocol } from '../protocol.ts';
import { RequestCall } from '../request-call.ts';

describe('the gate', () => {
  const known = {
    keyId: 'key_a',
    scopes: ['memory:read'],
    plan: { requestsPerMinute: 2 },
    rateLimited: true,
  } as unknown as Principal;

  function gate(given: { failures?: number; principal?: object; isForwarded?: boolean } = {}) {
    const clock = { at: 0, now: () => clock.at };
    const whole = new Gate({
      authenticator: {
        authenticate: (header: string | undefined) =>
          header === 'Bearer key_good' ? { ...known, ...given.principal } : undefined,
      } as never,
      clock,
      authFailuresPerMinute: given.failures ?? 0,
      isForwarded: () => given.isForwarded ?? false,
    });
    const admit = (authorization: string | undefined, scope = 'any') => {
      const request = { headers: { authorization }, raw: {}, ip: '10.0.0.1', head: [] as string[] };
      try {
        whole.admit(request as unknown as FastifyRequest, scope as never);
        return { head: request.head };
      } catch (error) {
        const { code, message, retryAfterSeconds } = error as Record<string, unknown>;
        return { head: request.head, code, message, retryAfterSeconds };
      }
    };
    return { admit, clock };
  }

  test('says how much of the minute is left, and when there is more', () => {
    const { admit } = gate();
    const policy = ['RateLimit-Policy', '"key";q=2;w=60', 'RateLimit'];
    expect(admit('Bearer key_good')).toEqual({ head: [...policy, '"key";r=1;t=30'] });
    expect(admit('Bearer key_good')).toEqual({ head: [...policy, '"key";r=0;t=60'] });
    expect(admit('Bearer key_good')).toMatchObject({
      head: [...policy, '"key";r=0;t=30'],
      code: 'rate_limited',
      retryAfterSeconds: 30,
    });
  });

  test.each([
    ['that is not limited', { principal: { rateLimited: false } }],
    ['of a plan without a limit', { principal: { plan: { requestsPerMinute: 0 } } }],
    ['whose request another node has counted', { isForwarded: true }],
  ])('does not count requests of a key %s', (_, given) => {
    const { admit } = gate(given);
    for (let i = 0; i < 4; i++) expect(admit('Bearer key_good')).toEqual({ head: [] });
  });

  test.each([
    ['any', undefined],
    ['public', undefined],
    ['memory:read', undefined],
    ['memory:write', 'insufficient_scope'],
  ])('lets a key that reads memory do what needs the scope %s: %s', (scope, code) => {
    expect(gate().admit('Bearer key_good', scope).code).toBe(code);
  });

  test('refuses whoever tries too many keys, and with no limit nobody', () => {
    const { admit, clock } = gate({ failures: 2 });
    for (let i = 0; i < 2; i++)
      expect(admit('Bearer key_bad')).toMatchObject({
        code: 'unauthenticated',
      });
    expect(admit('Bearer key_bad')).toMatchObject({
      code: 'rate_limited',
      message: 'Too many failed authentications from this address.',
      retryAfterSeconds: 30,
      head: [],
    });
    clock.at += 30_000;
    expect(admit('Bearer key_bad').code).toBe('unauthenticated');
    const open = gate({ failures: 0 });
    for (let i = 0; i < 5; i++) expect(open.admit('Bearer key_bad').code).toBe('unauthenticated');
  });

  test.each([
    [undefined, /is missing/],
    [' ', /is missing/],
    ['key_a', /has another form/],
    ['Bearer ', /has another form/],
    ['Bearer abc', /begin with "key_"/],
    ['bearer key_a', /not valid here/],
  ])('says of the header "%s" what the caller can see: %s', (header, message) => {
    expect(gate().admit(header).message).toMatch(message);
  });
});

describe('what Node would answer by itself', () => {
  const server = () => {
    const emitter = new EventEmitter();
    answerProtocol({ server: emitter } as unknown as FastifyInstance, () => 'req_1');
    return emitter;
  };

  test('an expectation that is not met is refused in the envelope', () => {
    const socket = new PassThrough();
    server().emit('checkExpectation', { socket });
    expect(String(socket.read())).toMatch(/^HTTP\/1\.1 400 .*"malformed_request".*100-continue/s);
  });

  test('nobody is connected to elsewhere', () => {
    const socket = new PassThrough();
    server().emit('connect', {}, socket);
    expect(String(socket.read())).toMatch(/^HTTP\/1\.1 405 .*"method_not_allowed".*not a proxy/s);
  });

  test('a request that waits for "100 Continue" is a request like others', () => {
    const emitter = server();
    const heard: unknown[] = [];
    emitter.on('request', (...given) => heard.push(given));
    emitter.emit('checkContinue', 'a', 'b');
    expect(heard).toEqual([['a', 'b']]);
  });
});

describe('bodies', () => {
  type Parser = (request: object, body: unknown, done: (error: unknown, body?: unknown) => void) => void;
  const parsers = new Map<string, Parser>();
  readBodies({
    removeAllContentTypeParsers: () => {},
    addContentTypeParser: (type: string, ...rest: unknown[]) => parsers.set(type, rest.at(-1) as Parser),
  } as unknown as FastifyInstance);
  const read = (type: string, headers: object, body: unknown, route = {}) => {
    const request: { headers: object; matched: object; rawBody?: unknown; bodyHash?: unknown } = {
      headers: { 'content-type': type, ...headers },
      matched: { route },
    };
    let told: unknown[] = [];
    parsers.get(type.split(';')[0]!)!(request, body, (...given) => {
      told = given;
    });
    const [error, value] = told as [{ code?: string } | null, unknown];
    return { code: error?.code, value, rawBody: request.rawBody, bodyHash: request.bodyHash };
  };
  const json = 'application/json';

  test.each<[string, object, string, object]>([
    [json, {}, '', { value: undefined }],
    [json, {}, '0', { value: 0 }],
    [json, {}, '{"a":1.50,"b":{"c":[1]}}', { value: { a: 1.5 } }],
    [`${json}; charset=UTF-8`, {}, '[]', { value: [] }],
    [`${json}; charset="utf8"`, {}, '[]', { value: [] }],
    [`${json}; charset=latin1`, {}, '[]', { code: 'unsupported_media_type' }],
    [json, { 'content-encoding': 'Identity' }, '[]', { value: [] }],
    [json, { 'content-encoding': 'gzip' }, '[]', { code: 'unsupported_media_type' }],
    [json, {}, '{', { code: 'invalid_json' }],
  ])('of type %s with %o, "%s" is read as %o', (type, headers, body, expected) => {
    expect(read(type, headers, Buffer.from(body))).toMatchObject(expected);
  });

  test('the bytes are kept where another node may answer, and their hash where a request may come again', () => {
    const body = Buffer.from('[]');
    expect(read(json, {}, body)).toMatchObject({ rawBody: undefined, bodyHash: undefined });
    expect(read(json, {}, body, { namespaceOf: () => 'n' }).rawBody).toBe(body);
    const hashOf = (text: string) => read(json, { 'idempotency-key': 'k' }, Buffer.from(text)).bodyHash;
    expect(hashOf('[]')).toMatch(/^[\w-]{43}$/);
    expect(hashOf('[]')).toBe(hashOf('[]'));
    expect(hashOf('[ ]')).not.toBe(hashOf('[]'));
  });

  test('lines of JSON are a stream, for routes that take one, as they are', () => {
    const lines = 'application/x-ndjson';
    expect(read(lines, {}, 'stream', { ndjsonBody: true }).value).toBe('stream');
    expect(read(lines, {}, 'stream').code).toBe('unsupported_media_type');
    expect(read(lines, { 'content-encoding': 'gzip' }, 'stream', { ndjsonBody: true }).code).toBe(
      'unsupported_media_type',
    );
  });
});

describe('a caller that goes away', () => {
  const call = (raw: object) =>
    new RequestCall({} as never, { raw } as never, new AbortController().signal, {
      body: undefined,
      query: undefined,
      params: undefined,
    });

  test.each([
    [false, true],
    [true, false],
  ])('before its response was written (%s) ends the work: %s', (writableFinished, isGone) => {
    const open = Object.assign(new EventEmitter(), { closed: false, writableFinished });
    const { gone } = call(open);
    expect(gone.aborted).toBe(false);
    open.emit('close');
    expect(gone.aborted).toBe(isGone);
    expect(call(Object.assign(new EventEmitter(), { closed: true, writableFinished })).gone.aborted).toBe(
      isGone,
    );
  });

  test('is listened for once, however often it is asked for', () => {
    const open = Object.assign(new EventEmitter(), { closed: false, writableFinished: false });
    const one = call(open);
    expect(one.gone).toBe(one.gone);
    expect(open.listenerCount('close')).toBe(1);
  });
});

import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Peer } from '../../kernel/peers.ts';
import type { Call, Route } from '../route.ts';
import { ForwardMark, forwardHeader, reachedHeader } from './forward-mark.ts';
import { Forwarder } from './forwarder.ts';
import type { NodeRequest, NodeResponse } from './node-client.ts';
import { ownersOf } from './owners.ts';

afterEach(() => void vi.restoreAllMocks());

const clock = { now: () => 1_000 };
const secretKey = new Uint8Array(32);
const peer = (id: string): Peer => ({ id, url: `http://${id}:1`, draining: false });
const ok = (rest: Partial<NodeResponse> = {}): NodeResponse => ({
  status: 200,
  headers: { 'x-request-id': 'req_other', 'content-type': 'text/plain', 'retry-after': '7', other: 'x' },
  body: Buffer.from('said'),
  ...rest,
});
const route = { namespaceOf: () => 'ns', readOnly: true } as unknown as Route;

interface Given {
  live?: Peer[];
  self?: string;
  copies?: number;
  answers?: Array<NodeResponse | Error | Promise<NodeResponse>>;
  /** What answers under the URL of a node in its place. */
  stranger?: (request: NodeRequest) => Promise<NodeResponse>;
}

const there = new ForwardMark(secretKey, clock);
const isIntroduction = ({ url }: NodeRequest) => url.pathname === '/healthz';

/** As the node of that name does. */
const reached = (response: NodeResponse, { url, method, headers }: NodeRequest, node = url.hostname) => ({
  ...response,
  headers: {
    ...response.headers,
    [reachedHeader]: there.answer(node, { method, url: url.pathname + url.search, headers }),
  },
});

/** Every node has been met. */
async function openMet(given: Given = {}) {
  const opened = open(given);
  opened.forwarder.begin(route, call(), request());
  if ((given.copies ?? 1) < 3) await vi.waitFor(() => expect(opened.introduced).not.toEqual([]));
  await new Promise((resolve) => setImmediate(resolve));
  return opened;
}

function open({
  live = [peer('a'), peer('b'), peer('c')],
  self = notOwner(live),
  copies = 1,
  answers = [ok()],
  stranger,
}: Given = {}) {
  const sent: NodeRequest[] = [];
  const introduced: NodeRequest[] = [];
  const outcomes: unknown[] = [];
  const left = [...answers];
  const forwarder = new Forwarder({
    peers: { self, live } as never,
    secretKey,
    copies,
    clock,
    onOutcome: (outcome, error) =>
      outcomes.push(error === undefined ? outcome : [outcome, (error as Error).message]),
    client: {
      send: async (request) => {
        (isIntroduction(request) ? introduced : sent).push(request);
        if (stranger) return stranger(request);
        if (isIntroduction(request)) return reached(ok(), request);
        const answer = await left.shift();
        if (answer instanceof Error) throw answer;
        return reached(answer!, request);
      },
      close: () => {},
    },
  });
  return { forwarder, sent, introduced, outcomes };
}

/** A node that does not hold the namespace. */
function notOwner(live: Peer[], copies = 1): string {
  const owners = ownersOf('ten ns', live, copies).map(({ id }) => id);
  return live.find(({ id }) => !owners.includes(id))?.id ?? 'none';
}

const gone = () => new AbortController();
const call = (signal = gone().signal) =>
  ({ principal: { tenantId: 'ten' }, gone: signal }) as unknown as Call;
const request = (headers: Record<string, string> = {}, rawBody?: Buffer) =>
  ({
    raw: { method: 'POST', url: '/v1/x?y=1', headers },
    headers,
    rawBody,
    head: {},
  }) as unknown as FastifyRequest;

describe('a request for a namespace', () => {
  test('is handed to the node that holds it, with the headers that matter and a mark', async () => {
    const live = [peer('a'), peer('b'), peer('c')];
    const { forwarder, sent, outcomes } = await openMet({ live });
    const headers = { authorization: 'Bearer k', accept: 'a/b', cookie: 'secret', host: 'h' };
    const response = await forwarder.begin(route, call(), request(headers, Buffer.from('body')));
    expect(sent).toHaveLength(1);
    const [owner] = ownersOf('ten ns', [peer('a'), peer('b'), peer('c')], 1);
    expect(sent[0]!.url.href).toBe(`http://${owner!.id}:1/v1/x?y=1`);
    expect(sent[0]).toMatchObject({ method: 'POST', body: Buffer.from('body') });
    expect(Object.keys(sent[0]!.headers).sort()).toEqual([
      'accept',
      'authorization',
      'content-length',
      forwardHeader,
    ]);
    expect(sent[0]!.headers['content-length']).toBe('4');
    const marked = { method: 'POST', url: '/v1/x?y=1', headers: sent[0]!.headers };
    expect(new ForwardMark(secretKey, clock).isOn(marked)).toBe(true);
    expect(forwarder.isForwarded(request({ ...headers, ...sent[0]!.headers }))).toBe(true);
    expect(sent[0]!.isLive()).toBe(true);
    live.splice(0, live.length, ...live.filter(({ id }) => id !== owner!.id));
    expect(sent[0]!.isLive()).toBe(false);
    expect(response).toMatchObject({
      contentType: 'text/plain',
      status: 200,
      headers: { 'retry-after': '7' },
    });
    expect(Object.keys(response!.headers!)).toEqual(['retry-after']);
    expect(outcomes).toEqual(['forwarded']);
  });

  test('without a body and a type is JSON', async () => {
    const { forwarder, sent } = await openMet({ answers: [ok({ headers: {} })] });
    const response = await forwarder.begin(route, call(), request());
    expect(sent[0]!.headers).not.toHaveProperty('content-length');
    expect(response).toMatchObject({ contentType: 'application/json; charset=utf-8' });
  });

  test.each<[string, Partial<Route>, Record<string, string>, boolean]>([
    ['that only reads', { readOnly: true }, {}, true],
    ['that writes under a key', { readOnly: false, creates: true }, { 'idempotency-key': 'k' }, true],
    ['that writes without a key', { readOnly: false, creates: true }, {}, false],
    ['that changes something', { readOnly: false, creates: false }, { 'idempotency-key': 'k' }, false],
    ['that is for no namespace', { namespaceOf: undefined as never }, {}, false],
  ])('%s is handed on: %s', async (_, change, headers, isSent) => {
    const { forwarder, sent } = await openMet();
    await forwarder.begin({ ...route, readOnly: true, ...change } as Route, call(), request(headers));
    expect(sent).toHaveLength(isSent ? 1 : 0);
  });

  test.each<[string, Given]>([
    ['by a node that holds it', { self: ownersOf('ten ns', [peer('a'), peer('b'), peer('c')], 1)[0]!.id }],
    [
      'by a node that others cannot reach',
      { live: [peer('a'), peer('b'), { id: 'me', draining: false }], self: 'me' },
    ],
    ['by a node that is not known to live', { self: 'unknown' }],
    ['where every node holds it', { copies: 3, self: 'a' }],
  ])('is answered here %s', (_, given) => {
    const { forwarder, sent } = open(given);
    expect(forwarder.begin(route, call(), request())).toBeUndefined();
    expect(sent).toEqual([]);
  });

  test('that another node has handed on is not handed on again', () => {
    const { forwarder, sent } = open();
    const headers = { authorization: 'Bearer k' };
    const marked = { method: 'POST', url: '/v1/x?y=1', headers };
    const mark = new ForwardMark(secretKey, clock).make('b', marked);
    expect(forwarder.begin(route, call(), request({ ...headers, [forwardHeader]: mark }))).toBeUndefined();
    expect(sent).toEqual([]);
  });
});

describe('a node that does not answer', () => {
  test.each<[string, NodeResponse | Error, string]>([
    ['because it cannot be reached', new Error('gone'), 'gone'],
    [
      'because it is shutting down',
      ok({ status: 503, body: Buffer.from('{"code":"shutting_down"}') }),
      'The node is shutting down.',
    ],
  ])('%s gets nothing for five seconds', async (_, answer, reason) => {
    let now = 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const { forwarder, sent, outcomes } = await openMet({ answers: [answer, ok(), ok()] });
    expect(await forwarder.begin(route, call(), request())).toBeUndefined();
    expect(outcomes).toEqual([['answered_here', reason]]);
    now += 4_999;
    expect(forwarder.begin(route, call(), request())).toBeUndefined();
    now += 1;
    // It has to introduce itself again first.
    expect(forwarder.begin(route, call(), request())).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await forwarder.begin(route, call(), request())).toBeDefined();
    expect(sent).toHaveLength(2);
  });

  test('is no reason to answer for somebody who has gone', async () => {
    const stop = gone();
    const { forwarder, outcomes } = await openMet({ answers: [new Error('gone')] });
    stop.abort(new Error('left'));
    await expect(forwarder.begin(route, call(stop.signal), request())).rejects.toThrow('left');
    expect(outcomes).toEqual([]);
  });

  test.each([
    [503, '{"code":"overloaded"}'],
    [200, '{"code":"shutting_down"}'],
  ])('is another one than one that answers %i %s', async (status, body) => {
    const { forwarder, outcomes } = await openMet({ answers: [ok({ status, body: Buffer.from(body) })] });
    expect(await forwarder.begin(route, call(), request())).toMatchObject({ status });
    expect(outcomes).toEqual(['forwarded']);
  });
});

test('of two nodes that hold a namespace the one with fewer open requests is asked', async () => {
  const live = [peer('a'), peer('b'), peer('c')];
  const waiting = [Promise.withResolvers<NodeResponse>(), Promise.withResolvers<NodeResponse>()];
  const answers = [...waiting.map(({ promise }) => promise), Promise.resolve(ok())];
  const { forwarder, sent } = await openMet({ live, copies: 2, self: notOwner(live, 2), answers });
  const running = [forwarder.begin(route, call(), request()), forwarder.begin(route, call(), request())];
  expect(new Set(sent.map(({ url }) => url.host)).size).toBe(2);
  waiting[1]!.resolve(ok());
  await running[1];
  // The second is free again, the first is not.
  await forwarder.begin(route, call(), request());
  expect(sent[2]!.url.host).toBe(sent[1]!.url.host);
  waiting[0]!.resolve(ok());
  await running[0];
});

describe('what answers under the URL of a node', () => {
  const begin = async ({ forwarder }: Pick<ReturnType<typeof open>, 'forwarder'>) => {
    const headers = { authorization: 'Bearer k' };
    const asked = forwarder.begin(route, call(), request(headers));
    await new Promise((resolve) => setImmediate(resolve));
    return asked;
  };

  test('is asked who it is, without a key, before it gets the first request', async () => {
    const opened = open();
    expect(await begin(opened)).toBeUndefined();
    expect(opened.sent).toEqual([]);
    expect(opened.introduced).toHaveLength(1);
    expect(opened.introduced[0]).toMatchObject({ method: 'GET', url: { pathname: '/healthz' } });
    expect(Object.keys(opened.introduced[0]!.headers)).toEqual([forwardHeader]);
    expect(await begin(opened)).toBeDefined();
    expect(opened.introduced).toHaveLength(1);
    expect(opened.outcomes).toEqual(['forwarded']);
  });

  test.each<[string, (request: NodeRequest) => Promise<NodeResponse>]>([
    ['and is another service', async () => ok()],
    ['and is another node', async (request) => reached(ok(), request, 'other')],
    [
      'and repeats what it was sent',
      async ({ headers }) => ok({ headers: { [reachedHeader]: headers[forwardHeader]!.split(';')[2]! } }),
    ],
  ])('%s gets no request, and is asked again after five seconds', async (_, stranger) => {
    let now = 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const opened = open({ stranger });
    for (let i = 0; i < 3; i++) expect(await begin(opened)).toBeUndefined();
    expect(opened.introduced).toHaveLength(1);
    expect(opened.outcomes).toEqual([['answered_here', expect.stringContaining('is not the node')]]);
    now += 5_000;
    await begin(opened);
    expect(opened.introduced).toHaveLength(2);
    expect(opened.sent).toEqual([]);
  });

  test('does not become the answer where a stranger has come in the place of the node', async () => {
    const opened = open({
      stranger: async (asked) => (isIntroduction(asked) ? reached(ok(), asked) : ok()),
    });
    await begin(opened);
    expect(await begin(opened)).toBeUndefined();
    expect(opened.sent).toHaveLength(1);
    expect(opened.outcomes).toEqual([['answered_here', expect.stringContaining('LOREKEEP_NODE_URL')]]);
  });

  test('is asked again while a request waits for its response', async () => {
    const never = new Promise<NodeResponse>(() => {});
    let isThere = true;
    const opened = open({
      stranger: (asked) => {
        if (!isIntroduction(asked)) return never;
        return isThere ? Promise.resolve(reached(ok(), asked)) : Promise.reject(new Error('gone'));
      },
    });
    await begin(opened);
    void opened.forwarder.begin(route, call(), request());
    const [{ isReached }] = opened.sent as [NodeRequest];
    expect(await isReached!()).toBe(true);
    isThere = false;
    expect(await isReached!()).toBe(false);
  });
});

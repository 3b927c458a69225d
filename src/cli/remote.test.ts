import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpApi } from './http-api.ts';
import { operateRemotely } from './remote-operations.ts';

interface Answer {
  status?: number;
  type?: string;
  text: string;
}

/** A service that answers what it is told to and writes down what it was asked. */
async function serve(answer: (url: string) => Answer) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const {
      authorization,
      'content-type': type = '',
      'lorekeep-transport': transport = '',
    } = request.headers;
    asked.push([request.method, request.url, authorization, type, transport, body].join(' | '));
    const { status = 200, type: answered = 'application/json', text } = answer(request.url!);
    response.writeHead(status, { 'Content-Type': answered }).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, base, api: createHttpApi(`${base}//`, 'key_1') };
}

const good = (data: unknown): Answer => ({ text: JSON.stringify({ success: true, data }) });

test.each<[name: string, args: object, asked: string, result?: unknown]>([
  ['key.create', { tenant: 'two', name: 'ci', plan: null }, 'POST | /v1/keys | {"name":"ci"}'],
  ['key.rotate', { id: 'key/1', graceSeconds: 5 }, 'POST | /v1/keys/key%2F1/rotate | {"graceSeconds":5}'],
  ['key.revoke', { id: 'key_1' }, 'DELETE | /v1/keys/key_1 | '],
  [
    'memory.write',
    { tenant: 'x', namespace: 'n', entries: [] },
    'POST | /v1/memory/entries | {"namespace":"n","entries":[]}',
  ],
  [
    'memory.search',
    { namespace: 'n', query: 'q', limit: null },
    'POST | /v1/memory/search | {"namespace":"n","query":"q"}',
  ],
  [
    'memory.delete',
    { namespace: 'n', ids: null, all: true },
    'POST | /v1/memory/entries/delete | {"namespace":"n","all":true}',
  ],
  ['memory.model', {}, 'GET | /v1/memory/model | '],
  [
    'memory.import',
    { namespace: 'n', lines: '{}', linesBefore: 2 },
    'POST | /v1/memory/import?namespace=n | \n\n{}',
  ],
  [
    'api.call',
    { operation: 'getScan', params: { scanId: 's' }, query: { format: 'sarif' }, body: null },
    'GET | /v1/security/scan/s?format=sarif | ',
  ],
])('%s with %o', async (name, args, expected) => {
  const { api, asked } = await serve(() => good({ done: 1 }));
  expect(await operateRemotely(api, name, args as never)).toEqual({ done: 1 });
  const [method, url, authorization, type, , body] = asked[0]!.split(' | ');
  expect(authorization).toBe('Bearer key_1');
  expect(type).toBe(name === 'memory.import' ? 'application/x-ndjson' : body ? 'application/json' : '');
  const [wantedMethod, wantedUrl, wantedBody] = expected.split(' | ');
  expect([method, body]).toEqual([wantedMethod, wantedBody]);
  expect(url).toBe(wantedUrl);
});

test('an operation that needs the machine itself is refused', async () => {
  const { api } = await serve(() => good({}));
  for (const name of ['tenant.create', 'constructor'])
    expect(() => operateRemotely(api, name, {})).toThrow('works only on the machine of the service');
});

test('lists are read page by page, up to what is wanted', async () => {
  const pages: Record<string, Answer> = {
    '': good({ items: [1, 2], nextCursor: 'c1' }),
    c1: good({ items: [3], nextCursor: 'c2' }),
    c2: good({ items: [4] }),
  };
  const { api, asked } = await serve(
    (url) => pages[new URL(url, 'http://x').searchParams.get('cursor') ?? '']!,
  );
  expect(await operateRemotely(api, 'key.list', {})).toEqual([1, 2, 3, 4]);
  expect(asked.map((line) => line.split(' | ')[1])).toEqual([
    '/v1/keys?limit=200',
    '/v1/keys?limit=200&cursor=c1',
    '/v1/keys?limit=200&cursor=c2',
  ]);
  asked.length = 0;
  expect(await operateRemotely(api, 'audit.list', { limit: 3 })).toEqual([1, 2, 3]);
  expect(asked.map((line) => line.split(' | ')[1])).toEqual([
    '/v1/audit?limit=3',
    '/v1/audit?limit=1&cursor=c1',
  ]);
});

test('a page of entries says whether there are more', async () => {
  const { api, asked } = await serve(() => good({ items: [1], nextCursor: 'c' }));
  expect(await operateRemotely(api, 'memory.list', { namespace: 'n', limit: null })).toEqual({
    items: [1],
    more: true,
  });
  expect(asked.map((line) => line.split(' | ')[1])).toEqual(['/v1/memory/entries?limit=10&namespace=n']);
});

const ndjson = (text: string): Answer => ({ type: 'application/x-ndjson; charset=utf-8', text });
const idLines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `{"id":"mem_${from + i}","n":12345678901234567890}\n`).join('');

test('an export is read as the lines that it is, a part at a time, to the last digit', async () => {
  const { api, asked } = await serve((url) =>
    ndjson(url.includes('after') ? idLines(2, 1_500) : idLines(1_500)),
  );
  const first = (await operateRemotely(api, 'memory.export', { namespace: 'n', after: null })) as {
    items: Array<{ id: string }>;
    next: string;
  };
  expect(first.items.length).toBeGreaterThanOrEqual(1_000);
  expect(first.next).toBe(first.items.at(-1)!.id);
  expect(JSON.stringify(first.items[0])).toBe('{"id":"mem_0","n":12345678901234567890}');
  expect(await operateRemotely(api, 'memory.export', { namespace: 'n', after: 'mem_7' })).toMatchObject({
    items: [{ id: 'mem_1500' }, { id: 'mem_1501' }],
    next: null,
  });
  expect(asked.map((line) => line.split(' | ')[1])).toEqual([
    '/v1/memory/export?namespace=n',
    '/v1/memory/export?namespace=n&after=mem_7',
  ]);
});

test('an export that says no, breaks off or is none is an error', async () => {
  for (const [answer, message] of [
    [
      { status: 403, text: '{"success":false,"data":{"code":"insufficient_scope","message":"Not yours."}}' },
      'Not yours.',
    ],
    [ndjson(`${idLines(1)}{"id":"mem_2"`), 'in the middle of a line'],
    [{ type: 'text/html', text: '<p>A proxy' }, 'did not answer like Lorekeep'],
    [good({}), 'did not answer like Lorekeep'],
  ] as const) {
    const { api } = await serve(() => answer);
    const run = operateRemotely(api, 'memory.export', { namespace: 'n', after: null });
    await expect(run).rejects.toThrow(message);
  }
});

test.each<[Answer, object | string]>([
  [{ text: '{"success":true,"data":{"a":1}}' }, { a: 1 }],
  [{ type: 'text/csv', text: 'a,b' }, 'a,b'],
])('the answer %o is %o', async (answer, expected) => {
  const { api } = await serve(() => answer);
  expect(await api.call('getModel', { transport: 'mcp' })).toEqual(expected);
});

test.each<[Answer, object]>([
  [
    {
      status: 404,
      text: '{"success":false,"data":{"code":"not_found","message":"No.","details":[{"path":"a","code":"b","message":"c"}]}}',
    },
    { code: 'not_found', message: 'No.', details: [{ path: 'a', code: 'b', message: 'c' }] },
  ],
  [
    { status: 418, text: '{"success":false,"data":{"code":"teapot"}}' },
    { message: expect.stringMatching(/answered with status 418\.$/) },
  ],
  [
    { status: 502, type: 'text/html', text: '<h1>' },
    { message: expect.stringMatching(/answered with status 502\.$/) },
  ],
  [{ text: '{"success":' }, { message: expect.stringMatching(/did not answer like Lorekeep\.$/) }],
  [{ text: '{"success":false}' }, { message: expect.stringMatching(/answered with status 200\.$/) }],
])('the answer %o is an error', async (answer, expected) => {
  const { api } = await serve(() => answer);
  await expect(api.call('getModel')).rejects.toMatchObject(expected);
});

test('a service that is not there is named', async () => {
  await expect(createHttpApi('http://127.0.0.1:1/', 'k').call('getModel')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:1 cannot be reached: ./,
  );
});

test('objects in a query are sent as JSON, and what is not given is not sent', async () => {
  const { api, asked } = await serve(() => good(null));
  await api.call('listEntries', { query: { a: { b: 1 }, c: undefined, d: null, e: 0 }, transport: 'mcp' });
  expect(asked[0]).toBe('GET | /v1/memory/entries?a=%7B%22b%22%3A1%7D&e=0 | Bearer key_1 |  | mcp | ');
});

test('a service that redirects is named with the place, and nothing is asked there', async () => {
  const asked: string[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(301, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const body = { namespace: 'a', entries: [] };
  await expect(createHttpApi(base, 'key_a').call('writeEntries', { body })).rejects.toThrow(
    `${base} redirects to /elsewhere`,
  );
  expect(asked).toEqual(['POST /v1/memory/entries']);
});

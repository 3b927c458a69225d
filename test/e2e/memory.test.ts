import { beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { temporaryFolder } from '../memory/harness.ts';
import { naiveIndexes } from '../memory/naive-index.ts';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { type Answer, authorization, call, startApp, testKey } from '../support/app.ts';

const start = (environment: Record<string, string> = {}) =>
  startApp(environment, { embedder: new StubEmbedder(), indexes: naiveIndexes });

interface Problem {
  code: string;
  message: string;
  details?: Array<{ path: string; code: string; message: string }>;
}
interface Found {
  id: string;
  content: string;
  metadata: Record<string, unknown>;
  score: number;
}

const write = (app: App, payload: object, headers = {}) =>
  call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', { payload, headers });
const search = (app: App, payload: object) => call<Found[]>(app, 'POST', '/v1/memory/search', { payload });

/** A body that JSON.stringify could not make. */
const raw = (app: App, url: string, payload: string): Promise<Answer<Problem>> =>
  call<Problem>(app, 'POST', url, { payload, headers: { 'content-type': 'application/json' } });

test('write, search and context answer as the interface says', async () => {
  const app = await start();
  const entries = [
    { content: 'The sky is blue', metadata: { topic: 'nature' } },
    { content: 'Bread is baked' },
  ];
  const written = await write(app, { namespace: 'n', entries });
  expect(written.status).toBe(200);
  expect(written.data).toEqual({ ids: [expect.stringMatching(/^mem_/), expect.stringMatching(/^mem_/)] });

  const found = await search(app, { namespace: 'n', query: 'what colour is the sky', limit: 1 });
  expect(found.data).toEqual([
    {
      id: written.data.ids[0],
      content: 'The sky is blue',
      metadata: { topic: 'nature' },
      score: expect.any(Number),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ]);
  const context = await call(app, 'POST', '/v1/memory/context', {
    payload: { namespace: 'n', query: 'sky blue' },
  });
  expect(context.data).toEqual({ text: 'The sky is blue\n\nBread is baked', entryIds: written.data.ids });
});

test('the default limit is that of the plan, and null counts as left out', async () => {
  const app = await start();
  await write(app, {
    namespace: 'n',
    entries: Array.from({ length: 15 }, (_, i) => ({ content: `entry ${i}`, metadata: null })),
  });
  const found = await search(app, { namespace: 'n', query: 'entry', limit: null, metadataFilter: null });
  expect(found.data).toHaveLength(10);
  expect(found.data[0]!.metadata).toEqual({});
});

test('context takes a budget, formats, citations and a filter', async () => {
  const app = await start();
  await write(app, {
    namespace: 'n',
    entries: [
      { content: 'one </entry> ```', metadata: { a: 1 } },
      { content: 'one two', metadata: { a: 2 } },
    ],
  });
  const context = (payload: object) =>
    call<{ text: string; citations?: unknown[]; entryIds: string[] }>(app, 'POST', '/v1/memory/context', {
      payload: { namespace: 'n', query: 'one', ...payload },
    });
  const xml = await context({ format: 'xml', citations: true, metadataFilter: { a: 1 } });
  expect(xml.data.text).toContain('&#60;/entry&#62;');
  expect(xml.data.citations).toHaveLength(1);
  const markdown = await context({ format: 'markdown', metadataFilter: { a: 1 } });
  expect(markdown.data.text).toContain('````text\none </entry> ```\n````');
  expect((await context({ maxTokens: 2 })).data.entryIds.length).toBeLessThanOrEqual(1);
});

describe('what bad input gets', () => {
  let app: App;
  beforeAll(async () => {
    const folder = temporaryFolder();
    const environment = {
      LOREKEEP_DATA_DIR: folder.path,
      LOREKEEP_API_KEYS: testKey,
      LOREKEEP_LOG_LEVEL: 'silent',
    };
    app = await createApp(loadConfig(environment, folder.path), {
      embedder: new StubEmbedder(),
      indexes: naiveIndexes,
    });
    return async () => {
      await app.close();
      folder.dispose();
    };
  });

  const entry = (content: string, rest: object = {}) => ({ namespace: 'n', entries: [{ content, ...rest }] });
  let deep: object = {};
  for (let i = 0; i < 8; i++) deep = { deep };

  test.each<[string, object, number, string]>([
    ['blank content', entry(' \n\t'), 400, 'entries[0].content'],
    ['content that nobody can see', entry('\u200b\u2060 \u200d'), 400, 'entries[0].content'],
    ['empty content', entry(''), 400, 'entries[0].content'],
    ['300 KiB of content', entry('x'.repeat(300 * 1024)), 400, 'entries[0].content'],
    ['no entries', { namespace: 'n', entries: [] }, 400, 'entries'],
    ['entries that are no array', { namespace: 'n', entries: {} }, 400, 'entries'],
    ['257 entries', { namespace: 'n', entries: Array(257).fill({ content: 'x' }) }, 413, 'entries'],
    ['metadata of depth 9', entry('x', { metadata: deep }), 400, 'entries[0].metadata'],
    ['17 KiB of metadata', entry('x', { metadata: { a: 'x'.repeat(17_000) } }), 400, 'entries[0].metadata'],
    ['metadata that is a list', entry('x', { metadata: [] }), 400, 'entries[0].metadata'],
    ['an unknown field', entry('x', { meta: {} }), 400, 'entries[0].meta'],
    ['no namespace', { entries: [{ content: 'x' }] }, 400, 'namespace'],
    ['an empty namespace', { namespace: '', entries: [{ content: 'x' }] }, 400, 'namespace'],
    [
      'a namespace of 257 bytes',
      { namespace: `${'ä'.repeat(128)}x`, entries: [{ content: 'x' }] },
      400,
      'namespace',
    ],
    [
      'a namespace with a control character',
      { namespace: 'a\nb', entries: [{ content: 'x' }] },
      400,
      'namespace',
    ],
    ['an expiry in the past', entry('x', { expiresAt: '2001-01-01T00:00:00Z' }), 400, 'entries[0].expiresAt'],
    [
      'an externalId twice',
      {
        namespace: 'n',
        entries: [
          { content: 'a', externalId: 'e' },
          { content: 'b', externalId: 'e' },
        ],
      },
      400,
      'entries[1].externalId',
    ],
  ])('%s is refused with the path of the field', async (_, payload, status, path) => {
    const answer = await call<Problem>(app, 'POST', '/v1/memory/entries', { payload });
    expect(answer.status).toBe(status);
    expect(answer.success).toBe(false);
    expect(answer.data.details?.map((detail) => detail.path)).toContain(path);
  });

  test.each<[string, object, string]>([
    ['a blank query', { namespace: 'n', query: ' ' }, 'query'],
    ['a query of 9 KiB', { namespace: 'n', query: 'x'.repeat(9_000) }, 'query'],
    ['a limit of 0', { namespace: 'n', query: 'x', limit: 0 }, 'limit'],
    ['a limit of 1,001', { namespace: 'n', query: 'x', limit: 1_001 }, 'limit'],
    ['a limit that is text', { namespace: 'n', query: 'x', limit: '5' }, 'limit'],
    ['a limit of 1.5', { namespace: 'n', query: 'x', limit: 1.5 }, 'limit'],
    ['a misspelt filter', { namespace: 'n', query: 'x', metadatafilter: {} }, 'metadatafilter'],
    [
      'an unknown operator',
      { namespace: 'n', query: 'x', filter: { path: '/metadata/a', op: '=', value: 1 } },
      'filter.op',
    ],
    [
      'a filter on content',
      { namespace: 'n', query: 'x', filter: { path: '/content', op: 'eq', value: 1 } },
      'filter.path',
    ],
    [
      'a wrong part of a joint',
      { namespace: 'n', query: 'x', filter: { or: [{ path: '/metadata/a', op: 'gt', value: null }] } },
      'filter.or[0].value',
    ],
    ['a metadataFilter of depth 9', { namespace: 'n', query: 'x', metadataFilter: deep }, 'metadataFilter'],
  ])('a search with %s is refused with the path of the field', async (_, payload, path) => {
    const answer = await call<Problem>(app, 'POST', '/v1/memory/search', { payload });
    expect(answer.status).toBe(400);
    expect(answer.data.details?.map((detail) => detail.path)).toContain(path);
  });

  test('half a surrogate pair is refused', async () => {
    const answer = await raw(
      app,
      '/v1/memory/entries',
      '{"namespace":"n","entries":[{"content":"\\ud800"}]}',
    );
    expect(answer.status).toBe(400);
    expect(answer.data.details?.[0]?.path).toBe('entries[0].content');
  });

  test('NaN and numbers beyond range are refused', async () => {
    const body = (value: string) => `{"namespace":"n","entries":[{"content":"x","metadata":{"a":${value}}}]}`;
    expect(await raw(app, '/v1/memory/entries', body('NaN'))).toMatchObject({
      status: 400,
      data: { code: 'invalid_json' },
    });
    const infinite = await raw(app, '/v1/memory/entries', body('1e999'));
    expect(infinite.status).toBe(400);
    expect(infinite.data.details?.[0]?.path).toBe('entries[0].metadata.a');
  });

  test('a body of more than 8 MiB is refused', async () => {
    const answer = await call<Problem>(app, 'POST', '/v1/memory/entries', {
      payload: { namespace: 'n', entries: Array(40).fill({ content: 'x'.repeat(250_000) }) },
    });
    expect(answer).toMatchObject({ status: 413, data: { code: 'payload_too_large' } });
  });

  test('1,025 passages are refused with their number', async () => {
    // The stub makes a passage of every 720 characters.
    const payload = { namespace: 'n', entries: Array(205).fill({ content: 'x'.repeat(3_000) }) };
    const answer = await call<Problem>(app, 'POST', '/v1/memory/entries', { payload });
    expect(answer.status).toBe(413);
    expect(answer.data.message).toContain('1025');
  });

  test('after all that nothing was written', async () => {
    expect((await call(app, 'GET', '/v1/memory/namespaces')).data).toEqual({ items: [] });
  });
});

test('a cursor works only for the list that gave it out', async () => {
  const app = await start();
  for (const namespace of ['a', 'b']) {
    await write(app, { namespace, entries: [{ content: '1' }, { content: '2' }, { content: '3' }] });
  }
  const list = (query: string) =>
    call<{ items: Found[]; nextCursor?: string; code?: string }>(app, 'GET', `/v1/memory/entries?${query}`);
  const first = await list('namespace=a&limit=2&order=oldest');
  expect(first.data.items.map(({ content }) => content)).toEqual(['1', '2']);
  const cursor = encodeURIComponent(first.data.nextCursor!);
  const second = await list(`namespace=a&limit=2&order=oldest&cursor=${cursor}`);
  expect(second.data).toEqual({ items: [expect.objectContaining({ content: '3', namespace: 'a' })] });
  for (const other of ['namespace=b&order=oldest', 'namespace=a&order=newest']) {
    expect(await list(`${other}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      data: { code: 'invalid_cursor' },
    });
  }
  expect((await list('namespace=a&limit=201')).status).toBe(400);

  const report = () => {};
  await app.operations['tenant.create']!({ name: 'strangers' }, report);
  const { key } = (await app.operations['key.create']!(
    { tenant: 'strangers', name: 'k', scopes: ['memory:read'] },
    report,
  )) as { key: string };
  const foreign = await call(app, 'GET', `/v1/memory/entries?namespace=a&order=oldest&cursor=${cursor}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(foreign).toMatchObject({ status: 400, data: { code: 'invalid_cursor' } });
});

test('a namespace may be any text without control characters', async () => {
  const app = await start();
  for (const namespace of [' ', '\u00a0', '.', '..', '*', 'مساحة', '🗂️']) {
    const payload = { namespace, entries: [{ content: 'a note' }] };
    const { data } = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', { payload });
    const search = { payload: { namespace, query: 'a note' } };
    const found = await call<Found[]>(app, 'POST', '/v1/memory/search', search);
    expect(found.data.map(({ id }) => id)).toEqual(data.ids);
  }
});

test('namespaces that look like paths and keys named __proto__ are plain data', async () => {
  const app = await start();
  const name = '../../etc';
  const body = `{"namespace":"${name}","entries":[{"content":"odd","metadata":{"__proto__":{"x":1},"constructor":2}},{"content":"even"}]}`;
  const written = await call<{ ids: string[] }>(app, 'POST', '/v1/memory/entries', {
    payload: body,
    headers: { 'content-type': 'application/json' },
  });
  expect(written.status).toBe(200);
  const searchRaw = async (filter: string) =>
    (
      await call<Found[]>(app, 'POST', '/v1/memory/search', {
        payload: `{"namespace":"${name}","query":"odd",${filter}}`,
        headers: { 'content-type': 'application/json' },
      })
    ).data;
  expect((await searchRaw('"metadataFilter":{"__proto__":{"x":1}}')).map(({ content }) => content)).toEqual([
    'odd',
  ]);
  expect(await searchRaw('"metadataFilter":{"__proto__":{}}')).toEqual([]);
  expect(await searchRaw('"filter":{"path":"/metadata/__proto__/x","op":"eq","value":1}')).toHaveLength(1);
  const path = `/v1/memory/namespaces/${encodeURIComponent(name)}`;
  expect((await call(app, 'GET', path)).data).toMatchObject({ name, entries: 2 });
  expect((await call(app, 'DELETE', path)).data).toEqual({ name, entries: 2 });
  expect((await call(app, 'GET', path)).status).toBe(404);
});

test('a namespace of 256 bytes has an address', async () => {
  const app = await start();
  const name = `${'ü/'.repeat(85)}x`;
  await write(app, { namespace: name, entries: [{ content: 'x' }] });
  expect((await call(app, 'GET', `/v1/memory/namespaces/${encodeURIComponent(name)}`)).data).toMatchObject({
    name,
  });
});

test('an entry can be got, changed and deleted by its id', async () => {
  const app = await start();
  const { data } = await write(app, { namespace: 'n', entries: [{ content: 'old', externalId: 'e' }] });
  const path = `/v1/memory/entries/${data.ids[0]}`;
  const before = await call<{ updatedAt: string }>(app, 'GET', path);
  expect(before.data).toMatchObject({ content: 'old', namespace: 'n', externalId: 'e', metadata: {} });
  const patch = (payload: object) => call(app, 'PATCH', path, { payload });
  expect((await patch({ metadata: { a: 1 }, expiresAt: '2199-01-01T00:00:00+01:00' })).data).toMatchObject({
    content: 'old',
    metadata: { a: 1 },
    expiresAt: '2198-12-31T23:00:00.000Z',
  });
  expect((await patch({ content: 'new', ifUpdatedAt: before.data.updatedAt })).data).toMatchObject({
    code: 'version_conflict',
  });
  const after = await patch({ content: 'new', expiresAt: 'never' });
  expect(after.data).toMatchObject({ content: 'new', metadata: { a: 1 } });
  expect(after.data).not.toHaveProperty('expiresAt');
  expect((await patch({})).status).toBe(400);
  expect((await call(app, 'DELETE', path)).data).toEqual({ id: data.ids[0], deleted: true });
  expect((await call(app, 'GET', path)).data).toMatchObject({ code: 'entry_not_found' });
});

test('bulk delete needs to be told what, and a dry run deletes nothing', async () => {
  const app = await start();
  const { data } = await write(app, {
    namespace: 'n',
    entries: [{ content: 'a', metadata: { x: 1 } }, { content: 'b' }, { content: 'c' }],
  });
  const remove = (payload: object) =>
    call(app, 'POST', '/v1/memory/entries/delete', { payload: { namespace: 'n', ...payload } });
  expect((await remove({})).status).toBe(400);
  expect((await remove({ ids: data.ids, filter: { path: '/metadata/x', op: 'exists' } })).status).toBe(400);
  expect((await remove({ metadataFilter: { x: 1 }, dryRun: true })).data).toEqual({ matched: 1, deleted: 0 });
  expect((await remove({ metadataFilter: { x: 1 } })).data).toEqual({ matched: 1, deleted: 1 });
  expect((await remove({ ids: data.ids })).data).toEqual({ matched: 2, deleted: 2 });
});

test('a write under an Idempotency-Key is carried out once', async () => {
  const app = await start();
  const headers = { 'idempotency-key': 'abc' };
  const body = { namespace: 'n', entries: [{ content: 'once' }] };
  const first = await write(app, body, headers);
  const second = await write(app, body, headers);
  expect(second.data).toEqual(first.data);
  expect((await call(app, 'GET', '/v1/memory/namespaces/n')).data).toMatchObject({ entries: 1 });
  const other = await write(app, { ...body, namespace: 'm' }, headers);
  expect(other.status).toBe(422);
});

test('a list gives the entries that match, page by page, and refuses a filter that it does not understand', async () => {
  const app = await start();
  const entries = Array.from({ length: 25 }, (_, i) => ({
    content: `note ${i}`,
    metadata: { even: i % 2 === 0, i },
  }));
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'n', entries } });
  const list = (parameters: Record<string, unknown>) => {
    const query = new URLSearchParams({ namespace: 'n' });
    for (const [name, value] of Object.entries(parameters))
      query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    return call<{ items: Array<{ metadata: { i: number } }>; nextCursor?: string; message: string }>(
      app,
      'GET',
      `/v1/memory/entries?${query}`,
    );
  };
  const filter = { path: '/metadata/i', op: 'gte', value: 4 };
  for (const order of ['newest', 'oldest']) {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({
        metadataFilter: { even: true },
        filter,
        order,
        limit: '4',
        ...(cursor && { cursor }),
      });
      expect(page.status).toBe(200);
      seen.push(...page.data.items.map(({ metadata }) => metadata.i));
      cursor = page.data.nextCursor;
    } while (cursor);
    const expected = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24];
    expect(seen).toEqual(order === 'oldest' ? expected : expected.toReversed());
  }
  const { data } = await list({ filter, limit: '4' });
  expect((await list({ cursor: data.nextCursor, limit: '4' })).data).toMatchObject({
    code: 'invalid_cursor',
  });
  for (const wrong of ['{', '[]', '{"path":"/x"}', '{"path":"/metadata/i","path":"/metadata/j"}']) {
    expect(await list({ filter: wrong })).toMatchObject({ status: 400, data: { code: 'validation_failed' } });
  }
});

test('an export can be imported, in part and again, and a wrong line is named', async () => {
  const app = await start();
  await write(app, {
    namespace: 'from',
    entries: Array.from({ length: 5 }, (_, i) => ({ content: `entry ${i}`, metadata: { i } })),
  });
  const exported = await app.server.inject({
    url: '/v1/memory/export?namespace=from',
    headers: { authorization: 'Bearer key_test' },
  });
  expect(exported.headers['content-type']).toContain('application/x-ndjson');
  const lines = exported.payload.trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  const ids = lines.map((line) => JSON.parse(line).id);
  const rest = await app.server.inject({
    url: `/v1/memory/export?namespace=from&after=${ids[2]}`,
    headers: { authorization: 'Bearer key_test' },
  });
  expect(rest.payload).toBe(`${lines.slice(3).join('\n')}\n`);

  const send = (payload: string, query = '') =>
    call<Problem & Record<string, number>>(app, 'POST', `/v1/memory/import?namespace=to${query}`, {
      payload,
      headers: { 'content-type': 'application/x-ndjson' },
    });
  const bad = [...lines.slice(0, 3), '{"content":""}', ...lines.slice(3)].join('\n');
  const refused = await send(bad);
  expect(refused.status).toBe(400);
  expect(refused.data.message).toMatch(/^Line 4: .* Lines up to 3 were imported\.$/);
  expect(refused.data.details![0]!.path).toBe('lines[4].content');
  expect((await send(bad, '&fromLine=5')).data).toEqual({
    read: 2,
    written: 2,
    replaced: 0,
    unchanged: 0,
    expired: 0,
    lastLine: 6,
  });
  expect((await send(`${lines.join('\n')}\n\n`)).data).toMatchObject({ written: 0, unchanged: 5 });
  expect((await call(app, 'GET', '/v1/memory/namespaces/to')).data).toMatchObject({ entries: 5 });
});

test('an import that takes long keeps the connection alive and says the outcome in the end', async () => {
  const embedder = new StubEmbedder();
  embedder.before = () => new Promise((resolve) => setTimeout(resolve, 60));
  const app = await startApp({}, { embedder, indexes: naiveIndexes, heartbeatMs: 10 });
  const lines = Array.from({ length: 70 }, (_, i) => JSON.stringify({ content: `line ${i}` }));
  const send = (payload: string) =>
    app.server.inject({
      method: 'POST',
      url: '/v1/memory/import?namespace=n',
      payload,
      headers: { ...authorization, 'content-type': 'application/x-ndjson' },
    });
  const whole = await send(lines.join('\n'));
  expect(whole.payload).toMatch(/^\n+\{/);
  expect(JSON.parse(whole.payload)).toMatchObject({ success: true, data: { written: 70 }, meta: {} });
  const wrong = await send([...lines, '{}'].join('\n'));
  expect(JSON.parse(wrong.payload)).toMatchObject({ success: false, data: { code: 'validation_failed' } });
});

test('a key for some namespaces is kept inside them', async () => {
  const app = await start();
  const issued = await call<{ key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'bound', scopes: ['memory:read', 'memory:write'], namespaces: ['app-*'] },
  });
  const headers = { authorization: `Bearer ${issued.data.key}` };
  const outside = await write(app, { namespace: 'other', entries: [{ content: 'secret' }] });
  const id = outside.data.ids[0];
  expect((await write(app, { namespace: 'app-1', entries: [{ content: 'mine' }] }, headers)).status).toBe(
    200,
  );
  const attempts: Array<[string, string, object?]> = [
    ['POST', '/v1/memory/search', { namespace: 'other', query: 'secret' }],
    ['POST', '/v1/memory/context', { namespace: 'other', query: 'secret' }],
    ['POST', '/v1/memory/entries', { namespace: 'other', entries: [{ content: 'x' }] }],
    ['POST', '/v1/memory/entries/delete', { namespace: 'other', ids: [id] }],
    ['GET', '/v1/memory/entries?namespace=other'],
    ['GET', `/v1/memory/entries/${id}`],
    ['PATCH', `/v1/memory/entries/${id}`, { content: 'x' }],
    ['DELETE', `/v1/memory/entries/${id}`],
    ['GET', '/v1/memory/export?namespace=other'],
    ['GET', '/v1/memory/namespaces/other'],
    ['DELETE', '/v1/memory/namespaces/other'],
  ];
  for (const [method, url, payload] of attempts) {
    const answer = await call(app, method as 'GET', url, { headers, ...(payload && { payload }) });
    expect([url, answer.status]).toEqual([url, url.includes('mem_') ? 404 : 403]);
  }
  const list = await call(app, 'GET', '/v1/memory/namespaces', { headers });
  expect(list.data).toMatchObject({ items: [{ name: 'app-1' }] });
});

test('a key may only do what its scopes say', async () => {
  const app = await start();
  const issued = await call<{ key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'reader', scopes: ['memory:read'] },
  });
  const headers = { authorization: `Bearer ${issued.data.key}` };
  expect((await write(app, { namespace: 'n', entries: [{ content: 'x' }] }, headers)).status).toBe(403);
  expect((await call(app, 'GET', '/v1/memory/namespaces', { headers })).status).toBe(200);
});

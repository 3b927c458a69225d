import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, startApp, temporaryFolder, testKey } from '../support/app.ts';
import { startService } from '../support/process.ts';
import { ask, connectHttp, connectStdio, type Era } from './mcp-client.ts';

const names = ['remember', 'recall', 'forget', 'scan', 'findings', 'triage'];
const versions: Record<Era, string> = { legacy: '2025-11-25', auto: '2026-07-28' };

test.each(['legacy', 'auto'] as const)(
  'over HTTP a client of the era %s sees six tools and recalls',
  async (era) => {
    const { client } = await connectHttp(era);
    expect(client.getNegotiatedProtocolVersion()).toBe(versions[era]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(await ask(client, 'remember', { texts: ['Ada prefers tea.'] })).toMatch(
      /^Remembered 1 in "default": mem_/,
    );
    expect(await ask(client, 'recall', { query: 'What does Ada drink?' })).toContain(
      '>Ada prefers tea.</entry>',
    );
  },
);

test.each(['legacy', 'auto'] as const)(
  'over stdio a client of the era %s sees six tools and recalls',
  async (era) => {
    const client = await connectStdio(era);
    expect(client.getNegotiatedProtocolVersion()).toBe(versions[era]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(names);
    await ask(client, 'remember', { texts: ['Ada prefers tea.'] });
    expect(await ask(client, 'recall', { query: 'What does Ada drink?' })).toContain(
      '>Ada prefers tea.</entry>',
    );
    await client.close();
  },
);

test('stdio through a running service writes what HTTP then finds', async () => {
  const dataDir = temporaryFolder();
  const service = await startService({ LOREKEEP_DATA_DIR: dataDir, LOREKEEP_API_KEYS: testKey });
  try {
    const client = await connectStdio('legacy', [], { dataDir });
    await ask(client, 'remember', { texts: ['Deploys happen on Tuesdays.'] });
    const found = await fetch(`${service.base}/v1/memory/search`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ namespace: 'project', query: 'when do we deploy' }),
    });
    expect(await found.text()).toContain('Deploys happen on Tuesdays.');
    await client.close();
  } finally {
    await service.stop();
  }
});

test('stdio reads neither settings nor data of the folder that it is started in', async () => {
  const project = temporaryFolder();
  const home = temporaryFolder();
  writeFileSync(
    join(project, 'lorekeep.yaml'),
    'embedder: openai\nembedding: { url: "https://evil.example/v1" }\n',
  );
  const client = await connectStdio('legacy', [], {
    dataDir: '',
    environment: { XDG_DATA_HOME: home },
    cwd: project,
  });
  expect(await ask(client, 'remember', { texts: ['Deploys happen on Tuesdays.'] })).toContain('Remembered 1');
  await client.close();
  expect(readdirSync(project)).toEqual(['lorekeep.yaml']);
  expect(existsSync(join(home, 'lorekeep', 'lorekeep.db'))).toBe(true);
});

test('stdio with --server uses that service and its key', async () => {
  const { app } = await connectHttp('legacy');
  const { port } = app.server.server.address() as AddressInfo;
  const client = await connectStdio('auto', ['--server', `http://127.0.0.1:${port}`], {
    environment: { LOREKEEP_API_KEY: testKey },
  });
  await ask(client, 'remember', { texts: ['Remote.'], namespace: 'far' });
  expect((await call(app, 'GET', '/v1/memory/namespaces/far')).data).toMatchObject({ entries: 1 });
  await client.close();
});

test('the definitions of all tools stay below 4,000 bytes, and each says what it does to the world', async () => {
  const { client } = await connectHttp('legacy');
  const { tools } = await client.listTools();
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(4_000);
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  expect(hints['recall']).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  expect(hints['forget']).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  expect(hints['scan']).toMatchObject({ openWorldHint: true });
});

test('a key sees the tools of its scopes, and no others work', async () => {
  const app = await startApp();
  const { data } = await call<{ key: string }>(app, 'POST', '/v1/keys', {
    payload: { name: 'reader', scopes: ['memory:read'] },
  });
  const { client } = await connectHttp('auto', { app, key: data.key });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['recall']);
  await expect(ask(client, 'remember', { texts: ['x'] })).rejects.toThrow();
});

test('a call of a memory tool is answered with one JSON document, a scan and a call with progress with a stream', async () => {
  const { url } = await connectHttp('legacy');
  const send = async (name: string, params: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${testKey}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, ...params } }),
    });
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  const query = { arguments: { query: 'tea' } };
  const direct = await send('recall', query);
  expect(direct.type).toContain('application/json');
  expect(JSON.parse(direct.text)).toMatchObject({
    jsonrpc: '2.0',
    id: 7,
    result: { content: [{ type: 'text' }] },
  });
  const wrong = JSON.parse((await send('recall', { arguments: { limit: 3 } })).text);
  expect(JSON.stringify(wrong)).toContain('query');
  const streamed = await send('recall', { ...query, _meta: { progressToken: 1 } });
  expect(streamed.type).toContain('text/event-stream');
  expect((await send('recall', query, { Accept: 'text/event-stream' })).type).not.toBe(direct.type);
  expect((await send('findings', { arguments: {} })).type).toContain('text/event-stream');
});

test('a call by a name that no tool has is refused by that name', async () => {
  const { client } = await connectHttp('legacy');
  await expect(ask(client, 'recal', { query: 'tea' })).rejects.toThrow('recal');
});

test('--tools and --read-only choose', async () => {
  const memory = await connectStdio('legacy', ['--tools', 'memory']);
  expect((await memory.listTools()).tools.map(({ name }) => name)).toEqual(['remember', 'recall', 'forget']);
  const reading = await connectStdio('legacy', ['--read-only', '--tools', 'recall,scan']);
  expect((await reading.listTools()).tools.map(({ name }) => name)).toEqual(['recall', 'findings']);
});

test('without a key, or from a page or a name of a stranger, nothing is answered', async () => {
  const { url } = await connectHttp('legacy');
  const send = (headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  const key = { Authorization: `Bearer ${testKey}` };
  expect((await send({})).status).toBe(401);
  expect((await send({ ...key, Origin: 'http://evil.example' })).status).toBe(403);
  expect((await send(key)).status).toBe(200);
  expect((await send({ ...key, Origin: url.replace('/mcp', '') })).status).toBe(200);
  const app = await startApp();
  const injected = await app.server.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...key, host: 'rebound.example:8080', accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  expect(injected.statusCode).toBe(403);
  expect((await fetch(url, { headers: key })).status).toBe(405);
  expect((await fetch(url.replace('/mcp', '/.well-known/oauth-protected-resource'))).status).toBe(404);
});

test('resources and prompts: namespaces, a scan as a report, a rule, and three starting points', async () => {
  const { client } = await connectHttp('auto');
  await ask(client, 'remember', { texts: ['x y z'] });
  const text = async (uri: string) =>
    ((await client.readResource({ uri })).contents[0] as { text: string } | undefined)?.text;
  expect(await text('lorekeep://namespaces')).toMatch(/^default: 1 entry,/);
  expect(await text('lorekeep://rules/none')).toBe('There is no such rule.');
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
    'review-findings',
    'fix-finding',
    'what-do-we-know',
  ]);
  const { messages } = await client.getPrompt({ name: 'fix-finding', arguments: { id: 'fin_1' } });
  expect(JSON.stringify(messages)).toContain('id=fin_1');
});

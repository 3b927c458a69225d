import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { ownersOf } from '../../src/http/forwarding/owners.ts';
import { call, testKey } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { openPool } from '../support/postgres.ts';
import { type Cluster, openCluster } from './nodes.ts';

const soon = { timeout: 20_000, interval: 50 };
let cluster: Cluster;

beforeEach(async () => {
  cluster = await openCluster();
});

/** A node that others can reach. */
async function reachable(id: string, settings: Record<string, string> = {}): Promise<App> {
  const port = await freePort();
  const node = await cluster.node({
    LOREKEEP_NODE_ID: id,
    LOREKEEP_NODE_URL: `http://127.0.0.1:${port}`,
    ...settings,
  });
  await node.server.listen({ host: '127.0.0.1', port });
  return node;
}

async function counted(node: App, outcome: string): Promise<number> {
  const headers = { authorization: `Bearer ${testKey}` };
  const { body } = await node.server.inject({ url: '/metrics', headers });
  return Number(
    new RegExp(`^lorekeep_forwarded_total{outcome="${outcome}"} (\\d+)`, 'm').exec(body)?.[1] ?? 0,
  );
}

/** A namespace that one of the nodes owns. */
async function namespaceOf(owner: string, others: string[], name = 'notes'): Promise<string> {
  const pool = openPool(cluster.database.url);
  const tenant = await pool.get('SELECT id FROM tenants');
  await pool.close();
  const all = [owner, ...others].map((id) => ({ id, url: 'http://x', draining: false }));
  for (let i = 0; ; i++)
    if (ownersOf(`${tenant!['id']} ${name}-${i}`, all, 1)[0]!.id === owner) return `${name}-${i}`;
}

const search = (node: App, namespace: string) =>
  call<Array<{ content: string }>>(node, 'POST', '/v1/memory/search', {
    payload: { namespace, query: 'entry' },
  });
const write = (node: App, namespace: string, content: string, key?: string) =>
  call(node, 'POST', '/v1/memory/entries', {
    payload: { namespace, entries: [{ content }] },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

/** Both know each other. */
async function twoNodes(settings: Record<string, string> = {}): Promise<[App, App]> {
  const nodes: [App, App] = [await reachable('a', settings), await reachable('b', settings)];
  await vi.waitFor(async () => {
    const namespace = await namespaceOf('b', ['a']);
    await search(nodes[0], namespace);
    expect(await counted(nodes[0], 'forwarded')).toBeGreaterThan(0);
  }, soon);
  return nodes;
}

test('searches, and writes under an Idempotency-Key, go to the node that holds the namespace; other writes are done where they arrive', async () => {
  const [a, b] = await twoNodes();
  const namespace = await namespaceOf('b', ['a']);
  const before = await counted(a, 'forwarded');
  expect((await write(a, namespace, 'entry one', 'k1')).status).toBe(200);
  expect(await counted(a, 'forwarded')).toBe(before + 1);
  expect((await write(a, namespace, 'entry two')).status).toBe(200);
  expect(await counted(a, 'forwarded')).toBe(before + 1);
  const found = await search(a, namespace);
  expect(found.data.map(({ content }) => content).sort()).toEqual(['entry one', 'entry two']);
  // The response, its header and the log of the node that answered name the request alike.
  expect(found.headers['x-request-id']).toBe(found.requestId);
  expect(await counted(a, 'forwarded')).toBe(before + 2);
  expect(await counted(b, 'forwarded')).toBe(0);
  const again = await write(a, namespace, 'entry one', 'k1');
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect((await search(b, namespace)).data).toHaveLength(2);
});

test('errors come back as they are, and what is wrong with a request is said without asking another node', async () => {
  const [a] = await twoNodes();
  const namespace = await namespaceOf('b', ['a']);
  const before = await counted(a, 'forwarded');
  const payload = { namespace, query: '' };
  expect((await call<{ code: string }>(a, 'POST', '/v1/memory/search', { payload })).data.code).toBe(
    'validation_failed',
  );
  expect(await counted(a, 'forwarded')).toBe(before);
  await write(a, namespace, 'entry one', 'k1');
  const reused = await write(a, namespace, 'entry other', 'k1');
  expect(reused).toMatchObject({ status: 422, data: { code: 'idempotency_key_reused' } });
});

test('a forwarded request counts once against the limit of its key, and a forged mark does not lift the limit', async () => {
  const [a, b] = await twoNodes();
  const namespace = await namespaceOf('b', ['a']);
  const { data } = await call<{ key: string }>(a, 'POST', '/v1/keys', {
    payload: { name: 'ci', scopes: ['memory:read'], plan: 'free' },
  });
  const headers = { authorization: `Bearer ${data.key}` };
  const payload = { namespace, query: 'entry' };
  const answers = [];
  for (let i = 0; i < 90; i++)
    answers.push((await call(a, 'POST', '/v1/memory/search', { payload, headers })).status);
  // 120 a minute: counted twice, this would be refused.
  expect(new Set(answers)).toEqual(new Set([200]));
  const forged = { ...headers, 'x-lorekeep-forwarded': `a;${Date.now()};${'A'.repeat(43)}` };
  const refused = await Promise.all(
    Array.from({ length: 200 }, () => call(b, 'POST', '/v1/memory/search', { payload, headers: forged })),
  );
  expect(refused.some(({ status }) => status === 429)).toBe(true);
});

test('when the node that holds a namespace is gone, or accepts and answers nothing, this one answers', async () => {
  const [a, b] = await twoNodes();
  const namespace = await namespaceOf('b', ['a']);
  await write(a, namespace, 'entry one', 'k1');
  // Dead, and not yet missed: nobody listens there any more.
  await new Promise((resolve) => {
    b.server.server.close(resolve);
    b.server.server.closeAllConnections();
  });
  expect((await search(a, namespace)).data).toHaveLength(1);
  expect(await counted(a, 'answered_here')).toBe(1);

  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const pool = openPool(cluster.database.url);
  onTestFinished(() => pool.close());
  const { port } = silent.address() as { port: number };
  await pool.run(
    `INSERT INTO nodes (id, url, version, started_at, seen_at, seen_epoch) VALUES ('still', $1, '0', now(), now(), 0)`,
    `http://127.0.0.1:${port}`,
  );
  // Of another name: a third node may also own what was another's before.
  const held = await namespaceOf('still', ['a', 'b'], 'others');
  await write(a, held, 'entry two');
  await vi.waitFor(async () => {
    await search(a, held);
    expect(await counted(a, 'answered_here')).toBeGreaterThan(1);
  }, soon);
  expect((await search(a, held)).data).toHaveLength(1);
});

test('a node whose URL leads to something else gets no request and no key, and what answers there is no answer', async () => {
  const a = await reachable('a');
  const heard: string[] = [];
  const stranger = createHttpServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization}`);
    response.end('{"success":true,"data":{"ids":[]},"meta":{"requestId":"req_x"}}');
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close().closeAllConnections());
  const { port } = stranger.address() as { port: number };
  await cluster.node({ LOREKEEP_NODE_ID: 'b', LOREKEEP_NODE_URL: `http://127.0.0.1:${port}` });
  const namespace = await namespaceOf('b', ['a']);
  await vi.waitFor(async () => {
    await search(a, namespace);
    expect(heard).not.toEqual([]);
  }, soon);
  expect((await write(a, namespace, 'entry one', 'k1')).data).toEqual({
    ids: [expect.stringMatching(/^mem_/)],
  });
  expect((await search(a, namespace)).data).toHaveLength(1);
  expect(new Set(heard)).toEqual(new Set(['/healthz undefined']));
});

test('a node that ends hands its namespaces over, and no request fails meanwhile', async () => {
  const [a, b] = await twoNodes();
  const namespace = await namespaceOf('b', ['a']);
  await write(a, namespace, 'entry one', 'k1');
  const statuses: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) statuses.push((await search(a, namespace)).status);
  })();
  await b.close();
  isOver = true;
  await asking;
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('with two copies both nodes answer by themselves, and without a URL nothing is forwarded', async () => {
  const nodes = [
    await reachable('a', { LOREKEEP_MEMORY_COPIES: '2' }),
    await reachable('b', { LOREKEEP_MEMORY_COPIES: '2' }),
    await cluster.node({ LOREKEEP_NODE_ID: 'c' }),
  ];
  for (let i = 0; i < 8; i++) {
    await write(nodes[0]!, `notes-${i}`, 'entry', `k${i}`);
    for (const node of nodes) expect((await search(node, `notes-${i}`)).data).toHaveLength(1);
  }
  for (const node of nodes) expect(await counted(node, 'forwarded')).toBe(0);
});

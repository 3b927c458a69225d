import { expect, onTestFinished, test, vi } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call } from '../support/app.ts';
import { openPool } from '../support/postgres.ts';
import { openCluster } from './nodes.ts';

const soon = { timeout: 20_000, interval: 20 };

const issue = async (node: App) =>
  (
    await call<{ id: string; key: string }>(node, 'POST', '/v1/keys', {
      payload: { name: 'ci', scopes: ['memory:read'] },
    })
  ).data;

test('a key that was revoked on one node is refused on every node when the call returns', async () => {
  const cluster = await openCluster();
  const nodes = [await cluster.node(), await cluster.node(), await cluster.node()];
  for (let round = 0; round < 3; round++) {
    const { id, key } = await issue(nodes[round]!);
    const headers = { authorization: `Bearer ${key}` };
    // Twice, so that each node remembers it.
    for (const node of [...nodes, ...nodes])
      expect((await call(node, 'GET', '/v1/limits', { headers })).status).toBe(200);
    expect((await call(nodes[0]!, 'DELETE', `/v1/keys/${id}`)).status).toBe(200);
    for (const node of nodes) expect((await call(node, 'GET', '/v1/limits', { headers })).status).toBe(401);
  }
});

test('what one node acknowledged is found by all others, and what it deleted by none', async () => {
  const cluster = await openCluster();
  const nodes = [await cluster.node(), await cluster.node(), await cluster.node()];
  const find = async (node: App) =>
    (
      await call<Array<{ content: string }>>(node, 'POST', '/v1/memory/search', {
        payload: { namespace: 'notes', query: 'entry', limit: 50 },
      })
    ).data.map(({ content }) => content);
  for (let i = 0; i < 9; i++) {
    const payload = { namespace: 'notes', entries: [{ content: `entry ${i}` }] };
    const { data } = await call<{ ids: string[] }>(nodes[i % 3]!, 'POST', '/v1/memory/entries', { payload });
    for (const node of nodes) expect(await find(node)).toContain(`entry ${i}`);
    if (i % 2 === 0) continue;
    await call(nodes[(i + 1) % 3]!, 'DELETE', `/v1/memory/entries/${data.ids[0]}`);
    for (const node of nodes) expect(await find(node)).not.toContain(`entry ${i}`);
  }
});

test('two nodes that start for the first time in the same moment make one tenant and one key', async () => {
  const cluster = await openCluster();
  const nodes = await Promise.all([1, 2, 3].map(() => cluster.node({ LOREKEEP_API_KEYS: '' })));
  expect(nodes.filter(({ firstKey }) => firstKey !== undefined)).toHaveLength(1);
  const database = openPool(cluster.database.url);
  expect(await database.all('SELECT name FROM tenants')).toEqual([{ name: 'default' }]);
  await database.close();
});

test('a node with another secret key does not start, and says why', async () => {
  const cluster = await openCluster();
  await cluster.node();
  const other = await openCluster();
  await expect(other.node({ LOREKEEP_DATABASE_URL: cluster.database.url })).rejects.toThrow(
    /secret key is another one/,
  );
});

test('exactly one node does the upkeep, and another takes over when it is gone', async () => {
  const cluster = await openCluster();
  const nodes = [await cluster.node(), await cluster.node(), await cluster.node()];
  expect(nodes.filter((node) => node.leads())).toHaveLength(1);
  const leader = nodes.find((node) => node.leads())!;
  await leader.close();
  const others = nodes.filter((node) => node !== leader);
  await vi.waitFor(() => expect(others.filter((node) => node.leads())).toHaveLength(1), soon);
});

test('a node with a wrong clock removes nothing, and leaves the upkeep to one with a right one', async () => {
  const cluster = await openCluster();
  const day = 86_400_000;
  const right = await cluster.node();
  const payload = {
    namespace: 'notes',
    entries: [{ content: 'kept for a day', expiresAt: new Date(Date.now() + day).toISOString() }],
  };
  expect((await call(right, 'POST', '/v1/memory/entries', { payload })).status).toBe(200);
  await right.close();
  const ahead = await cluster.node({}, { clock: { now: () => Date.now() + 400 * day } });
  // Its upkeep began with it.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(ahead.leads()).toBe(false);
  const pool = openPool(cluster.database.url);
  onTestFinished(() => pool.close());
  expect(await pool.all('SELECT content FROM memory_entries')).toEqual([{ content: 'kept for a day' }]);
  const another = await cluster.node();
  await vi.waitFor(() => expect(another.leads()).toBe(true), soon);
});

test('a limit of requests holds over all nodes together', async () => {
  const cluster = await openCluster();
  const nodes = [await cluster.node(), await cluster.node(), await cluster.node()];
  const payload = { name: 'ci', scopes: ['memory:read'], plan: 'free' };
  const { data } = await call<{ key: string }>(nodes[0]!, 'POST', '/v1/keys', { payload });
  const headers = { authorization: `Bearer ${data.key}` };
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, i) => call(nodes[i % 3]!, 'GET', '/v1/limits', { headers })),
  );
  const allowed = answers.filter(({ status }) => status === 200).length;
  // 120 each minute, and two more for each second that this took.
  expect(allowed).toBeGreaterThan(100);
  expect(allowed).toBeLessThan(200);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('a running node goes unready when a newer version has removed what it needs, and nothing else makes it so', async () => {
  const cluster = await openCluster();
  const node = await cluster.node();
  const database = openPool(cluster.database.url);
  onTestFinished(() => database.close());
  // Version n next to n - 1: it has only added something.
  await database.run("INSERT INTO schema_migrations (number, name) VALUES (998, '998-later.sql')");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect((await call(node, 'GET', '/readyz')).status).toBe(200);
  await database.run('UPDATE cluster SET oldest_reader = 998');
  await vi.waitFor(async () => {
    const { status, data } = await call<{ message: string }>(node, 'GET', '/readyz');
    expect(status).toBe(503);
    expect(data.message).toContain('upgrade this node');
  }, soon);
});

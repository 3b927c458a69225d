import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call, temporaryFolder, testKey } from '../support/app.ts';
import { openPool } from '../support/postgres.ts';
import { startRelay } from '../support/postgres-relay.ts';
import { lorekeep } from '../support/process.ts';
import { openCluster } from './nodes.ts';

const soon = { timeout: 20_000, interval: 50 };

async function openPooledCluster() {
  const cluster = await openCluster();
  // A pooler in transaction mode: LISTEN is accepted, and no notification is ever delivered.
  const relay = await startRelay(cluster.database.url, (type, bytes) => (type === 'A' ? undefined : bytes));
  onTestFinished(() => relay.stop());
  return { cluster, relay, settings: { LOREKEEP_DATABASE_URL: relay.url } };
}

test('behind a pooler that swallows notifications exactly one node leads, and a revoked key is refused everywhere when the call returns', async () => {
  const { cluster, settings } = await openPooledCluster();
  const nodes = [await cluster.node(settings), await cluster.node(settings)];
  const headers = { authorization: `Bearer ${testKey}` };
  const { body } = await nodes[0]!.server.inject({ url: '/metrics', headers });
  expect(body).toContain('lorekeep_notifications 0');
  expect(nodes.map((node) => node.leads())).toEqual([true, false]);
  const { data } = await call<{ id: string; key: string }>(nodes[0]!, 'POST', '/v1/keys', {
    payload: { name: 'ci', scopes: ['memory:read'] },
  });
  const issued = { headers: { authorization: `Bearer ${data.key}` } };
  for (const node of [...nodes, ...nodes])
    expect((await call(node, 'GET', '/v1/limits', issued)).status).toBe(200);
  expect((await call(nodes[0]!, 'DELETE', `/v1/keys/${data.id}`)).status).toBe(200);
  expect((await call(nodes[1]!, 'GET', '/v1/limits', issued)).status).toBe(401);
  await nodes[0]!.close();
  await vi.waitFor(() => expect(nodes[1]!.leads()).toBe(true), soon);
  // No lock of a session stays behind in the connections of the pooler.
  const pool = openPool(cluster.database.url);
  onTestFinished(() => pool.close());
  expect(
    await pool.all(
      "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    ),
  ).toEqual([]);
});

test('with a direct URL next to the pooler notifications arrive', async () => {
  const { cluster, settings } = await openPooledCluster();
  const node = await cluster.node({ ...settings, LOREKEEP_DATABASE_DIRECT_URL: cluster.database.url });
  const headers = { authorization: `Bearer ${testKey}` };
  const { body } = await node.server.inject({ url: '/metrics', headers });
  expect(body).toContain('lorekeep_notifications 1');
  expect(node.leads()).toBe(true);
});

test('after a restart of the pooler the same node answers again', async () => {
  const { cluster, relay, settings } = await openPooledCluster();
  const node = await cluster.node(settings);
  const write = { payload: { namespace: 'notes', entries: [{ content: 'entry one' }] } };
  expect((await call(node, 'POST', '/v1/memory/entries', write)).status).toBe(200);
  await relay.stop();
  expect((await call<{ code: string }>(node, 'POST', '/v1/memory/entries', write)).data.code).toBe(
    'storage_unavailable',
  );
  // While it is away a node tries now and then, and not more often the longer it lasts.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await relay.start();
  await vi.waitFor(
    async () => expect((await call(node, 'POST', '/v1/memory/entries', write)).status).toBe(200),
    soon,
  );
  await vi.waitFor(async () => expect((await call(node, 'GET', '/readyz')).status).toBe(200), soon);
});

test('a notification that no node sent is logged and harms nothing', async () => {
  const cluster = await openCluster();
  const node = await cluster.node();
  const pool = openPool(cluster.database.url);
  onTestFinished(() => pool.close());
  for (const text of ['no JSON', 'null', '{"from":"x","topic":"scan","text":"{"}'])
    await pool.run('SELECT pg_notify($1, $2)', 'lorekeep', text);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await call(node, 'GET', '/readyz')).status).toBe(200);
});

test('doctor names a pooler that swallows notifications', async () => {
  const { relay } = await openPooledCluster();
  const keyFile = join(temporaryFolder(), 'secret.key');
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const { code, stdout } = await lorekeep(['doctor'], {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: relay.url,
    LOREKEEP_SECRET_KEY_FILE: keyFile,
  });
  expect(code).toBe(1);
  expect(stdout).toContain('a pooler swallows notifications; set LOREKEEP_DATABASE_DIRECT_URL');
});

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { call, temporaryFolder, testKey } from '../support/app.ts';
import { pgbouncerVersion, startPgbouncer } from '../support/pgbouncer.ts';
import { lorekeep } from '../support/process.ts';
import { openCluster } from './nodes.ts';

const isThere = pgbouncerVersion !== undefined;
const prepares = (pgbouncerVersion ?? 0) >= 1.21;

async function openPooled(mode: 'session' | 'transaction') {
  const cluster = await openCluster();
  const pooler = await startPgbouncer(cluster.database.url, mode);
  onTestFinished(() => pooler.stop());
  return { cluster, pooler, settings: { LOREKEEP_DATABASE_URL: pooler.url, LOREKEEP_DATABASE_POOL: '5' } };
}

async function notificationsOf(node: App): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${testKey}` };
  const { body } = await node.server.inject({ url: '/metrics', headers });
  return /^lorekeep_notifications (\d)$/m.exec(body)?.[1];
}

/** Writes through one node and searches on the other, many at once, so that connections of the pooler change hands. */
async function writeAndSearch(nodes: readonly App[]): Promise<void> {
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const namespace = `space-${i % 8}`;
      const write = { payload: { namespace, entries: [{ content: `entry number ${i}` }] } };
      const written = await call<{ ids: string[] }>(nodes[i % 2]!, 'POST', '/v1/memory/entries', write);
      expect(written.status).toBe(200);
      const search = { payload: { namespace, query: `entry number ${i}`, limit: 50 } };
      const found = await call<{ id: string }[]>(nodes[(i + 1) % 2]!, 'POST', '/v1/memory/search', search);
      expect(found.data.map(({ id }) => id)).toContain(written.data.ids[0]);
    }),
  );
}

test.runIf(isThere)(
  'behind pgbouncer in session mode two nodes answer for each other, and notifications arrive',
  async () => {
    const { cluster, settings } = await openPooled('session');
    const nodes = [await cluster.node(settings), await cluster.node(settings)];
    expect(await notificationsOf(nodes[0]!)).toBe('1');
    await writeAndSearch(nodes);
  },
);

test.runIf(prepares)(
  'behind pgbouncer in transaction mode two nodes answer for each other, and look every second instead of listening',
  async () => {
    const { cluster, settings } = await openPooled('transaction');
    const nodes = [await cluster.node(settings), await cluster.node(settings)];
    expect(await notificationsOf(nodes[0]!)).toBe('0');
    await writeAndSearch(nodes);
  },
);

test.runIf(isThere && !prepares)(
  'a pgbouncer in transaction mode that cannot prepare statements is refused at the start, and the message says what to do',
  async () => {
    const { cluster, settings } = await openPooled('transaction');
    await expect(cluster.node(settings)).rejects.toThrow('max_prepared_statements');
  },
);

test.runIf(isThere)('doctor names what a pgbouncer in transaction mode takes away', async () => {
  const { pooler } = await openPooled('transaction');
  const keyFile = join(temporaryFolder(), 'secret.key');
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const { code, stdout } = await lorekeep(['doctor'], {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: pooler.url,
    LOREKEEP_SECRET_KEY_FILE: keyFile,
  });
  expect(code).toBe(1);
  expect(stdout).toContain('a pooler swallows notifications; set LOREKEEP_DATABASE_DIRECT_URL');
  if (!prepares) expect(stdout).toContain('max_prepared_statements');
});

import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/app.ts';
import { useTestDatabase } from '../../../../test/support/postgres.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { DataFolderInUse, takeOwnership } from '../../embedded/data-folder.ts';
import type { Storage } from '../../storage.ts';
import { openPostgresStorage, type PostgresStorageOptions } from '../open-storage.ts';

const postgres = useTestDatabase();
const key = randomBytes(32);

/** However busy the machine is. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 600_000, interval: 50 });

function keyFile(bytes: Uint8Array = key): string {
  const file = join(temporaryFolder(), 'secret.key');
  writeFileSync(file, Buffer.from(bytes).toString('base64'));
  return file;
}

async function open(more: Partial<PostgresStorageOptions> = {}): Promise<Storage & { end(): Promise<void> }> {
  const storage = await openPostgresStorage({
    url: postgres.url(),
    directUrl: postgres.url(),
    poolSize: 2,
    statementTimeoutMs: 60_000,
    secretKeyFile: keyFile(),
    dataDir: temporaryFolder(),
    nodeId: undefined,
    nodeUrl: undefined,
    version: '1',
    isNode: true,
    clock: systemClock,
    logger: { warn: () => {}, error: () => {} } as never,
    ...more,
  });
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    await storage.close();
  };
  onTestFinished(end);
  return { ...storage, end };
}

const gauges = (storage: Storage) =>
  Object.fromEntries(storage.gauges.map(({ name, read }) => [name.replace('lorekeep_', ''), read()]));

test('a node owns its folder, is one of the nodes, and tells how it is', async () => {
  const dataDir = temporaryFolder();
  const node = await open({ dataDir, nodeId: 'a', nodeUrl: 'http://a' });
  expect([node.node, node.folder, [...node.secretKey]]).toEqual(['a', dataDir, [...key]]);
  expect(() => takeOwnership(dataDir)).toThrow(DataFolderInUse);
  expect(node.peers!.live).toEqual([{ id: 'a', url: 'http://a', draining: false }]);
  await eventually(() => expect(node.readiness[0]!.problem()).toBeUndefined());
  expect(node.readiness.map(({ name, code }) => [name, code])).toEqual([
    ['database', 'storage_unavailable'],
    ['schema', 'storage_unavailable'],
    ['node', 'overloaded'],
  ]);
  expect(node.readiness.slice(1).map(({ problem }) => problem())).toEqual([undefined, undefined]);
  await eventually(() => expect(gauges(node)).toMatchObject({ database_up: 1 }));
  expect(gauges(node)).toMatchObject({ database_waiting: 0, nodes: 1, notifications: 1 });
  expect(gauges(node)['database_connections']).toBeGreaterThan(0);
  // Who led in an earlier test may still be about to go.
  await eventually(() => expect([node.leads(), gauges(node)['leader']]).toEqual([true, 1]));
  await node.drain();
  await eventually(() => expect(node.peers!.live[0]!.draining).toBe(true));
  await node.end();
  takeOwnership(dataDir)();
});

test('a second node does not lead, hears of changes, and one that has the name of another is not ready', async () => {
  const first = await open({ nodeId: 'a' });
  const second = await open({ nodeId: 'b' });
  expect(second.leads()).toBe(false);
  let changes = 0;
  second.onChange(() => changes++);
  await first.access.createTenant({ id: 'ten_1', name: 'one', createdAt: 0 }, {
    id: 'aud_1',
    tenantId: 'ten_1',
    at: 0,
    actor: 'x',
    action: 'tenant.create',
    subject: 'ten_1',
    details: {},
  } as never);
  await first.access.deleteTenant('ten_1', {
    id: 'aud_2',
    tenantId: 'ten_1',
    at: 0,
    actor: 'x',
    action: 'tenant.delete',
    subject: 'ten_1',
    details: {},
  } as never);
  await eventually(() => expect(changes).toBeGreaterThan(0));
  const usurper = await open({ nodeId: 'a' });
  const problem = 'another node has the same LOREKEEP_NODE_ID.';
  await eventually(() => expect(first.readiness[2]!.problem()).toBe(problem));
  expect(usurper.readiness[2]!.problem()).toBeUndefined();
});

test('a command is no node: it owns no folder, and nobody knows it', async () => {
  const dataDir = temporaryFolder();
  const command = await open({ dataDir, isNode: false });
  expect(command.node).toMatch(/^command-/);
  takeOwnership(dataDir)();
  expect(gauges(command)['nodes']).toBe(0);
  expect(await command.exclusively(async () => 'alone')).toBe('alone');
});

test('a node with another key than the first is refused, and gives its folder back', async () => {
  await (await open()).end();
  const dataDir = temporaryFolder();
  const other = open({ dataDir, secretKeyFile: keyFile(randomBytes(32)) });
  await expect(other).rejects.toThrow('The secret key is another one');
  takeOwnership(dataDir)();
});

test('where the schema has left a version behind, its node is not ready', async () => {
  const node = await open();
  const database = await import('pg').then(({ default: pg }) => new pg.Client(postgres.url()));
  await database.connect();
  const before = await database.query('SELECT oldest_reader FROM cluster');
  onTestFinished(async () => {
    await database.query('UPDATE cluster SET oldest_reader = $1', [before.rows[0].oldest_reader]);
    await database.end();
  });
  await database.query('UPDATE cluster SET oldest_reader = 99999');
  await eventually(() => expect(node.readiness[1]!.problem()).toContain('upgrade this node'));
});

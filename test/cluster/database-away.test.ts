import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../src/app/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { naiveIndexes } from '../memory/naive-index.ts';
import { StubEmbedder } from '../memory/stub-embedder.ts';
import { call, temporaryFolder, testKey } from '../support/app.ts';
import { openPool } from '../support/postgres.ts';
import { startRelay } from '../support/postgres-relay.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';

let server: PostgresServer;
const soon = { timeout: 30_000, interval: 50 };

beforeAll(async () => {
  server = await startPostgres({ durable: true });
});
afterAll(() => server.remove());

async function startNode(reachedBy: (url: string) => Promise<string> = async (url) => url) {
  const folder = temporaryFolder();
  const keyFile = join(folder, 'secret.key');
  writeFileSync(keyFile, randomBytes(32).toString('base64'));
  const name = `away_${randomBytes(4).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const config = loadConfig({
    LOREKEEP_DATA_DIR: folder,
    LOREKEEP_DATABASE_URL: await reachedBy(server.url(name)),
    LOREKEEP_SECRET_KEY_FILE: keyFile,
    LOREKEEP_API_KEYS: testKey,
  });
  const app = await createApp(config, {
    logger: createLogger('silent'),
    embedder: new StubEmbedder(),
    indexes: naiveIndexes,
  });
  onTestFinished(() => app.close());
  return app;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const write = { payload: { namespace: 'notes', entries: [{ content: 'entry one' }] } };
const search = { payload: { namespace: 'notes', query: 'entry' } };

test('while the database is away every call says so and when to come back; the process lives, and all is well again afterwards', async () => {
  const app = await startNode();
  expect((await call(app, 'POST', '/v1/memory/entries', write)).status).toBe(200);
  await server.stop('SIGKILL');
  for (const [path, options] of [
    ['/v1/memory/entries', write],
    ['/v1/memory/search', search],
  ] as const) {
    const refused = await call<{ code: string; retryable: boolean }>(app, 'POST', path, options);
    expect(refused).toMatchObject({ status: 503, data: { code: 'storage_unavailable', retryable: true } });
    expect(refused.headers['retry-after']).toBe('2');
  }
  expect((await call(app, 'GET', '/healthz')).status).toBe(200);
  const metrics = await app.server.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${testKey}` },
  });
  expect(metrics.statusCode).toBe(200);
  expect(metrics.body).toContain('lorekeep_scan_jobs_waiting NaN');
  await vi.waitFor(async () => {
    const { status, data } = await call<{ code: string }>(app, 'GET', '/readyz');
    expect({ status, code: data.code }).toEqual({ status: 503, code: 'storage_unavailable' });
  }, soon);
  await server.start();
  await vi.waitFor(async () => {
    expect((await call(app, 'GET', '/readyz')).status).toBe(200);
    const found = await call<Array<{ content: string }>>(app, 'POST', '/v1/memory/search', search);
    expect(found.data).toMatchObject([{ content: 'entry one' }]);
  }, soon);
});

test('a connection that dies while it is in use fails its call and nothing else', async () => {
  await onServer('CREATE DATABASE dying');
  const database = openPool(server.url('dying'));
  onTestFinished(() => database.close());
  const held = database.transaction(async (sql) => {
    const row = await sql.get('SELECT pg_backend_pid() AS pid');
    await onServer(`SELECT pg_terminate_backend(${Number(row!['pid'])})`);
    // The socket is closed while nobody is asking anything of it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    return sql.get('SELECT 1');
  });
  await expect(held).rejects.toMatchObject({ code: 'storage_unavailable', retryAfterSeconds: 2 });
  expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 });
});

test('a statement that takes too long and a pool without a free connection are refused in time', async () => {
  await onServer('CREATE DATABASE slow');
  const database = openPool(server.url('slow'), { poolSize: 1, statementTimeoutMs: 300 });
  onTestFinished(() => database.close());
  await expect(database.get('SELECT pg_sleep(20)')).rejects.toMatchObject({ code: 'storage_unavailable' });
  let release = () => {};
  const held = database.transaction(() => new Promise<void>((resolve) => (release = resolve)));
  await expect(database.get('SELECT 1')).rejects.toMatchObject({ code: 'storage_unavailable' });
  release();
  await held;
  expect(await database.get('SELECT 1 AS one')).toEqual({ one: 1 });
});

test.each([
  ['a database that is not there', () => server.url('nowhere'), /does not exist.*Create it first/],
  ['a server that is not there', () => 'postgres://x@127.0.0.1:1/x', /nothing listens there/],
  ['a host that is not there', () => 'postgres://x@host.invalid/x', /host is unknown/],
])('%s is named in one sentence', async (_, url, message) => {
  await expect(migrate(url())).rejects.toThrow(message);
});

test('a database of another encoding is refused, and one of a newer version unless it says that this one may run', async () => {
  await onServer("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
  await expect(migrate(server.url('latin'))).rejects.toThrow(/encoding LATIN1/);
  await onServer('CREATE DATABASE newer');
  await migrate(server.url('newer'));
  const database = openPool(server.url('newer'));
  onTestFinished(() => database.close());
  await database.run("INSERT INTO schema_migrations (number, name) VALUES (999, '999-later.sql')");
  // Version n-1 next to n: what is newer only added something.
  await migrate(server.url('newer'));
  await database.run('UPDATE cluster SET oldest_reader = 999');
  await expect(migrate(server.url('newer'))).rejects.toThrow(/newer version of Lorekeep/);
});

test('a node ends also while the database takes connections and answers nothing', async () => {
  let hangs = false;
  const app = await startNode(async (url) => {
    const relay = await startRelay(url, (_, bytes) => (hangs ? undefined : bytes));
    onTestFinished(() => relay.stop());
    return relay.url;
  });
  expect((await call(app, 'POST', '/v1/memory/entries', write)).status).toBe(200);
  hangs = true;
  const started = performance.now();
  await app.close();
  // Each of its statements is given up after twenty seconds, and there are several of them.
  expect(performance.now() - started).toBeLessThan(19_000);
}, 60_000);

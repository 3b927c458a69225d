import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { call, startApp, temporaryFolder } from '../support/app.ts';
import { createTestDatabase, openPool } from '../support/postgres.ts';
import { startRelay } from '../support/postgres-relay.ts';
import { lorekeep, startCommand } from '../support/process.ts';

const soon = { timeout: 60_000, interval: 50 };
const rows = 600;
const moved = { code: 0, stderr: expect.stringContaining('compared every one') };

async function fillFolder(): Promise<string> {
  const dataDir = temporaryFolder();
  const app = await startApp({ LOREKEEP_DATA_DIR: dataDir });
  for (let i = 0; i < rows; i += 200) {
    const entries = Array.from({ length: 200 }, (_, j) => ({ content: `tea number ${i + j} is green` }));
    const payload = { namespace: 'notes', entries };
    expect((await call(app, 'POST', '/v1/memory/entries', { payload })).status).toBe(200);
  }
  await app.close();
  return dataDir;
}

async function newDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** Lets a move come as far as the vectors: everything before them is written, and nothing after them. */
async function startMoveThatWaits(url: string, dataDir: string) {
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query('BEGIN; LOCK TABLE memory_vectors IN ACCESS EXCLUSIVE MODE');
  const move = await startCommand(['move', '--to', url], { LOREKEEP_DATA_DIR: dataDir });
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'memory_vectors'::regclass AND NOT granted";
  await vi.waitFor(async () => expect((await blocker.query(waiting)).rowCount).toBe(1), soon);
  return { ...move, letGo: () => blocker.query('ROLLBACK') };
}

test('a move to Postgres that is killed in the middle leaves the database empty, and can be repeated', async () => {
  const [dataDir, { url }] = [await fillFolder(), await newDatabase()];
  const { child, finished, letGo } = await startMoveThatWaits(url, dataDir);
  child.kill('SIGKILL');
  expect((await finished).code).toBe(null);
  await letGo();
  const pool = openPool(url);
  onTestFinished(() => pool.close());
  for (const table of ['tenants', 'keys', 'memory_namespaces', 'memory_states', 'memory_entries'])
    expect(await pool.get(`SELECT count(*) AS n FROM ${table}`), table).toEqual({ n: 0 });

  expect(await lorekeep(['move', '--to', url], { LOREKEEP_DATA_DIR: dataDir })).toMatchObject(moved);
  expect(await pool.get('SELECT count(*) AS n FROM memory_vectors')).toEqual({ n: rows });
});

test('while a move fills a database no node starts on it and no second move begins, and both say why', async () => {
  const [dataDir, { url }] = [await fillFolder(), await newDatabase()];
  const { finished, letGo } = await startMoveThatWaits(url, dataDir);
  const node = {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: url,
    LOREKEEP_SECRET_KEY_FILE: join(dataDir, 'secret.key'),
  };
  await expect(startApp(node)).rejects.toThrow('is being copied into this database by "lorekeep move"');
  const other = await fillFolder();
  expect(await lorekeep(['move', '--to', url], { LOREKEEP_DATA_DIR: other })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('another move is filling it'),
  });
  await letGo();
  expect(await finished).toMatchObject(moved);
  const app = await startApp(node);
  await app.close();
});

test('a move to a folder that is killed in the middle leaves no database, refuses a start there and can be repeated', async () => {
  const [dataDir, { url }] = [await fillFolder(), await newDatabase()];
  expect(await lorekeep(['move', '--to', url], { LOREKEEP_DATA_DIR: dataDir })).toMatchObject(moved);
  let copies = 0;
  const relay = await startRelay(url, (type, bytes) => {
    // The first full page of rows arrives, and nothing after it.
    if (type === 'C' && bytes.includes('FETCH 500')) copies++;
    return copies > 1 ? undefined : bytes;
  });
  onTestFinished(() => relay.stop());
  const settings = {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_SECRET_KEY_FILE: join(dataDir, 'secret.key'),
  };
  const target = join(temporaryFolder(), 'back');
  const { child, finished } = await startCommand(['move', '--to', target], {
    ...settings,
    LOREKEEP_DATABASE_URL: relay.url,
  });
  await vi.waitFor(() => expect(copies).toBeGreaterThan(1), soon);
  child.kill('SIGKILL');
  await finished;
  expect(existsSync(join(target, 'lorekeep.db'))).toBe(false);
  await expect(startApp({ LOREKEEP_DATA_DIR: target })).rejects.toThrow('was interrupted before its end');

  const again = await lorekeep(['move', '--to', target], { ...settings, LOREKEEP_DATABASE_URL: url });
  expect(again).toMatchObject(moved);
  expect(readdirSync(target)).not.toContain('move.partial');
  const app = await startApp({ LOREKEEP_DATA_DIR: target });
  const search = { payload: { namespace: 'notes', query: 'tea', limit: 5 } };
  expect((await call<unknown[]>(app, 'POST', '/v1/memory/search', search)).data).toHaveLength(5);
  await app.close();
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { readSecretKey } from '../../src/storage/postgres/secret-key.ts';
import { temporaryFolder, testKey } from '../support/app.ts';
import { createTestDatabase, openPool, type TestDatabase } from '../support/postgres.ts';
import { startRelay } from '../support/postgres-relay.ts';
import { lorekeep } from '../support/process.ts';

let database: TestDatabase;
let keyFile: string;

beforeAll(async () => {
  database = await createTestDatabase();
  keyFile = newKeyFile();
  return () => database.drop();
});

function newKeyFile(content = randomBytes(32).toString('base64')): string {
  const file = join(mkdtempSync(join(tmpdir(), 'lorekeep-key-')), 'secret.key');
  writeFileSync(file, content);
  return file;
}

/** Starts the service as an operator would and gives what it says; it must not come up. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const { code, stderr, stdout } = await lorekeep(['serve'], {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: database.url,
    LOREKEEP_SECRET_KEY_FILE: keyFile,
    LOREKEEP_API_KEYS: testKey,
    LOREKEEP_PORT: '0',
    LOREKEEP_EMBEDDER: 'fast',
    ...settings,
  });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

test('a wrong URL: one sentence and no start', async () => {
  const port = { LOREKEEP_DATABASE_URL: 'postgres://x@127.0.0.1:port/x' };
  expect(await refusal(port)).toMatch(/LOREKEEP_DATABASE_URL is no URL/);
});

test('a URL of another database says what a URL must be', async () => {
  const { code, stderr } = await lorekeep(['serve'], {
    LOREKEEP_DATABASE_URL: 'mysql://x/y',
    LOREKEEP_SECRET_KEY_FILE: keyFile,
  });
  expect(code).toBe(2);
  expect(stderr).toContain('LOREKEEP_DATABASE_URL: must be a URL such as postgres://');
});

test('an old server: one sentence and no start', async () => {
  // The server tells its version in rows; what reaches the node says 14.
  const relay = await startRelay(database.url, (type, bytes) =>
    type === 'D'
      ? Buffer.from(bytes.toString('latin1').replace(/(?<=\0\0\0\x06)\d{6}/, '140011'), 'latin1')
      : bytes,
  );
  onTestFinished(() => relay.stop());
  expect(await refusal({ LOREKEEP_DATABASE_URL: relay.url })).toMatch(/Lorekeep needs 15 or newer/);
});

test('a database of a newer version: one sentence and no start', async () => {
  const newer = await createTestDatabase();
  onTestFinished(() => newer.drop());
  const pool = openPool(newer.url);
  await pool.run("INSERT INTO schema_migrations (number, name) VALUES (999, '999-later.sql')");
  await pool.run('UPDATE cluster SET oldest_reader = 999');
  await pool.close();
  expect(await refusal({ LOREKEEP_DATABASE_URL: newer.url })).toMatch(
    /newer version of Lorekeep.*schema 999/,
  );
});

test('tables of another program are named in one sentence and stay as they are', async () => {
  const taken = await createTestDatabase();
  onTestFinished(() => taken.drop());
  const pool = openPool(taken.url);
  onTestFinished(() => pool.close());
  await pool.run('DROP SCHEMA public CASCADE');
  await pool.run('CREATE SCHEMA public');
  await pool.run('CREATE TABLE jobs (mine int)');
  await expect(migrate(taken.url)).rejects.toThrow(/relation "jobs" already exists/);
  const tables = await pool.all("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
  expect(tables.map(({ tablename }) => tablename)).toContain('jobs');
  expect(await pool.all('SELECT mine FROM jobs')).toEqual([]);
});

test('a second cluster on the same database, or a node with a wrong key: one sentence and no start', async () => {
  const pool = openPool(database.url);
  onTestFinished(() => pool.close());
  // The first cluster came and went; its data is there.
  expect((await lorekeep(['tenant', 'list'], first())).code).toBe(0);
  expect(await refusal({ LOREKEEP_SECRET_KEY_FILE: newKeyFile() })).toMatch(/secret key is another one/);
  expect(() => readSecretKey(newKeyFile('c2hvcnQ='))).toThrow(/key of 32 bytes/);
  expect(() => readSecretKey('/nowhere/secret.key')).toThrow(/cannot be read/);
  expect(await pool.all('SELECT id FROM nodes')).toEqual([]);
});

function first(): Record<string, string> {
  return {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: database.url,
    LOREKEEP_SECRET_KEY_FILE: keyFile,
  };
}

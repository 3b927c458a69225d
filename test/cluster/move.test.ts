import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, startApp, temporaryFolder, testKey } from '../support/app.ts';
import { createTestDatabase, openPool } from '../support/postgres.ts';
import { lorekeep } from '../support/process.ts';

const search = { payload: { namespace: 'notes', query: 'green tea', limit: 5 } };

async function fillFolder(): Promise<string> {
  const dataDir = temporaryFolder();
  const app = await startApp({ LOREKEEP_DATA_DIR: dataDir });
  const entries = Array.from({ length: 700 }, (_, i) => ({
    content: `tea number ${i} is green`,
    metadata: { i },
  }));
  entries.push({ content: 'with \u0001 and ü inside', metadata: { i: -1 } });
  for (let i = 0; i < entries.length; i += 250)
    expect(
      await call(app, 'POST', '/v1/memory/entries', {
        payload: { namespace: 'notes', entries: entries.slice(i, i + 250) },
      }),
    ).toMatchObject({ status: 200, data: { ids: expect.any(Array) } });
  await call(app, 'POST', '/v1/keys', { payload: { name: 'ci', scopes: ['memory:read'] } });
  await call(app, 'POST', '/v1/security/credentials', { payload: { host: 'git.example.com', secret: 's' } });
  await app.close();
  return dataDir;
}

async function newDatabase() {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

test('everything moves from a folder to Postgres and back, is the same there, and is left as it was where it came from', async () => {
  const dataDir = await fillFolder();
  const variables = { LOREKEEP_DATA_DIR: dataDir };
  const before = await startApp(variables);
  const found = (await call(before, 'POST', '/v1/memory/search', search)).data;
  await before.close();
  const file = join(dataDir, 'lorekeep.db');
  const size = statSync(file).size;

  const database = await newDatabase();
  const moved = await lorekeep(['move', '--to', database.url], variables);
  expect(moved).toMatchObject({ code: 0, stderr: expect.stringContaining('compared every one') });
  expect(statSync(file).size).toBe(size);
  const cluster = {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: database.url,
    LOREKEEP_SECRET_KEY_FILE: join(dataDir, 'secret.key'),
  };
  const node = await startApp(cluster);
  expect((await call(node, 'POST', '/v1/memory/search', search)).data).toEqual(found);
  // Numbers of namespaces go on where they were.
  const payload = { namespace: 'other', entries: [{ content: 'one more' }] };
  expect((await call(node, 'POST', '/v1/memory/entries', { payload })).status).toBe(200);
  await node.close();
  expect(await lorekeep(['verify'], cluster)).toMatchObject({ code: 0 });
  expect((await lorekeep(['move', '--to', database.url], variables)).stderr).toContain(
    'data at the target already',
  );

  const back = join(temporaryFolder(), 'back');
  expect(await lorekeep(['move', '--to', back], cluster)).toMatchObject({ code: 0 });
  const again = await startApp({ LOREKEEP_DATA_DIR: back });
  expect((await call(again, 'POST', '/v1/memory/search', search)).data).toEqual(found);
  expect((await call<{ items: unknown[] }>(again, 'GET', '/v1/keys')).data.items).toHaveLength(1);
  await again.close();
  expect(await lorekeep(['verify'], { LOREKEEP_DATA_DIR: back })).toMatchObject({ code: 0 });
});

test('a backup of Postgres is a backup like any other, and damage in the database is found', async () => {
  const dataDir = await fillFolder();
  const database = await newDatabase();
  await lorekeep(['move', '--to', database.url], { LOREKEEP_DATA_DIR: dataDir });
  const cluster = {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: database.url,
    LOREKEEP_SECRET_KEY_FILE: join(dataDir, 'secret.key'),
    LOREKEEP_API_KEYS: testKey,
  };
  const target = join(temporaryFolder(), 'backup');
  expect(await lorekeep(['backup', target], cluster)).toMatchObject({ code: 0 });
  expect(readdirSync(target)).toEqual(expect.arrayContaining(['lorekeep.db', 'manifest.json', 'secret.key']));
  const restored = { LOREKEEP_DATA_DIR: join(temporaryFolder(), 'restored') };
  expect(await lorekeep(['restore', target], restored)).toMatchObject({ code: 0 });
  const app = await startApp(restored);
  expect((await call<unknown[]>(app, 'POST', '/v1/memory/search', search)).data).toHaveLength(5);
  await app.close();

  const pool = openPool(database.url);
  onTestFinished(() => pool.close());
  await pool.run('UPDATE memory_states SET entries = entries + 1');
  await pool.run("UPDATE memory_entries SET metadata = '{' WHERE id = (SELECT min(id) FROM memory_entries)");
  const checked = await lorekeep(['verify'], cluster);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain('counts 702 entries and has 701');
  expect(checked.stdout).toContain('is not JSON');
});

test('doctor names what puts data at risk, and says nothing bad about a sound server', async () => {
  const database = await newDatabase();
  const keyFile = join(temporaryFolder(), 'secret.key');
  writeFileSync(keyFile, Buffer.alloc(32, 1).toString('base64'));
  const { code, stdout } = await lorekeep(['doctor'], {
    LOREKEEP_DATA_DIR: temporaryFolder(),
    LOREKEEP_DATABASE_URL: database.url,
    LOREKEEP_DATABASE_POOL: '900',
    LOREKEEP_SECRET_KEY_FILE: keyFile,
  });
  // The server of the tests trades durability for speed.
  expect(code).toBe(1);
  for (const text of ['fsync is off', 'synchronous_commit is off', 'nodes with 900 + 1 connections'])
    expect(stdout).toContain(text);
});

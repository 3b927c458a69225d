import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, inject, onTestFinished } from 'vitest';
import { PostgresDatabase } from '../../src/storage/postgres/database.ts';
import { Epoch } from '../../src/storage/postgres/epoch.ts';
import { templateDatabase, withDatabase } from './postgres-broker.ts';

/** A database with the schema and nothing else, on the Postgres that all tests share. */
export interface TestDatabase {
  url: string;
  /** Removes every row. */
  empty(): Promise<void>;
  drop(): Promise<void>;
  /** Keeps the database as it is now. */
  copy(): Promise<string>;
  /** Puts it back to a copy, as a restored volume or backup would: whoever was connected connects again. */
  restore(copy: string): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await askBroker();
  const name = `lorekeep_test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  const url = withDatabase(server, name);
  return {
    url,
    empty: () => onServer(url, emptyAll),
    drop: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    async copy() {
      const copied = `${name}_copy_${randomBytes(3).toString('hex')}`;
      await copyDatabase(server, name, copied);
      return copied;
    },
    async restore(copied) {
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await copyDatabase(server, copied, name);
    },
  };
}

/** A database for all tests of a file; each test that opens it finds it empty. */
export function useTestDatabase(): { url(): string; open(): Promise<PostgresDatabase> } {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  return {
    url: () => database!.url,
    async open() {
      await database!.empty();
      return openPool(database!.url);
    },
  };
}

export function openPool(
  url: string,
  options: {
    poolSize?: number;
    statementTimeoutMs?: number;
    poolWaitMs?: number;
    idleTransactionMs?: number;
  } = {},
): PostgresDatabase {
  // On a busy machine many at once wait longer for a connection than users should.
  const patient = { statementTimeoutMs: 60_000, poolWaitMs: 60_000, idleTransactionMs: 600_000 };
  return new PostgresDatabase({ url, poolSize: 5, ...patient, onLost: () => {}, ...options });
}

/** Looked at once, and from then on every second. */
export async function openEpoch(database: PostgresDatabase): Promise<Epoch> {
  const epoch = new Epoch(database, () => {});
  await epoch.look();
  epoch.start();
  onTestFinished(() => epoch.stop());
  return epoch;
}

const emptyAll = `
  DO $$
  DECLARE t text;
  BEGIN
    FOR t IN SELECT format('%I', tablename) FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('schema_migrations', 'cluster') LOOP
      EXECUTE 'ALTER TABLE ' || t || ' DISABLE TRIGGER ALL';
      EXECUTE 'DELETE FROM ' || t;
      EXECUTE 'ALTER TABLE ' || t || ' ENABLE TRIGGER ALL';
    END LOOP;
    UPDATE cluster SET epoch = 0, secret_key_fingerprint = NULL, oldest_reader = 1;
    ALTER TABLE memory_models ALTER id RESTART;
    ALTER TABLE memory_namespaces ALTER id RESTART;
  END $$`;

/** Postgres copies only what nobody is connected to, so that connections are ended and pools have to make new ones. */
async function copyDatabase(server: string, from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await onServer(
      server,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`,
    );
    try {
      return await onServer(server, `CREATE DATABASE ${to} TEMPLATE ${from}`);
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 10) throw error;
    }
  }
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function askBroker(): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: inject('postgresBroker'), path: '/' }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const { url, error } = JSON.parse(text) as { url?: string; error?: string };
      if (url) resolve(url);
      else reject(new Error(`The Postgres of the tests did not start: ${error}`));
    });
    asked.once('error', reject);
    asked.end();
  });
}

import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const folder = new URL('./migrations/', import.meta.url);
const migrationLock = 7_000;

/** What is wrong with the database that Lorekeep was pointed at; the message says what to do. */
export class DatabaseUnusable extends Error {}

/**
 * Brings the schema to the newest version: plain SQL files `NNN-name.sql`, each applied once, each in a transaction of its own,
 * by one node at a time. Released files are never edited. Changes come in two steps, so that two versions can run side by side: a
 * release adds, and a later one removes and raises `cluster.oldest_reader`.
 */
export async function migrate(
  url: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const client = await connect(url);
  try {
    await refuseUnsuitable(client);
    await locked(client, () =>
      client.query(
        `CREATE TABLE IF NOT EXISTS schema_migrations (number int PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
      ),
    );
    await refuseNewer(client, migrations.at(-1)?.number ?? 0);
    for (const migration of migrations) await locked(client, () => apply(client, migration));
  } finally {
    await client.end();
  }
}

/** The lock is that of a transaction: one of a session would stay behind in a connection of a pooler, and hold up every later start. */
async function locked(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1, 0)', [migrationLock]);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** A connection for the first look at a database; what keeps it from being made is explained. */
export async function connect(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'lorekeep-migrations',
      connectionTimeoutMillis: 10_000,
    });
    // Whoever waits for a statement gets the error as well; without a listener it would end the process.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new DatabaseUnusable(`The database cannot be opened: ${explain(error)}`, { cause: error });
  }
}

function explain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '28P01' || code === '28000') return 'user or password is wrong. Check LOREKEEP_DATABASE_URL.';
  if (code === '3D000') return `${message}. Create it first: CREATE DATABASE … ENCODING 'UTF8'.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'the name of its host is unknown. Check LOREKEEP_DATABASE_URL.';
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'nothing listens there. Is Postgres running?';
  if (code === 'ERR_INVALID_URL') return 'LOREKEEP_DATABASE_URL is no URL. Check its host and its port.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is that of another host.';
  if (untrustedCodes.has(code ?? ''))
    return 'its certificate is not trusted. Name the file of its authority in the URL: ?sslmode=verify-full&sslrootcert=FILE';
  return `${message || code}`;
}

const untrustedCodes = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

async function refuseUnsuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS said,
            current_setting('server_encoding') AS encoding`,
  );
  const { version, said, encoding } = rows[0] as { version: number; said: string; encoding: string };
  if (version < 150_000) {
    throw new DatabaseUnusable(`The database is PostgreSQL ${said}; Lorekeep needs 15 or newer.`);
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseUnusable(`The database has the encoding ${encoding}; create one with ENCODING 'UTF8'.`);
  }
}

async function appliedVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    'SELECT coalesce(max(number), 0)::int AS version FROM schema_migrations',
  );
  return Number(rows[0]['version']);
}

async function refuseNewer(client: pg.Client, newest: number): Promise<void> {
  const current = await appliedVersion(client);
  if (current <= newest) return;
  const { rows } = await client.query('SELECT oldest_reader FROM cluster');
  if (Number(rows[0]?.['oldest_reader']) <= newest) return;
  throw new DatabaseUnusable(
    `This database was changed by a newer version of Lorekeep (schema ${current}, this one knows ${newest}). Start that version.`,
  );
}

async function apply(client: pg.Client, { number, name, sql }: Migration): Promise<void> {
  if (number <= (await appliedVersion(client))) return;
  try {
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (number, name) VALUES ($1, $2)', [number, name]);
  } catch (error) {
    throw new DatabaseUnusable(
      `Migration ${name} failed; the data is as it was before. The database says: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

export interface Migration {
  number: number;
  name: string;
  sql: string;
}

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 3)),
      name,
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }));
}

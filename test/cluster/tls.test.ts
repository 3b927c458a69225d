import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { createAuthority } from '../hostile/authority.ts';
import { freePort } from '../support/free-port.ts';
import { openPool } from '../support/postgres.ts';
import { type PostgresServer, postgresUser, startPostgres } from '../support/postgres-server.ts';

let server: PostgresServer;
let folder: string;
let rootFile: string;
let port: number;

beforeAll(async () => {
  const authority = createAuthority();
  folder = mkdtempSync(join(tmpdir(), 'lorekeep-tls-'));
  chmodSync(folder, 0o755);
  rootFile = join(folder, 'root.crt');
  writeFileSync(rootFile, authority.certificate);
  const { key, cert } = authority.issue(['localhost']);
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (postgresUser !== undefined) chownSync(file, postgresUser, postgresUser);
  }
  port = await freePort();
  server = await startPostgres({
    settings: {
      listen_addresses: '127.0.0.1',
      port: String(port),
      ssl: 'on',
      ssl_key_file: join(folder, 'server.key'),
      ssl_cert_file: join(folder, 'server.crt'),
    },
  });
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true, force: true });
});

const url = (host: string, query: string) => `postgres://postgres@${host}:${port}/postgres?${query}`;

test('TLS is by the URL: a server whose authority it names is trusted, and the connection is encrypted', async () => {
  const trusted = url('localhost', `sslmode=verify-full&sslrootcert=${encodeURIComponent(rootFile)}`);
  await migrate(trusted);
  const pool = openPool(trusted);
  const row = await pool.get('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  expect(row).toEqual({ ssl: true });
  await pool.close();
  const plain = new pg.Client({ connectionString: url('localhost', 'sslmode=disable') });
  await plain.connect();
  const { rows } = await plain.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  expect(rows).toEqual([{ ssl: false }]);
  await plain.end();
});

test('a server that nobody vouches for is refused, with what to do', async () => {
  await expect(migrate(url('localhost', 'sslmode=verify-full'))).rejects.toThrow(
    /certificate is not trusted.*sslrootcert=FILE/,
  );
});

test('a certificate of another host is refused', async () => {
  const other = url('127.0.0.1', `sslmode=verify-full&sslrootcert=${encodeURIComponent(rootFile)}`);
  await expect(migrate(other)).rejects.toThrow(/certificate is that of another host/);
});

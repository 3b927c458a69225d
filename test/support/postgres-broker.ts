import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket: whoever asks there gets the URL of the Postgres that all tests share. */
    postgresBroker: string;
  }
}

export const templateDatabase = 'lorekeep_template';

/** Runs once per test run. Postgres is started when the first test asks for it, so that all others do not wait for it. */
export default function setUp(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lkpg-broker-'));
  const socket = join(folder, 'broker.sock');
  const opened = new Opened();
  const broker = createServer((_, response) => {
    opened.url().then(
      (url) => response.end(JSON.stringify({ url })),
      (error: unknown) => response.end(JSON.stringify({ error: String((error as Error)?.stack ?? error) })),
    );
  });
  broker.listen(socket);
  project.provide('postgresBroker', socket);
  return async () => {
    broker.close();
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

class Opened {
  #server: PostgresServer | undefined;
  #url: Promise<string> | undefined;

  url(): Promise<string> {
    this.#url ??= this.#open();
    return this.#url;
  }

  async close(): Promise<void> {
    await this.#url?.catch(() => undefined);
    await this.#server?.remove();
  }

  async #open(): Promise<string> {
    const given = process.env['LOREKEEP_TEST_DATABASE_URL'];
    if (given === undefined) this.#server = await startPostgres();
    const url = given ?? this.#server!.url('postgres');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`DROP DATABASE IF EXISTS ${templateDatabase} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${templateDatabase} ENCODING 'UTF8' TEMPLATE template0`);
    await client.end();
    await migrate(withDatabase(url, templateDatabase));
    return url;
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

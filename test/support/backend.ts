import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { Database } from '../../src/storage/embedded/database.ts';
import { createTestDatabase, openPool, type TestDatabase } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the application under test keeps its data. */
    backend: 'embedded' | 'postgres';
  }
}

export function onPostgres(): boolean {
  return inject('backend') === 'postgres';
}

const databases = new Map<string, Promise<TestDatabase>>();
const free: TestDatabase[] = [];
let keyFile: string | undefined;

/** The settings that put the data of this folder into the backend under test. The same folder is the same database, as after a restart. */
export async function storageSettings(dataDir: string | undefined): Promise<Record<string, string>> {
  if (!onPostgres() || dataDir === undefined) return {};
  // A folder that is not there counts as one whose test is over.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  let database = databases.get(dataDir);
  if (!database) {
    database = takeDatabase();
    databases.set(dataDir, database);
  }
  keyFile ??= newKeyFile();
  return {
    LOREKEEP_DATABASE_URL: (await database).url,
    LOREKEEP_DATABASE_POOL: '5',
    LOREKEEP_SECRET_KEY_FILE: keyFile,
  };
}

/** One whose folder is gone was used by a test that is over. */
async function takeDatabase(): Promise<TestDatabase> {
  for (const [dataDir, database] of [...databases]) {
    if (existsSync(dataDir)) continue;
    databases.delete(dataDir);
    free.push(await database);
  }
  const used = free.pop();
  if (!used) return createTestDatabase();
  await used.empty();
  return used;
}

/** Carries out a statement in the database of a folder that no service uses now. */
export async function changeStored(dataDir: string, statement: string): Promise<void> {
  if (onPostgres()) {
    const database = openPool((await databases.get(dataDir)!).url);
    await database.run(statement);
    await database.close();
    return;
  }
  const database = new Database(join(dataDir, 'lorekeep.db'));
  await database.write(() => void database.run(statement));
  database.close();
}

/** Whether a text is anywhere in what was stored, in clear. */
export async function isStored(dataDir: string, text: string): Promise<boolean> {
  if (!onPostgres()) {
    return ['lorekeep.db', 'lorekeep.db-wal'].some((file) =>
      readFileSync(join(dataDir, file)).includes(text),
    );
  }
  const database = openPool((await databases.get(dataDir)!).url);
  const tables = await database.all("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const held = await Promise.all(
    tables.map(({ tablename }) =>
      database.get(
        // Columns of bytes are shown in hexadecimal digits.
        `SELECT 1 FROM ${tablename} t WHERE position($1 IN t::text) > 0 OR position($2 IN t::text) > 0 LIMIT 1`,
        text,
        Buffer.from(text).toString('hex'),
      ),
    ),
  );
  await database.close();
  return held.some((row) => row !== undefined);
}

function newKeyFile(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'lorekeep-key-')), 'secret.key');
  writeFileSync(file, randomBytes(32).toString('base64'));
  return file;
}

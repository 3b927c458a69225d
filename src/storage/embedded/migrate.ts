import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Brings the schema to the newest version: plain SQL files `NNN-name.sql`, each applied once, each in a transaction of its
 * own; in a new database all in one, which waits for the disk once. A file that was ever released is never edited; a change is a new file.
 */
export function migrate(database: Database): void {
  const migrations = readMigrations();
  const current = schemaVersion(database);
  const newest = migrations.at(-1)?.number ?? 0;
  if (current > newest) {
    throw new Error(
      `This data folder was written by a newer version of Lorekeep (schema ${current}, this one knows ${newest}). ` +
        'Start that version again, or restore a backup made with this one.',
    );
  }
  const pending = migrations.filter(({ number }) => number > current);
  for (const together of current === 0 ? [pending] : pending.map((migration) => [migration]))
    applyInOne(database, together);
}

function applyInOne(database: Database, migrations: readonly Migration[]): void {
  let at = migrations[0]?.name;
  try {
    database.exec('BEGIN IMMEDIATE');
    for (const { number, name, sql } of migrations) {
      at = name;
      database.exec(`${sql}; PRAGMA user_version = ${number}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.connection.isTransaction) database.exec('ROLLBACK');
    throw new Error(`Migration ${at} failed; the data is as it was before.`, { cause: error });
  }
}

/** The schema that this version of Lorekeep works with. */
export function newestSchemaVersion(): number {
  return readMigrations().at(-1)?.number ?? 0;
}

export function schemaVersion(database: Database): number {
  return Number(database.get('PRAGMA user_version')!['user_version']);
}

interface Migration {
  number: number;
  name: string;
  sql: string;
}

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 3)),
      name,
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }));
}

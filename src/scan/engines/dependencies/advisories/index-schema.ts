import type { DatabaseSync } from 'node:sqlite';

/** Raised when older files cannot be read any more: such an index is built again. */
export const indexSchemaVersion = '1';

/** Under this and the name of a source, `meta` keeps which of its files were no records. */
export const unreadableKey = 'unreadable ';

/** One file, read-only for all who ask it: records by number, and what they say about each package by ecosystem and name. */
export function createIndexTables(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS source (
      name TEXT PRIMARY KEY, state TEXT NOT NULL, synced_at TEXT NOT NULL, newest TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS advisory (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT NOT NULL, modified TEXT NOT NULL,
      digest BLOB NOT NULL, body TEXT NOT NULL
    );
    CREATE TABLE IF NOT EXISTS affected (
      ecosystem TEXT NOT NULL, package TEXT NOT NULL, advisory INTEGER NOT NULL, ordinal INTEGER NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (ecosystem, package, advisory, ordinal)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS affected_by_advisory ON affected (advisory);
    CREATE TABLE IF NOT EXISTS exploited (cve TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS epss (cve TEXT PRIMARY KEY, score REAL NOT NULL) WITHOUT ROWID;
  `);
}

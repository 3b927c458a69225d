import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Database, type DatabaseOptions } from './database.ts';
import { migrate } from './migrate.ts';

/** The folder that holds everything; open in at most one process at a time. */
export interface DataFolder {
  readonly path: string;
  readonly database: Database;
  close(): void;
}

/** Files beside the database that cannot be made again. */
export const keptFiles = ['secret.key'] as const;

/** Another process has the folder open. */
export class DataFolderInUse extends Error {}

export function openDataFolder(path: string, options: DatabaseOptions = {}): DataFolder {
  return openOwned(path, takeOwnership(path), options);
}

/** Opens a folder that this process owns already; closing it, or failing to open it, gives the ownership up. */
export function openOwned(path: string, release: () => void, options: DatabaseOptions = {}): DataFolder {
  try {
    const file = databaseFile(path);
    const database = new Database(file, options);
    chmodSync(file, 0o600);
    try {
      migrate(database);
    } catch (error) {
      database.close();
      throw error;
    }
    return {
      path,
      database,
      close() {
        database.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

export function databaseFile(path: string): string {
  return join(path, 'lorekeep.db');
}

export function hasDatabase(path: string): boolean {
  return existsSync(databaseFile(path));
}

/**
 * SQLite's own lock on a file of its own says who is the owner. The operating system drops it when the process dies, however
 * it dies, so that there is never a stale lock to clean up.
 */
export function takeOwnership(path: string): () => void {
  makeFolder(path);
  const file = join(path, 'owner.lock');
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new DataFolderInUse(
      `Another Lorekeep is using ${path}. Stop it first, or choose another data folder.`,
    );
  }
  return () => lock.close();
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'there is a file of that name' : code;
    throw new Error(`The data folder ${path} cannot be made: ${reason}.`, { cause: error });
  }
}

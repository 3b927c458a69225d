import { accessSync, chmodSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../platform/make-folder.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { HeldFiles } from './held-files.ts';
import { migrate } from './migrate.ts';
import type { ReserveOptions } from './room/reserve.ts';

/** The folder that holds everything; open in at most one process at a time. */
export interface DataFolder {
  readonly path: string;
  readonly database: Database;
  /** What was deleted or replaced under this process; undefined when all is well. */
  problem(): string | undefined;
  close(): void;
}

export interface DataFolderOptions extends Pick<ReserveOptions, 'maxBytes'> {
  /** How much room is set aside for deletes on a full disk; 0 for none. */
  reserveBytes?: number;
  /** What went wrong while the disk was full, for the log. */
  onReserveFailure?: (error: unknown) => void;
  /** Called when something is deleted or replaced under this process, and again when it is back. */
  onProblem?: (problem: string | undefined) => void;
}

/** Files next to the database that cannot be made again. */
export const keptFiles = ['secret.key'] as const;

/** Another process has the folder open. */
export class DataFolderInUse extends Error {
  readonly code = 'DATA_FOLDER_IN_USE';
}

/** The folder cannot be used at all; the message says why and what to do. */
export class DataFolderUnusable extends Error {}

export function openDataFolder(path: string, options: DataFolderOptions = {}): DataFolder {
  return openOwned(path, takeOwnership(path), options);
}

/** Opens a folder that this process owns already; closing it, or failing to open it, gives the ownership up. */
export function openOwned(path: string, release: () => void, options: DataFolderOptions = {}): DataFolder {
  const held = new HeldFiles(options.onProblem);
  try {
    held.hold(lockFile(path));
    refuseUnfinished(path);
    const file = databaseFile(path);
    closeToOthers(file);
    const database = openDatabase(file, {
      problem: () => held.problem(),
      reserve: {
        file: join(path, 'reserve'),
        bytes: options.reserveBytes ?? 0,
        maxBytes: options.maxBytes ?? 0,
        ...(options.onReserveFailure && { onFailure: options.onReserveFailure }),
      },
    });
    try {
      migrate(database);
      // The log holds what was acknowledged last; reading makes SQLite open it.
      database.get('SELECT 1 FROM sqlite_master LIMIT 1');
      for (const name of [file, `${file}-wal`]) held.hold(name);
    } catch (error) {
      database.close();
      throw error;
    }
    return {
      path,
      database,
      problem: () => held.problem(),
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

/** Before it is opened: SQLite gives its log, which holds what was written last, the mode that the database has then. The folder may be open to all. */
function closeToOthers(file: string): void {
  try {
    for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Opening the database says what else is wrong.
    if (code !== 'EACCES' && code !== 'EPERM') return;
    throw new DataFolderUnusable(
      `The database ${file} cannot be opened: ${reasons[code]}. It belongs to another user, as after a command that was run as root; give it back with chown.`,
      { cause: error },
    );
  }
}

function openDatabase(file: string, options: DatabaseOptions): Database {
  try {
    return new Database(file, options);
  } catch (error) {
    throw new DataFolderUnusable(
      `The database ${file} cannot be opened: ${(error as Error).message}. Restore it from a backup, or choose another data folder with LOREKEEP_DATA_DIR.`,
      { cause: error },
    );
  }
}

export function databaseFile(path: string): string {
  return join(path, 'lorekeep.db');
}

/** Where data is put together that comes into the folder when it is whole. */
export function unfinishedFolder(path: string): string {
  return join(path, 'move.partial');
}

/** A service that started empty where somebody expects data would look like a loss. */
function refuseUnfinished(path: string): void {
  if (hasDatabase(path) || !existsSync(unfinishedFolder(path))) return;
  throw new DataFolderUnusable(
    `A move into ${path} was interrupted before its end. Run "lorekeep move" again, or remove ${unfinishedFolder(path)} to start with no data.`,
  );
}

function lockFile(path: string): string {
  return join(path, 'owner.lock');
}

export function hasDatabase(path: string): boolean {
  return existsSync(databaseFile(path));
}

/**
 * SQLite's own lock on a file of its own says who is the owner. The operating system drops it when the process dies, however
 * it dies, so that there is never a stale lock to clean up.
 */
export function takeOwnership(path: string): () => void {
  tryOn(path, 'cannot be made', () => makeFolder(path));
  tryOn(path, 'cannot be written to', () => accessSync(path, constants.W_OK | constants.X_OK));
  const file = lockFile(path);
  const lock = tryOn(path, 'cannot be written to', () => new DatabaseSync(file, { timeout: 0 }));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY)
      throw unusable(path, 'cannot be locked', error);
    throw new DataFolderInUse(
      `Another Lorekeep is using ${path}. Stop it first, or choose another data folder.`,
    );
  }
  return () => lock.close();
}

const SQLITE_BUSY = 5;

function tryOn<T>(path: string, what: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw unusable(path, what, error);
  }
}

function unusable(path: string, what: string, error: unknown): DataFolderUnusable {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new DataFolderUnusable(
    `The data folder ${path} ${what}: ${reasons[code] ?? message}. Choose another one with LOREKEEP_DATA_DIR or --data-dir.`,
    { cause: error },
  );
}

const reasons: Record<string, string> = {
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'there is a file of that name',
  ENOENT: 'the file system does not allow it there',
  EACCES: 'permission denied',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its symbolic links lead in a circle',
};

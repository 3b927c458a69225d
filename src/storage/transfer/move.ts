import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { BackupError, backUp } from '../embedded/backup.ts';
import { hasDatabase, openDataFolder } from '../embedded/data-folder.ts';
import { fillFolder } from '../embedded/fill-folder.ts';
import { loadSecretKey } from '../embedded/key-file.ts';
import { firstStartLock } from '../postgres/bootstrap-lock.ts';
import { PostgresDatabase } from '../postgres/database.ts';
import { migrate } from '../postgres/migrate.ts';
import { checkSecretKey } from '../postgres/secret-key.ts';
import type { BackupManifest } from '../storage.ts';
import { copyTables, type TableDigest, TransferError } from './copy-tables.ts';
import { EmbeddedTables } from './embedded-tables.ts';
import { PostgresSnapshot, PostgresTables } from './postgres-tables.ts';

type Report = (done: number, total: number) => void;

/**
 * From a data folder that no service uses into an empty Postgres. Nothing is written to the folder. All rows are written and compared
 * in one transaction: whatever ends it before its commit, a kill included, leaves the database as empty as it was.
 */
export async function moveToPostgres(dataDir: string, url: string, report: Report): Promise<TableDigest[]> {
  if (!hasDatabase(dataDir)) throw new TransferError(`There is no data in ${dataDir}.`);
  await migrate(url);
  const folder = openDataFolder(dataDir);
  const database = new PostgresDatabase({ url, poolSize: 1, statementTimeoutMs: 600_000, onLost: () => {} });
  try {
    return await database.transaction(async (sql) => {
      // A node that starts for the first time would make a tenant of its own; it waits, or this does not begin.
      if (!(await firstStartLock.tryToTake(sql))) {
        throw new TransferError('A node is starting on that database, or another move is filling it.');
      }
      await sql.run('SET LOCAL idle_in_transaction_session_timeout = 0');
      const target = new PostgresTables(sql);
      const digests = await copyTables(new EmbeddedTables(folder.database), target, report);
      await checkSecretKey(sql, loadSecretKey(dataDir));
      return digests;
    });
  } finally {
    await database.close();
    folder.close();
  }
}

/** From a Postgres, as it is in one moment, into an empty data folder. Nothing is written to the database. */
export async function moveToFolder(
  url: string,
  secretKeyFile: string,
  dataDir: string,
  report: Report,
): Promise<TableDigest[]> {
  if (hasDatabase(dataDir)) throw new TransferError(`${dataDir} holds data already; name an empty folder.`);
  const secretKey = await readFile(secretKeyFile);
  const snapshot = await PostgresSnapshot.open(url);
  try {
    return await fillFolder(dataDir, secretKey, (database) =>
      copyTables(snapshot, new EmbeddedTables(database), report),
    );
  } finally {
    await snapshot.close();
  }
}

/** A backup like that of an embedded database, so that `restore` and `move` take it. */
export async function backUpPostgres(
  url: string,
  secretKeyFile: string,
  target: string,
  now: number,
  report: Report,
): Promise<BackupManifest> {
  const draft = await mkdtemp(join(dirname(resolve(target)), '.lorekeep-backup-'));
  try {
    await moveToFolder(url, secretKeyFile, draft, report);
    const folder = openDataFolder(draft);
    try {
      return await backUp(folder, target, now, () => {});
    } finally {
      folder.close();
    }
  } catch (error) {
    if (error instanceof TransferError) throw new BackupError(error.message, { cause: error });
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

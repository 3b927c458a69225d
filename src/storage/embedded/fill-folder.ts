import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DataFolderUnusable,
  databaseFile,
  openDataFolder,
  takeOwnership,
  unfinishedFolder,
} from './data-folder.ts';
import type { Database } from './database.ts';
import { writeSecretFile } from './secret-file.ts';

/**
 * Fills a data folder that holds none yet. The database is made in a folder inside of it and comes to its place last, by renaming: a
 * data folder with a database is one that was filled whole. What an interrupted attempt left is removed by the next one.
 */
export async function fillFolder<T>(
  path: string,
  secretKey: Uint8Array,
  fill: (database: Database) => Promise<T>,
): Promise<T> {
  const release = takeOwnership(path);
  const draft = unfinishedFolder(path);
  try {
    if (existsSync(databaseFile(path))) throw new DataFolderUnusable(`${path} holds data already.`);
    await rm(draft, { recursive: true, force: true });
    const folder = openDataFolder(draft);
    let result: T;
    try {
      result = await fill(folder.database);
    } finally {
      folder.close();
    }
    writeSecretFile(join(path, 'secret.key'), secretKey);
    await flush(databaseFile(draft));
    await rename(databaseFile(draft), databaseFile(path));
    return result;
  } finally {
    await rm(draft, { recursive: true, force: true });
    release();
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { backup as copyDatabase } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../platform/make-folder.ts';
import type { BackupManifest as Manifest } from '../storage.ts';
import {
  type DataFolder,
  DataFolderInUse,
  DataFolderUnusable,
  databaseFile,
  keptFiles,
  openOwned,
  takeOwnership,
} from './data-folder.ts';
import { type IntegrityOptions, integrityProblems } from './integrity.ts';
import { newestSchemaVersion, schemaVersion } from './migrate.ts';

/** What is wrong with a backup or with the place it should go to. */
export class BackupError extends Error {}

/**
 * Copies everything that cannot be made again into a new folder, while the service keeps running. The folder appears under its
 * name only when it is whole. The key of the first start is omitted: a backup must not open the door.
 */
export async function backUp(
  folder: DataFolder,
  target: string,
  now: number,
  report: (done: number, total: number) => void,
): Promise<Manifest> {
  const final = resolve(target);
  const refuseExisting = () => {
    if (existsSync(final)) throw new BackupError(`${target} exists already; name a folder that does not.`);
  };
  refuseExisting();
  const partial = join(dirname(final), `.${basename(final)}.partial`);
  const release = lockPartial(partial, target);
  const draft = join(partial, 'backup');
  try {
    // Another one may have been written while this one began.
    refuseExisting();
    // What an interrupted attempt left.
    await rm(draft, { recursive: true, force: true });
    makeFolder(draft);
    const manifest = await writeDraft(folder, draft, now, report);
    await rename(draft, final);
    await flushFolder(dirname(final));
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
    release();
    await rm(partial, { recursive: true, force: true });
  }
}

/** Two that write to the same place, such as one of a timer and the next, would remove each other's work. */
function lockPartial(partial: string, target: string): () => void {
  try {
    return takeOwnership(partial);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new BackupError(`Another backup to ${target} is being written; wait for its end.`);
    if (error instanceof DataFolderUnusable)
      throw new BackupError(`${target} cannot be written: ${(error.cause as Error).message}.`);
    throw error;
  }
}

async function writeDraft(
  folder: DataFolder,
  draft: string,
  now: number,
  report: (done: number, total: number) => void,
): Promise<Manifest> {
  await requireIntegrity(
    databaseFile(folder.path),
    'The database is damaged, and so would be a backup of it',
  );
  const copy = databaseFile(draft);
  await copyDatabase(folder.database.connection, copy, {
    rate: 1_000,
    progress: ({ totalPages, remainingPages }) => report(totalPages - remainingPages, totalPages),
  });
  await requireIntegrity(
    copy,
    'The copy of the database is damaged; the disk it was written to may be failing',
    { atRest: true },
  );
  for (const name of keptFiles) {
    if (existsSync(join(folder.path, name))) await copyFile(join(folder.path, name), join(draft, name));
  }
  const names = [basename(copy), ...keptFiles.filter((name) => existsSync(join(draft, name)))];
  for (const name of names) await chmod(join(draft, name), 0o600);
  const manifest: Manifest = {
    format: 'lorekeep-backup',
    createdAt: new Date(now).toISOString(),
    schemaVersion: schemaVersion(folder.database),
    files: await Promise.all(names.map((name) => describeFile(draft, name))),
  };
  await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 });
  for (const name of [...names, 'manifest.json']) await flush(join(draft, name));
  await flushFolder(draft);
  return manifest;
}

/** Puts a backup into a data folder that holds nothing yet, after checking every byte of it. */
export async function restore(source: string, dataDir: string): Promise<Manifest> {
  const manifest = await readManifest(source);
  for (const file of manifest.files) {
    const found = await describeFile(source, file.name).catch(() => undefined);
    if (found?.sha256 !== file.sha256)
      throw new BackupError(`${file.name} in the backup is damaged or missing.`);
  }
  if (manifest.schemaVersion > newestSchemaVersion()) {
    throw new BackupError('The backup was made by a newer version of Lorekeep; restore it with that one.');
  }
  await requireIntegrity(databaseFile(source), 'The database in the backup is damaged', { atRest: true });
  // From here to the end nobody else can open the folder: a service started meanwhile would make a database of its own in it.
  const release = takeOwnership(dataDir);
  try {
    await copyInto(dataDir, source, manifest);
  } catch (error) {
    release();
    throw error;
  }
  // Opening brings an older schema up to date and shows that the folder can be used.
  openOwned(dataDir, release).close();
  return manifest;
}

async function copyInto(dataDir: string, source: string, manifest: Manifest): Promise<void> {
  if (existsSync(databaseFile(dataDir))) {
    throw new BackupError(
      `${dataDir} holds data already; restore into an empty folder or move that data away.`,
    );
  }
  // The database comes last and by renaming: a folder with a database is a folder that was restored whole.
  for (const { name } of manifest.files.toSorted((a) => (a.name === basename(databaseFile('')) ? 1 : -1))) {
    const partial = join(dataDir, `${name}.partial`);
    await copyFile(join(source, name), partial);
    await flush(partial);
    await rename(partial, join(dataDir, name));
  }
}

async function readManifest(source: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(source, 'manifest.json'), 'utf8')) as Manifest;
  } catch {
    throw new BackupError(`${source} is not a backup: it has no readable manifest.json.`);
  }
  const known = new Set<string>([basename(databaseFile('')), ...keptFiles]);
  if (manifest.format !== 'lorekeep-backup' || !manifest.files?.every(({ name }) => known.has(name))) {
    throw new BackupError(`${source} is not a backup that this version knows.`);
  }
  return manifest;
}

async function describeFile(folder: string, name: string): Promise<Manifest['files'][number]> {
  const hash = createHash('sha256');
  const path = join(folder, name);
  await pipeline(createReadStream(path), hash);
  return { name, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

async function requireIntegrity(
  file: string,
  complaint: string,
  options: IntegrityOptions = {},
): Promise<void> {
  const [first, ...others] = await integrityProblems(file, options);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new BackupError(`${complaint}: ${first}${more}. "lorekeep verify" lists all that is wrong.`);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What was renamed into a folder is there after a power cut, too. Windows knows no such thing. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await flush(path);
}

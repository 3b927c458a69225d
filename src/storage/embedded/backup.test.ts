import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackupError, backUp, restore } from './backup.ts';
import { DataFolderInUse, databaseFile, openDataFolder, takeOwnership } from './data-folder.ts';
import { newestSchemaVersion } from './migrate.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lorekeep-backup-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function makeBackup(): Promise<string> {
  const folder = openDataFolder(join(root, 'source'));
  await backUp(folder, join(root, 'backup'), 0, () => {});
  folder.close();
  return join(root, 'backup');
}

/** Turns one byte of every page of a table over, but for its first page, so that the database still opens. */
function damageTable(folder: string, table: string): number {
  const file = databaseFile(folder);
  const database = new DatabaseSync(file);
  const [{ rootpage }, { page_size: size }] = [
    database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)!,
    database.prepare('PRAGMA page_size').get()!,
  ] as [{ rootpage: number }, { page_size: number }];
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, (rootpage - 1) * size, (rootpage - 1) * size + 16);
  writeFileSync(file, bytes);
  return rootpage;
}

test('a damaged database is not backed up: the refusal names the table and the page, and nothing is left behind', async () => {
  const source = join(root, 'source');
  openDataFolder(source).close();
  const page = damageTable(source, 'memory_entries');
  const folder = openDataFolder(source);
  const backingUp = backUp(folder, join(root, 'backup'), 0, () => {});
  await expect(backingUp).rejects.toThrow(new RegExp(`table memory_entries, page ${page}\\b`));
  await expect(backingUp).rejects.toThrow(BackupError);
  folder.close();
  expect(readdirSync(root)).toEqual(['source']);
});

test('a sound database is backed up', async () => {
  expect(readdirSync(await makeBackup())).toContain('lorekeep.db');
});

test('how much of it is done is told while it is made, pages of all pages', async () => {
  const folder = openDataFolder(join(root, 'source'));
  // More than the thousand pages that are copied at a time.
  folder.database.exec('CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(10000000))');
  const pages = Number(folder.database.get('PRAGMA page_count')!['page_count']);
  const told: Array<[number, number]> = [];
  await backUp(folder, join(root, 'backup'), 0, (done, total) => told.push([done, total]));
  folder.close();
  expect(told).toEqual([
    [1_000, pages],
    [2_000, pages],
  ]);
});

test('a backup does not take the place of another, and what an interrupted one left is replaced', async () => {
  mkdirSync(join(root, '.backup.partial'));
  writeFileSync(join(root, '.backup.partial', 'left'), '');
  expect(readdirSync(await makeBackup())).not.toContain('left');
  expect(readdirSync(root).sort()).toEqual(['backup', 'source']);
  await expect(makeBackup()).rejects.toThrow('exists already; name a folder that does not.');
});

test('a backup that is not as it was made, or of another version, is refused, and nothing is restored', async () => {
  const backup = await makeBackup();
  const file = join(backup, 'manifest.json');
  const made = JSON.parse(readFileSync(file, 'utf8'));
  const target = join(root, 'target');
  const unknown = 'is not a backup that this version knows';
  for (const [manifest, why] of [
    [{ ...made, schemaVersion: newestSchemaVersion() + 1 }, 'by a newer version of Lorekeep'],
    [{ ...made, format: 'other' }, unknown],
    [{ ...made, files: [{ name: '../x' }] }, unknown],
    [{ format: made.format }, unknown],
  ] as const) {
    writeFileSync(file, JSON.stringify(manifest));
    await expect(restore(backup, target)).rejects.toThrow(why);
  }
  writeFileSync(file, JSON.stringify(made));
  writeFileSync(databaseFile(backup), 'x');
  await expect(restore(backup, target)).rejects.toThrow('lorekeep.db in the backup is damaged or missing');
  rmSync(databaseFile(backup));
  await expect(restore(backup, target)).rejects.toThrow('lorekeep.db in the backup is damaged or missing');
  await expect(restore(join(root, 'source'), target)).rejects.toThrow('no readable manifest.json');
  expect(existsSync(target)).toBe(false);
});

test('a backup says what is in it, nobody else may read it, and it is restored whole where no data is', async () => {
  const source = openDataFolder(join(root, 'source'));
  writeFileSync(join(root, 'source', 'secret.key'), 'key', { mode: 0o644 });
  const backup = join(root, 'backup');
  const manifest = await backUp(source, backup, 5_000, () => {});
  source.close();
  expect(JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))).toEqual(manifest);
  const bytes = statSync(databaseFile(backup)).size;
  const sha256 = createHash('sha256').update('key').digest('hex');
  expect(manifest).toEqual({
    format: 'lorekeep-backup',
    createdAt: '1970-01-01T00:00:05.000Z',
    schemaVersion: newestSchemaVersion(),
    files: [
      expect.objectContaining({ name: 'lorekeep.db', bytes }),
      { name: 'secret.key', bytes: 3, sha256 },
    ],
  });
  for (const name of ['lorekeep.db', 'secret.key', 'manifest.json'])
    expect(statSync(join(backup, name)).mode & 0o777).toBe(0o600);
  const target = join(root, 'target');
  expect(await restore(backup, target)).toEqual(manifest);
  expect(readdirSync(target).sort()).toEqual(['lorekeep.db', 'owner.lock', 'secret.key']);
  await expect(restore(backup, target)).rejects.toThrow('holds data already');
  // Nobody owns it any more.
  openDataFolder(target).close();
});

test('a backup whose database is damaged is refused even where its checksum was made to fit', async () => {
  const backup = await makeBackup();
  damageTable(backup, 'memory_entries');
  const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));
  const database = manifest.files.find(({ name }: { name: string }) => name === 'lorekeep.db');
  database.sha256 = createHash('sha256')
    .update(readFileSync(databaseFile(backup)))
    .digest('hex');
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify(manifest));
  await expect(restore(backup, join(root, 'target'))).rejects.toThrow('memory_entries');
  expect(existsSync(databaseFile(join(root, 'target')))).toBe(false);
});

test('nothing is put into a folder that another process has taken, even while it is still empty', async () => {
  const backup = await makeBackup();
  const target = join(root, 'target');
  const release = takeOwnership(target);
  await expect(restore(backup, target)).rejects.toThrow(DataFolderInUse);
  expect(existsSync(databaseFile(target))).toBe(false);
  release();
  await restore(backup, target);
  openDataFolder(target).close();
});

test('of two backups to the same place at the same time one is made and the other is refused, and a third finds it there', async () => {
  const source = openDataFolder(join(root, 'source'));
  const target = join(root, 'backup');
  const attempts = await Promise.allSettled([1, 2, 3].map(() => backUp(source, target, 0, () => {})));
  expect(attempts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  for (const attempt of attempts.slice(1))
    expect(attempt).toMatchObject({ reason: { message: expect.stringContaining('Another backup to') } });
  await expect(backUp(source, target, 0, () => {})).rejects.toThrow('exists already');
  source.close();
  expect(readdirSync(root).toSorted()).toEqual(['backup', 'source']);
  expect(readdirSync(target).toSorted()).toEqual(['lorekeep.db', 'manifest.json']);
  await restore(target, join(root, 'restored'));
});

test('a backup to where nothing can be made says so, and no word of another data folder', async () => {
  const source = openDataFolder(join(root, 'source'));
  writeFileSync(join(root, 'file'), '');
  const backingUp = backUp(source, join(root, 'file', 'backup'), 0, () => {});
  await expect(backingUp).rejects.toThrow(/backup cannot be written: ENOTDIR/);
  await expect(backingUp).rejects.toThrow(BackupError);
  source.close();
});

test('checking a backup writes nothing next to it, so that it can be restored from where nothing can be written', async () => {
  const backup = await makeBackup();
  const files = readdirSync(backup).toSorted();
  expect(files).toEqual(['lorekeep.db', 'manifest.json']);
  await restore(backup, join(root, 'restored'));
  expect(readdirSync(backup).toSorted()).toEqual(files);
});

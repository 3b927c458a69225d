import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackupError, backUp, restore } from './backup.ts';
import { DataFolderInUse, databaseFile, openDataFolder, takeOwnership } from './data-folder.ts';

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

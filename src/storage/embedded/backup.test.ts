import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp, restore } from './backup.ts';
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

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseFile, openDataFolder, unfinishedFolder } from '../data-folder.ts';
import { fillFolder } from '../fill-folder.ts';
import { findBytes } from '../find-bytes.ts';
import { ReserveFile } from '../room/reserve-file.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('texts in the files of a folder', () => {
  test('are found wherever they are, also where they begin in one piece and end in the next', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'inner'));
    const piece = 1_048_576;
    for (const [name, at] of [
      ['begin', 0],
      ['before', piece - 6],
      ['across-first', piece - 5],
      ['across-last', piece - 1],
      ['behind', piece],
    ] as const) {
      const bytes = Buffer.alloc(piece + 10, '.');
      bytes.write('secret', at);
      writeFileSync(join(folder, 'inner', name), bytes);
    }
    writeFileSync(join(folder, 'other'), 'sécret and secre t');
    const found = await findBytes(folder, ['secret', 'sécret', 'nowhere']);
    expect(found.map(({ file, text }) => `${file} ${text}`).sort()).toEqual([
      'inner/across-first secret',
      'inner/across-last secret',
      'inner/before secret',
      'inner/begin secret',
      'inner/behind secret',
      'other sécret',
    ]);
    expect(await findBytes(folder, [])).toEqual([]);
    expect(await findBytes(newFolder(), ['x'])).toEqual([]);
  });
});

describe('a data folder that is filled', () => {
  const key = Uint8Array.of(1, 2, 3);

  test('has its database when all is in it, and its key', async () => {
    const path = newFolder();
    const result = await fillFolder(path, key, async (database) => {
      expect(existsSync(databaseFile(path))).toBe(false);
      database.exec('CREATE TABLE mark (n)');
      return 'filled';
    });
    expect(result).toBe('filled');
    expect(existsSync(unfinishedFolder(path))).toBe(false);
    expect([...readFileSync(join(path, 'secret.key'))]).toEqual([1, 2, 3]);
    const folder = openDataFolder(path);
    expect(folder.database.get("SELECT name FROM sqlite_master WHERE name = 'mark'")).toBeDefined();
    // It is owned by one at a time.
    await expect(fillFolder(path, key, async () => 1)).rejects.toThrow();
    folder.close();
    await expect(fillFolder(path, key, async () => 1)).rejects.toThrow('holds data already.');
    expect(existsSync(databaseFile(path))).toBe(true);
  });

  test('that fails has no database, and can be filled again, whatever an interrupted attempt left', async () => {
    const path = newFolder();
    await expect(fillFolder(path, key, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect([existsSync(databaseFile(path)), existsSync(unfinishedFolder(path))]).toEqual([false, false]);
    expect(existsSync(join(path, 'secret.key'))).toBe(false);
    mkdirSync(unfinishedFolder(path));
    writeFileSync(join(unfinishedFolder(path), 'left'), 'x');
    await fillFolder(path, key, async () => {
      expect(existsSync(join(unfinishedFolder(path), 'left'))).toBe(false);
    });
    expect(existsSync(databaseFile(path))).toBe(true);
  });
});

describe('a file that keeps room', () => {
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;

  test('has as many bytes as it should, and gives back as many as it is asked for', async () => {
    const path = join(newFolder(), 'reserve');
    const bytes = 2_500_000;
    const reserve = new ReserveFile(path, bytes);
    expect(reserve.release(10)).toBe(false);
    expect(size(path)).toBeUndefined();
    const [first, second] = [reserve.fill(), reserve.fill()];
    expect([await first, await second]).toEqual([true, true]);
    expect(size(path)).toBe(bytes);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // Random, so that no file system makes it smaller.
    expect(new Set(readFileSync(path).subarray(1_048_000, 1_049_000)).size).toBeGreaterThan(200);
    expect(reserve.release(1_000)).toBe(true);
    expect(size(path)).toBe(bytes - 1_000);
    expect(await reserve.fill()).toBe(true);
    expect(size(path)).toBe(bytes);
    expect(reserve.release(bytes + 1)).toBe(true);
    expect(size(path)).toBe(0);
    expect(reserve.release(1)).toBe(false);
    writeFileSync(path, Buffer.alloc(1));
    expect(reserve.release(1)).toBe(true);
  });

  test('is not filled where the disk has not as much again, and not further once room was needed', async () => {
    const huge = new ReserveFile(join(newFolder(), 'reserve'), 2 ** 50);
    expect(await huge.fill()).toBe(false);
    const path = join(newFolder(), 'reserve');
    const stopped = new ReserveFile(path, 64 * 1_048_576);
    const filling = stopped.fill();
    stopped.release(1);
    expect(await filling).toBe(false);
    expect(size(path)!).toBeLessThan(64 * 1_048_576);
    const closed = new ReserveFile(join(newFolder(), 'reserve'), 64 * 1_048_576);
    const running = closed.fill();
    await closed.close();
    expect(await running).toBe(false);
  });
});

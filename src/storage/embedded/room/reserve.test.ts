import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Database } from '../database.ts';
import type { ReserveOptions } from './reserve.ts';
import { ReserveFile } from './reserve-file.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-reserve-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function openRows(reserve: ReserveOptions) {
  const database = new Database(join(newFolder(), 'test.db'), { reserve });
  onTestFinished(() => database.close());
  database.exec(
    'CREATE TABLE filler (n INTEGER PRIMARY KEY, bytes BLOB); CREATE TABLE deletions (id TEXT PRIMARY KEY, note TEXT)',
  );
  const insert = (bytes: number) =>
    database.write(() => database.run('INSERT INTO filler (bytes) VALUES (?)', new Uint8Array(bytes)));
  /** As deletes of entries do, it also leaves a note that needs room. */
  const remove = (noteBytes: number) => () => {
    database.run('INSERT INTO deletions VALUES (?, ?)', String(Math.random()), 'x'.repeat(noteBytes));
    database.run('DELETE FROM filler WHERE n = (SELECT min(n) FROM filler)');
  };
  const fill = async () => {
    for (const bytes of [20_000, 1_000, 10]) while (await insert(bytes).catch(() => undefined));
  };
  const rows = () => Number(database.get('SELECT count(*) AS count FROM filler')!['count']);
  return { database, insert, remove, fill, rows };
}

test('a database at its limit refuses what adds to it and takes what frees room', async () => {
  const { database, insert, remove, fill, rows } = openRows({ maxBytes: 100 * 4_096 });
  await fill();
  await expect(insert(1_000)).rejects.toMatchObject({ code: 'storage_full', retryAfterSeconds: 120 });
  await expect(database.write(remove(9_000))).rejects.toMatchObject({ code: 'storage_full' });
  const before = rows();
  await database.free(remove(9_000));
  expect(rows()).toBe(before - 1);
  await insert(1_000);
});

test('a delete that shares its transaction with a write that does not fit is done nevertheless', async () => {
  const { database, insert, remove, fill, rows } = openRows({ maxBytes: 100 * 4_096 });
  await fill();
  const before = rows();
  const [written, freed] = await Promise.allSettled([insert(50_000), database.free(remove(9_000))]);
  expect([written.status, freed.status]).toEqual(['rejected', 'fulfilled']);
  expect(rows()).toBe(before - 1);
});

test('what a delete throws of its own is thrown, and no part of it stays', async () => {
  const { database, remove, fill, rows } = openRows({ maxBytes: 100 * 4_096 });
  await fill();
  const before = rows();
  const failing = database.free(() => {
    remove(9_000)();
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(rows()).toBe(before);
});

test('while the reserve is used up, other writes fill only the pages that deletes freed', async () => {
  const { database, insert, remove, fill } = openRows({ maxBytes: 100 * 4_096 });
  await fill();
  await database.free(remove(9_000));
  const size = () => Number(database.get('PRAGMA page_count')!['page_count']);
  const spent = size();
  await fill();
  expect(size()).toBe(spent);
  await database.reserve.refill();
  await expect(insert(200_000)).rejects.toMatchObject({ code: 'storage_full' });
});

test('the reserve takes up its room for real, gives it back in parts, and is filled again', async () => {
  const path = join(newFolder(), 'reserve');
  const file = new ReserveFile(path, 3_000_000);
  expect(await file.fill()).toBe(true);
  expect(statSync(path)).toMatchObject({ size: 3_000_000 });
  // Random, so that no file system makes it smaller.
  expect(new Set(readFileSync(path).subarray(1_048_000, 1_049_000)).size).toBeGreaterThan(200);
  expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(3_000_000);
  expect(file.release(1_000_000)).toBe(true);
  expect(statSync(path).size).toBe(2_000_000);
  expect(file.release(5_000_000)).toBe(true);
  expect(file.release(1)).toBe(false);
  expect(await file.fill()).toBe(true);
  expect(statSync(path).size).toBe(3_000_000);
});

test('a reserve that would take more than half of what is free is not made', async () => {
  const path = join(newFolder(), 'reserve');
  expect(await new ReserveFile(path, 2 ** 52).fill()).toBe(false);
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
});

test('a reserve that is needed while it is being filled stops growing', async () => {
  const path = join(newFolder(), 'reserve');
  const file = new ReserveFile(path, 50_000_000);
  const filling = file.fill();
  file.release(50_000_000);
  expect(await filling).toBe(false);
  expect(statSync(path).size).toBeLessThan(50_000_000);
});

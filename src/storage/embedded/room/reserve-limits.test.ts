import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Reserve, type ReserveOptions } from './reserve.ts';

const page = 4_096;
const megabyte = 1_048_576;
const noLimit = 0xff_ff_ff_fe;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-limits-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database with its log, in a folder of its own. */
function open(options: (folder: string) => ReserveOptions) {
  const folder = newFolder();
  const file = join(folder, 'a.db');
  const connection = new DatabaseSync(file);
  onTestFinished(() => {
    if (connection.isOpen) connection.close();
  });
  connection.exec('PRAGMA journal_mode = WAL');
  const reserve = new Reserve(connection, options(folder));
  onTestFinished(() => reserve.close());
  const number = (pragma: string) => Number(Object.values(connection.prepare(`PRAGMA ${pragma}`).get()!)[0]);
  return {
    folder,
    connection,
    reserve,
    limit: () => number('max_page_count'),
    pages: () => number('page_count'),
    /** What of the database is in its file, not only in the log. */
    storedBytes: () => statSync(file).size,
  };
}

describe('how many pages a database may have', () => {
  test.each<[maxBytes: number | undefined, usually: number, forDeletes: number]>([
    [undefined, noLimit, noLimit],
    [0, noLimit, noLimit],
    // One page at least: SQLite takes 0 for no change.
    [1, 1, 1],
    [page, 1, 1],
    [2 * page, 1, 2],
    [3 * page - 1, 2, 2],
    [3 * page, 2, 3],
    [100 * page, 93, 100],
    // A sixteenth is a megabyte from here on, and a megabyte it stays.
    [16 * megabyte, 15 * 256, 16 * 256],
    [64 * megabyte, 63 * 256, 64 * 256],
  ])('of %s bytes: %s, and %s for deletes', (maxBytes, usually, forDeletes) => {
    const { reserve, limit } = open(() => (maxBytes === undefined ? {} : { maxBytes }));
    expect(limit()).toBe(usually);
    expect(reserve.open(0)).toBe(true);
    expect(limit()).toBe(forDeletes);
  });

  test('is what it has while the reserve is used up, never more than usual, and as before when it is full again', async () => {
    const { connection, reserve, limit, pages } = open(() => ({ maxBytes: 100 * page }));
    connection.exec('CREATE TABLE t (a BLOB); INSERT INTO t VALUES (zeroblob(40960))');
    // Nothing was taken of it: nothing changes.
    reserve.settle();
    expect(limit()).toBe(93);
    reserve.open(0);
    reserve.settle();
    expect(pages()).toBeLessThan(93);
    expect(limit()).toBe(pages());
    reserve.open(0);
    connection.exec(`INSERT INTO t VALUES (zeroblob(${(97 - pages()) * page}))`);
    expect(pages()).toBeGreaterThan(93);
    connection.exec('DELETE FROM t; VACUUM');
    await reserve.refill();
    expect(limit()).toBe(93);
    reserve.settle();
    expect(limit()).toBe(93);
  });
});

describe('room on the disk', () => {
  const bytes = 16_000;
  const withFile = () => open((folder) => ({ file: join(folder, 'reserve'), bytes }));
  const left = (folder: string) => statSync(join(folder, 'reserve')).size;

  test('is given a sixteenth first and twice as much with every attempt, until nothing is left', async () => {
    const { folder, reserve } = withFile();
    await reserve.refill();
    expect(left(folder)).toBe(16_000);
    expect(reserve.open(0)).toBe(true);
    expect(left(folder)).toBe(15_000);
    expect(reserve.open(1)).toBe(true);
    expect(left(folder)).toBe(13_000);
    expect(reserve.open(3)).toBe(true);
    expect(left(folder)).toBe(5_000);
    expect(reserve.open(3)).toBe(true);
    expect(left(folder)).toBe(0);
    expect(reserve.open(1)).toBe(false);
    // The first attempt is made without any: emptying the log may be enough.
    expect(reserve.open(0)).toBe(true);
    await reserve.refill();
    expect(left(folder)).toBe(16_000);
  });

  test('that no whole number of sixteenths makes up is rounded up', async () => {
    const { folder, reserve } = open((path) => ({ file: join(path, 'reserve'), bytes: 33 }));
    await reserve.refill();
    reserve.open(0);
    expect(left(folder)).toBe(30);
  });

  test.each<[string, (folder: string) => ReserveOptions]>([
    ['no file', () => ({ bytes })],
    ['no bytes', (folder) => ({ file: join(folder, 'reserve') })],
    ['0 bytes', (folder) => ({ file: join(folder, 'reserve'), bytes: 0 })],
  ])('with %s there is none to give, and none is taken', async (_, options) => {
    const { folder, reserve } = open(options);
    await reserve.refill();
    expect(statSync(join(folder, 'reserve'), { throwIfNoEntry: false })).toBeUndefined();
    expect([reserve.open(0), reserve.open(1)]).toEqual([true, false]);
  });

  test('is made by what the log holds going into the database, before a delete and after it', () => {
    const { connection, reserve, storedBytes } = open(() => ({}));
    const add = () => connection.exec('INSERT INTO t VALUES (zeroblob(40960))');
    connection.exec('CREATE TABLE t (a BLOB)');
    add();
    reserve.settle();
    expect(storedBytes()).toBeLessThan(40_960);
    reserve.open(0);
    expect(storedBytes()).toBeGreaterThan(40_960);
    add();
    expect(storedBytes()).toBeLessThan(2 * 40_960);
    reserve.settle();
    expect(storedBytes()).toBeGreaterThan(2 * 40_960);
  });

  test('that cannot be set aside is reported, and the reserve counts as used up until it can', async () => {
    const failures: unknown[] = [];
    const { folder, connection, reserve, limit } = open((path) => ({
      file: join(path, 'missing', 'reserve'),
      bytes: 100,
      maxBytes: 100 * page,
      onFailure: (error) => failures.push(error),
    }));
    connection.exec('CREATE TABLE t (a BLOB)');
    reserve.open(0);
    reserve.settle();
    expect(limit()).toBe(2);
    await reserve.refill();
    expect(failures).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
    expect(limit()).toBe(2);
    mkdirSync(join(folder, 'missing'));
    await reserve.refill();
    expect(failures).toHaveLength(1);
    expect(limit()).toBe(93);
  });

  test('that the disk does not have leaves the reserve used up, and nothing is reported', async () => {
    const { connection, reserve, limit } = open((folder) => ({
      file: join(folder, 'reserve'),
      bytes: 2 ** 50,
      maxBytes: 100 * page,
      onFailure: (error) => expect.unreachable(String(error)),
    }));
    connection.exec('CREATE TABLE t (a BLOB)');
    reserve.open(0);
    reserve.settle();
    await reserve.refill();
    expect(limit()).toBe(2);
  });

  test('is not asked of a database that was closed meanwhile', async () => {
    const { connection, reserve } = open(() => ({}));
    reserve.open(0);
    connection.close();
    await expect(reserve.refill()).resolves.toBeUndefined();
  });

  test('where the log cannot be emptied, that is reported and the delete is tried all the same', () => {
    const failures: unknown[] = [];
    const told: string[] = [];
    const connection = {
      exec(sql: string) {
        told.push(sql);
        if (sql.includes('wal_checkpoint')) throw new Error('no room');
      },
      prepare: () => ({ get: () => ({ page_size: page, page_count: 7 }) }),
    };
    const onFailure = (error: unknown) => failures.push(error);
    const options = { maxBytes: 32 * page, onFailure };
    const reserve = new Reserve(connection as unknown as DatabaseSync, options);
    expect(reserve.open(0)).toBe(true);
    reserve.settle();
    expect(failures).toEqual([new Error('no room'), new Error('no room')]);
    const checkpoint = 'PRAGMA wal_checkpoint(PASSIVE)';
    const limitTo = (pages: number) => `PRAGMA max_page_count = ${pages}`;
    expect(told).toEqual([limitTo(30), checkpoint, limitTo(32), checkpoint, limitTo(7)]);
  });
});

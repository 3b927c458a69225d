import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ServiceError } from '../../kernel/errors.ts';
import { openDataFolder } from './data-folder.ts';
import { Database, type DatabaseOptions } from './database.ts';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'lorekeep-db-'));
}

function openNumbers(options: DatabaseOptions = {}): Database {
  const database = new Database(join(newFolder(), 'test.db'), options);
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY, filler BLOB)');
  return database;
}

const numbers = (database: Database) =>
  database.all('SELECT n FROM numbers ORDER BY n').map((row) => row['n']);

test('a unit that throws is undone alone; the units written beside it stay', async () => {
  const database = openNumbers();
  const results = await Promise.allSettled([
    database.write(() => database.run('INSERT INTO numbers (n) VALUES (1)')),
    database.write(() => {
      database.run('INSERT INTO numbers (n) VALUES (2)');
      throw new Error('no');
    }),
    database.write(() => database.run('INSERT INTO numbers (n) VALUES (3)')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(numbers(database)).toEqual([1, 3]);
});

test('a unit sees what the units before it wrote', async () => {
  const database = openNumbers();
  void database.write(() => database.run('INSERT INTO numbers (n) VALUES (1)'));
  expect(await database.write(() => numbers(database))).toEqual([1]);
});

test('nothing is written before the promise of the write resolves and all of it is after', async () => {
  const database = openNumbers();
  const writing = database.write(() => database.run('INSERT INTO numbers (n) VALUES (1)'));
  expect(numbers(database)).toEqual([]);
  await writing;
  expect(numbers(database)).toEqual([1]);
});

test('a full disk is storage_full, keeps what was acknowledged, and writing works again when there is room', async () => {
  const database = openNumbers({ reserve: { maxBytes: 40 * 4096 } });
  const insert = (n: number, bytes: number) =>
    database.write(() =>
      database.run('INSERT INTO numbers (n, filler) VALUES (?, ?)', n, new Uint8Array(bytes)),
    );
  await insert(1, 50_000);
  const refused = await insert(2, 500_000).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect((refused as ServiceError).code).toBe('storage_full');
  expect(numbers(database)).toEqual([1]);
  await insert(3, 10);
  expect(numbers(database)).toEqual([1, 3]);
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
});

test('closing commits what waits and refuses what comes later', async () => {
  const database = openNumbers();
  const waiting = database.write(() => database.run('INSERT INTO numbers (n) VALUES (1)'));
  database.close();
  await expect(waiting).resolves.toMatchObject({ changes: 1 });
  await expect(database.write(() => 1)).rejects.toMatchObject({ code: 'shutting_down' });
});

test('a folder has one owner at a time', () => {
  const path = newFolder();
  const first = openDataFolder(path);
  expect(() => openDataFolder(path)).toThrow(/Another Lorekeep is using/);
  first.close();
  openDataFolder(path).close();
});

test('a folder of a newer version is refused and left as it is', () => {
  const path = newFolder();
  const folder = openDataFolder(path);
  folder.database.exec('PRAGMA user_version = 999');
  folder.close();
  expect(() => openDataFolder(path)).toThrow(/newer version/);
  expect(() => openDataFolder(path)).toThrow(/newer version/);
});

test('many long writes leave the event loop to others in between; short ones share one transaction', async () => {
  let time = 0;
  const database = openNumbers({ now: () => time });
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await new Promise(setImmediate);
  })();
  const writes = (count: number, ms: number, from: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        database.write(() => {
          time += ms;
          database.run('INSERT INTO numbers (n) VALUES (?)', from + i);
          return turns;
        }),
      ),
    );
  const short = await writes(20, 1, 0);
  expect(new Set(short).size).toBe(1);
  const long = await writes(20, 40, 100);
  expect(new Set(long).size).toBe(10);
  isOver = true;
  await others;
  expect(numbers(database)).toHaveLength(40);
});

test('closing commits all that waits, however long it takes', async () => {
  let time = 0;
  const database = openNumbers({ now: () => time });
  const waiting = Array.from({ length: 5 }, (_, i) =>
    database.write(() => {
      time += 1_000;
      return database.run('INSERT INTO numbers (n) VALUES (?)', i);
    }),
  );
  database.close();
  expect(await Promise.all(waiting)).toHaveLength(5);
});

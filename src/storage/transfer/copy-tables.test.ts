import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/app.ts';
import { openDataFolder } from '../embedded/data-folder.ts';
import { loadSecretKey } from '../embedded/key-file.ts';
import type { Row } from '../rows/row.ts';
import { copyTables, type TableTarget, TransferError } from './copy-tables.ts';
import { EmbeddedTables } from './embedded-tables.ts';
import { tables } from './tables.ts';

/** Tables in memory; `spoil` changes a row on its way in. */
function memoryTables(spoil: (row: Row, table: string) => Row | undefined = (row) => row) {
  const rows = new Map<string, Row[]>(tables.map(({ name }) => [name, []]));
  let finished = 0;
  const target: TableTarget = {
    count: async ({ name }) => rows.get(name)!.length,
    isEmpty: async () => rows.get('tenants')!.length === 0,
    async *read({ name }) {
      // In another order than they were written.
      yield rows.get(name)!.toReversed();
    },
    write: async ({ name }, some) => {
      for (const row of some) {
        const written = spoil(row, name);
        if (written) rows.get(name)!.push(written);
      }
    },
    finish: async () => {
      finished++;
    },
  };
  return { target, rows, finished: () => finished };
}

async function filledFolder(tenants: number) {
  const folder = openDataFolder(temporaryFolder());
  await folder.database.write(() => {
    for (let i = 0; i < tenants; i++)
      folder.database.run(
        'INSERT INTO tenants (id, name, created_at) VALUES (?, ?, ?)',
        `ten_${i}`,
        `name ${i}`,
        i,
      );
    folder.database.run(
      'INSERT INTO audit (id, tenant_id, at, actor, action, subject, details) VALUES (?, ?, ?, ?, ?, ?, ?)',
      'aud_1',
      'ten_0',
      1,
      'local',
      'x',
      'y',
      '{}',
    );
  });
  return folder;
}

test('every row is written, read back and compared, and how far it is is told', async () => {
  const folder = await filledFolder(1_201);
  const source = new EmbeddedTables(folder.database);
  const pages = await Array.fromAsync(
    source.read(tables.find(({ name }) => name === 'tenants')!),
    (page) => page.length,
  );
  expect(pages).toEqual([500, 500, 201]);
  const { target, rows, finished } = memoryTables();
  const told: number[][] = [];
  const digests = await copyTables(source, target, (done, total) => told.push([done, total]));
  expect(finished()).toBe(1);
  expect(rows.get('tenants')).toHaveLength(1_201);
  expect(digests.map(({ table }) => table)).toEqual(tables.map(({ name }) => name));
  expect(digests.find(({ table }) => table === 'tenants')).toMatchObject({ rows: 1_201 });
  expect(told[0]).toEqual([500, told[0]![1]]);
  expect(told.at(-1)![0]).toBe(told.at(-1)![1]);
  expect(told.every(([done, total]) => done! <= total!)).toBe(true);
  // Back into a folder, and the same again.
  const back = openDataFolder(temporaryFolder());
  const again = await copyTables(target, new EmbeddedTables(back.database), () => {});
  expect(again).toEqual(digests);
  expect(back.database.get('SELECT count(*) AS n FROM tenants')).toEqual({ n: 1_201 });
  folder.close();
  back.close();
});

test.each<[what: string, spoil: (row: Row, table: string) => Row | undefined]>([
  ['a row that is missing', (row, table) => (table === 'tenants' && row['id'] === 'ten_1' ? undefined : row)],
  [
    'a text that changed',
    (row, table) => (table === 'tenants' && row['id'] === 'ten_1' ? { ...row, name: 'x' } : row),
  ],
  [
    'a number that became a text',
    (row, table) => (table === 'tenants' ? { ...row, created_at: String(row['created_at']) } : row),
  ],
  ['a value that became NULL', (row, table) => (table === 'audit' ? { ...row, details: null } : row)],
  [
    'bytes for a text',
    (row, table) => (table === 'tenants' ? { ...row, name: Buffer.from(String(row['name'])) } : row),
  ],
])('%s is noticed', async (_, spoil) => {
  const folder = await filledFolder(3);
  const { target } = memoryTables(spoil);
  await expect(copyTables(new EmbeddedTables(folder.database), target, () => {})).rejects.toThrow(
    /^The copy of \w+ differs: /,
  );
  folder.close();
});

test('a target that holds data is refused before anything is written', async () => {
  const [folder, other] = [await filledFolder(1), await filledFolder(1)];
  await expect(
    copyTables(new EmbeddedTables(folder.database), new EmbeddedTables(other.database), () => {}),
  ).rejects.toBeInstanceOf(TransferError);
  folder.close();
  other.close();
});

test('the key of a folder is made once, for its owner alone, and a damaged one is not replaced', () => {
  const folder = temporaryFolder();
  const key = loadSecretKey(folder);
  expect(key).toHaveLength(32);
  expect(loadSecretKey(folder)).toEqual(key);
  const file = join(folder, 'secret.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toBe(`${Buffer.from(key).toString('base64')}\n`);
  writeFileSync(file, Buffer.alloc(31).toString('base64'));
  expect(() => loadSecretKey(folder)).toThrow('is damaged');
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createIndexFactory } from '../../memory/index/index-factory.ts';
import { databaseFile, openDataFolder } from './data-folder.ts';
import { SnapshotFiles, snapshotFolder } from './memory/snapshot-files.ts';
import { verifyDataFolder } from './verify.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lorekeep-verify-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function problems(): Promise<Record<string, string[]>> {
  const folder = openDataFolder(root);
  try {
    const checks = await verifyDataFolder(folder);
    return Object.fromEntries(
      checks.filter((check) => check.problems.length > 0).map((c) => [c.name, c.problems]),
    );
  } finally {
    folder.close();
  }
}

test('a whole snapshot is called whole, and a damaged one damaged, with the part that is', async () => {
  const indexes = await createIndexFactory(1);
  const index = indexes.create({
    dims: 4,
    calibration: {
      points: [
        [0, 0],
        [1, 1],
      ],
    },
  });
  const passages = [{ text: 'some words', vector: Float32Array.of(1, 0, 0, 0) }];
  index.put([{ id: 'mem_1', metadata: {}, createdAt: 0, updatedAt: 0, passages }]);
  const frozen = index.snapshot('mark 1');
  await new SnapshotFiles(snapshotFolder(root)).save('1-aa', frozen.parts);
  frozen.release();
  await indexes.close();
  expect(await problems()).toEqual({});

  const folder = join(snapshotFolder(root), '1-aa');
  const file = readdirSync(folder).find((name) => name.endsWith('.part'))!;
  const bytes = readFileSync(join(folder, file));
  bytes[Math.floor(bytes.length / 2)]! ^= 4;
  writeFileSync(join(folder, file), bytes);
  expect(await problems()).toEqual({
    'snapshots of indexes': [`snapshot 1-aa: part 1 of 1 (${file}) is damaged`],
  });
});

test('damage to a table is reported with the table and the page, and the other checks are made all the same', async () => {
  const folder = openDataFolder(root);
  const { rootpage } = folder.database.get(
    "SELECT rootpage FROM sqlite_schema WHERE name = 'memory_entries'",
  )!;
  const size = Number(folder.database.get('PRAGMA page_size')!['page_size']);
  folder.close();
  const bytes = readFileSync(databaseFile(root));
  bytes.fill(0xff, (Number(rootpage) - 1) * size, (Number(rootpage) - 1) * size + 16);
  writeFileSync(databaseFile(root), bytes);
  const found = await problems();
  expect(found['database pages and indexes']!.join('\n')).toMatch(
    new RegExp(`^table memory_entries, page ${rootpage}\\b`, 'm'),
  );
  expect(found['memory entries and their vectors']).toEqual([expect.stringContaining('malformed')]);
  expect(found['snapshots of indexes']).toBeUndefined();
});

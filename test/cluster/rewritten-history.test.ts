import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { type MemoryNode, openNode } from './memory-nodes.ts';

let database: TestDatabase;
let x: MemoryNode;
let y: MemoryNode;

beforeEach(async () => {
  database = await createTestDatabase();
  [x, y] = [await openNode(database.url), await openNode(database.url)];
});

afterEach(async () => {
  await Promise.all([x.close(), y.close()]);
  await database.drop();
});

/** Three revisions that everybody knows, and a fourth that only X has seen when the database is put back to the third. */
async function loseTheFourthRevision(): Promise<void> {
  for (const entry of ['entry 1', 'entry 2', 'entry 3']) await x.write(entry);
  expect(await y.found()).toHaveLength(3);
  const before = await database.copy();
  await x.write('entry lost');
  expect(await x.found()).toContain('entry lost');
  await database.restore(before);
}

const kept = ['entry 1', 'entry 2', 'entry 3'];

test('a node that saw a revision which a restore took back finds what was written in its place, and not what is gone', async () => {
  await loseTheFourthRevision();
  await y.write('entry acknowledged');
  expect(await y.found()).toEqual([...kept, 'entry acknowledged']);
  expect(await x.found()).toEqual([...kept, 'entry acknowledged']);
});

test('further writes, on either node, do not hide it', async () => {
  await loseTheFourthRevision();
  await y.write('entry acknowledged');
  await y.write('entry later');
  await x.write('entry last');
  const all = [...kept, 'entry acknowledged', 'entry last', 'entry later'];
  expect(await x.found()).toEqual(all);
  expect(await y.found()).toEqual(all);
});

test('a node whose own revision was taken back forgets it, though it is the next to write', async () => {
  await loseTheFourthRevision();
  expect(await x.found()).toEqual(kept);
  await x.write('entry again');
  expect(await x.found()).toEqual([...kept, 'entry again']);
  expect(await y.found()).toEqual([...kept, 'entry again']);
});

test('an entry that was deleted before the restore is found again, and one that was deleted after it is not', async () => {
  const [first] = await x.write('entry 1', 'entry 2');
  expect(await y.found()).toHaveLength(2);
  const before = await database.copy();
  await x.memory.delete({ tenantId: 'ten_a', mayUseNamespace: () => true }, first!);
  expect(await x.found()).toEqual(['entry 2']);
  await database.restore(before);
  expect(await x.found()).toEqual(['entry 1', 'entry 2']);
  await y.memory.delete({ tenantId: 'ten_a', mayUseNamespace: () => true }, first!);
  expect(await x.found()).toEqual(['entry 2']);
});

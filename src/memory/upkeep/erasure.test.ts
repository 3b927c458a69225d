import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anna, type MemoryHarness, openMemory, temporaryFolder } from '../../../test/memory/harness.ts';
import { findBytes } from '../../storage/embedded/find-bytes.ts';
import { createIndexFactory } from '../index/index-factory.ts';

let folder: ReturnType<typeof temporaryFolder>;
let harness: MemoryHarness;
let now = Date.now();

const open = async () =>
  openMemory({
    path: folder.path,
    clock: { now: () => now },
    indexes: await createIndexFactory(1),
    snapshotMinEntries: 10,
  });

beforeEach(async () => {
  folder = temporaryFolder();
  harness = await open();
});

afterEach(async () => {
  await harness.close();
  folder.dispose();
});

/** Words that occur nowhere else; long contents make several passages and overflow pages. */
const secretOf = (n: number): string => `xyzzy${n}plugh`;
const secretEntry = (n: number) => ({
  content: `${secretOf(n)} ${'filler text of no interest '.repeat(n % 3 === 0 ? 200 : 3)} ${secretOf(n)}end`,
  metadata: { label: `${secretOf(n)}meta`, [`${secretOf(n)}key`]: n },
  externalId: `${secretOf(n)}external`,
});

test('after an erasure no raw byte of what was deleted is in any file of the data folder', async () => {
  const { memory } = harness;
  const kept = Array.from({ length: 40 }, (_, i) => ({ content: `kept entry ${i}`, metadata: { i } }));
  await memory.write(anna, { namespace: 'mixed', entries: kept });
  const { ids } = await memory.write(anna, {
    namespace: 'mixed',
    entries: Array.from({ length: 30 }, (_, i) => secretEntry(i)),
  });
  await memory.write(anna, {
    namespace: secretOf(50),
    entries: Array.from({ length: 20 }, (_, i) => secretEntry(51 + i)),
  });
  const { ids: expiring } = await memory.write(anna, {
    namespace: 'mixed',
    entries: [{ ...secretEntry(80), expiresAt: now + 1_000 }],
  });
  // Into snapshots as well, and out of memory.
  await memory.search(anna, { namespace: 'mixed', query: secretOf(3), limit: 5 });
  await memory.search(anna, { namespace: secretOf(50), query: secretOf(3), limit: 5 });
  await harness.close();
  harness = await open();

  const secrets = [
    ...Array.from({ length: 30 }, (_, i) => i),
    50,
    ...Array.from({ length: 20 }, (_, i) => 51 + i),
    80,
  ].map(secretOf);
  expect((await findBytes(folder.path, secrets)).length).toBeGreaterThan(secrets.length - 1);

  await harness.memory.search(anna, { namespace: 'mixed', query: 'kept', limit: 5 });
  for (const id of ids.slice(0, 10)) await harness.memory.delete(anna, id);
  await harness.memory.deleteMany(anna, { namespace: 'mixed', ids: ids.slice(10, 20), dryRun: false });
  for (const id of ids.slice(20)) {
    await harness.memory.update(anna, id, {
      content: 'something else',
      metadata: {},
      externalId: `new ${id}`,
    });
  }
  await harness.memory.deleteNamespace(anna, secretOf(50));
  now += 2_000;
  await expect(harness.memory.get(anna, expiring[0]!)).rejects.toMatchObject({ code: 'entry_not_found' });

  expect(await harness.eraseTraces(secrets)).toEqual({ traces: [], beyond: [] });
  // What was not deleted is all there, and can be found.
  expect(await findBytes(folder.path, ['kept entry 17'])).not.toEqual([]);
  const found = await harness.memory.search(anna, { namespace: 'mixed', query: 'kept entry 17', limit: 3 });
  expect(found[0]).toMatchObject({ content: 'kept entry 17' });
  expect((await harness.memory.namespace(anna, 'mixed')).entries).toBe(50);
  await harness.close();
  harness = await open();
  expect(await findBytes(folder.path, secrets)).toEqual([]);
  expect(
    await harness.memory.search(anna, { namespace: 'mixed', query: 'kept entry 17', limit: 100 }),
  ).toHaveLength(50);
});

test('a text across the border of two reads is found', async () => {
  writeFileSync(`${folder.path}/big`, `${'a'.repeat(1024 * 1024 - 3)}needle${'b'.repeat(10)}`);
  expect(await findBytes(folder.path, ['needle', 'absent'])).toEqual([{ file: 'big', text: 'needle' }]);
});

import { expect, onTestFinished, test } from 'vitest';
import { openEpoch, useTestDatabase } from '../../../../test/support/postgres.ts';
import { examineDatabase } from '../examine.ts';
import { NodeRegistry } from '../node-registry.ts';
import { verifyPostgres } from '../verify.ts';
import { SnapshotRows } from './snapshot-rows.ts';

const postgres = useTestDatabase();

async function open() {
  const database = await postgres.open();
  onTestFinished(() => database.close());
  return database;
}

/** A namespace with one entry, as rows. */
async function openWithEntry() {
  const database = await open();
  await database.run("INSERT INTO tenants VALUES ('ten_1', 'one', 0)");
  const model = await database.get("INSERT INTO memory_models (name, dims) VALUES ('m', 2) RETURNING id");
  const namespace = await database.get(
    "INSERT INTO memory_namespaces (tenant_id, name, created_at) VALUES ('ten_1', 'notes', 0) RETURNING id",
  );
  const id = Number(namespace!['id']);
  await database.run(
    `INSERT INTO memory_states (namespace_id, model_id, revision, stamp, entries, bytes, updated_at, settings) VALUES ($1, $2, 3, 7, 1, 5, 0, '{}')`,
    id,
    Number(model!['id']),
  );
  await database.run(
    `INSERT INTO memory_entries (namespace_id, revision, id, created_at, updated_at, bytes, metadata, content) VALUES ($1, 3, 'mem_1', 0, 0, 5, '{}', 'tea')`,
    id,
  );
  await database.run(
    'INSERT INTO memory_vectors (namespace_id, entry_id, model_id, ranges, vectors) VALUES ($1, $2, $3, $4, $5)',
    id,
    'mem_1',
    Number(model!['id']),
    new Uint8Array(8),
    new Uint8Array(8),
  );
  return { database, id };
}

test.each<[what: string, change: string | undefined, problems: string[]]>([
  ['nothing is wrong', undefined, []],
  [
    'an entry too many is counted',
    'UPDATE memory_states SET entries = 2',
    ['namespace # counts 2 entries and has 1'],
  ],
  [
    'an entry is ahead of its namespace',
    'UPDATE memory_states SET revision = 2',
    ['namespace # has entries of a revision that it has not reached'],
  ],
  ['a vector is missing', 'DELETE FROM memory_vectors', ["mem_1 has no vector of its namespace's model"]],
  [
    'a vector is cut off',
    "UPDATE memory_vectors SET vectors = '\\x000000'",
    ['the vectors of mem_1 have a wrong length or an unknown model'],
  ],
  [
    'an entry is gone',
    'DELETE FROM memory_entries; UPDATE memory_states SET entries = 0',
    ['there are vectors of mem_1, which does not exist'],
  ],
  [
    'a namespace is gone',
    'DELETE FROM memory_namespaces',
    ['memory_states', 'memory_entries', 'memory_vectors'].map(
      (table) => `${table} has rows of namespace #, which does not exist`,
    ),
  ],
  [
    'metadata is no JSON',
    "UPDATE memory_entries SET metadata = '{'",
    ['memory_entries.metadata of mem_1 is not JSON'],
  ],
])('a check of all rows: %s', async (_, change, problems) => {
  const { database, id } = await openWithEntry();
  for (const statement of change?.split('; ') ?? []) await database.run(statement);
  const checks = await verifyPostgres(database, postgres.url());
  expect(checks.map(({ name }) => name)).toEqual([
    'database indexes',
    'memory entries and their vectors',
    'rows of namespaces that are gone',
    'JSON columns',
    'findings of scans',
  ]);
  expect(
    checks.flatMap((check) => check.problems).map((text) => text.replace(`namespace ${id}`, 'namespace #')),
  ).toEqual(problems);
});

test('a check of all rows names fifty of a kind at most', async () => {
  const { database, id } = await openWithEntry();
  await database.run(
    `INSERT INTO memory_entries (namespace_id, revision, id, created_at, updated_at, bytes, metadata, content)
     SELECT $1, 3, 'mem_' || n, 0, 0, 5, '{', 'tea' FROM generate_series(100, 150) n`,
    id,
  );
  await database.run(
    `INSERT INTO scans (id, tenant_id, key_id, job_id, repo_url, request, created_at)
     VALUES ('scn_1', 'ten_1', 'key_1', 'job_1', 'https://example.org/a', '{}', 0)`,
  );
  await database.run(
    `INSERT INTO findings (scan_id, position, tenant_id, suppressed, ids, body)
     SELECT 'scn_1', n, 'ten_1', 0, '', '\\x00' FROM generate_series(0, 50) n`,
  );
  const checks = await verifyPostgres(database, postgres.url());
  const problems = Object.fromEntries(checks.map((check) => [check.name, check.problems]));
  expect(problems['JSON columns']).toHaveLength(50);
  expect(problems['JSON columns']![0]).toBe('memory_entries.metadata of mem_100 is not JSON');
  expect(problems['findings of scans']).toHaveLength(50);
  expect(problems['findings of scans']![49]).toBe('part 49 of the findings of scn_1 cannot be read');
  // Where a database counts itself, it names ten.
  expect(problems['memory entries and their vectors']).toHaveLength(11);
});

test('a database is examined before it is trusted', async () => {
  await open();
  const examine = (poolSize: number, url = postgres.url()) =>
    examineDatabase({ url, directUrl: url, poolSize });
  const found = await examine(5);
  // The server of the tests does not flush, which is said.
  expect(
    found
      .filter(({ state }) => state === 'bad')
      .every(({ text }) => /fsync|full_page_writes|synchronous_commit/.test(text)),
  ).toBe(true);
  expect(found.at(-1)).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(/^1 nodes with 5 \+ 1 connections each need 6; the server has \d+$/),
  });
  expect((await examine(100_000)).at(-1)).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('need 100001'),
  });
  expect(await examine(5, 'postgres://nobody@127.0.0.1:1/none')).toEqual([
    { state: 'bad', text: expect.stringMatching(/^it cannot be reached: ./) },
  ]);
});

const part = (id: string, bytes: Uint8Array) => ({ id, bytes: () => bytes });
const read = async (snapshots: SnapshotRows, name: string) => {
  const parts = await snapshots.read(name);
  return parts && (await Array.fromAsync(parts, (bytes) => [bytes.length, bytes[0] ?? -1]));
};

test('a snapshot is kept in parts, which are written once, and replaced as a whole', async () => {
  const { database, id } = await openWithEntry();
  const snapshots = new SnapshotRows(database);
  const name = `${id}-abc`;
  expect(await snapshots.read(name)).toBeUndefined();
  const large = new Uint8Array(5 * 1024 * 1024 + 1).fill(7);
  await snapshots.save(name, [part('a', Uint8Array.of(1)), part('b', large), part('c', new Uint8Array(0))]);
  expect(await read(snapshots, name)).toEqual([
    [1, 1],
    [large.length, 7],
    [0, -1],
  ]);
  expect(await snapshots.list()).toEqual([name]);
  const chunks = await database.all(
    'SELECT part, count(*)::int AS n FROM memory_snapshot_parts GROUP BY part ORDER BY part',
  );
  expect(chunks).toEqual([
    { part: 'a', n: 1 },
    { part: 'b', n: 2 },
    { part: 'c', n: 1 },
  ]);
  // What is there already is not asked for again.
  const known = { id: 'a', bytes: () => expect.unreachable() as never };
  await snapshots.save(name, [part('d', Uint8Array.of(4)), known]);
  expect(await read(snapshots, name)).toEqual([
    [1, 4],
    [1, 1],
  ]);
  expect(await database.all('SELECT DISTINCT part FROM memory_snapshot_parts ORDER BY part')).toEqual([
    { part: 'a' },
    { part: 'd' },
  ]);
  await snapshots.remove(name);
  expect(await snapshots.list()).toEqual([]);
  expect(await database.all('SELECT part FROM memory_snapshot_parts')).toEqual([]);
});

test('nothing is saved for a namespace that is gone, nor under a name that is none', async () => {
  const { database, id } = await openWithEntry();
  const snapshots = new SnapshotRows(database);
  await snapshots.save(`${id + 1}-abc`, [part('a', Uint8Array.of(1))]);
  await database.run('UPDATE memory_states SET dropped = true');
  await snapshots.save(`${id}-abc`, [part('a', Uint8Array.of(1))]);
  expect(await snapshots.list()).toEqual([]);
  for (const name of ['abc', `${id}-XYZ`, `${id}-a'b`, '-a'])
    await expect(snapshots.read(name)).rejects.toThrow('is no name of a snapshot');
});

test('a node is known while it beats, the oldest is one of them, and a name has one owner', async () => {
  const database = await open();
  const epoch = await openEpoch(database);
  const node = (id: string, url?: string) =>
    new NodeRegistry({
      database,
      epoch,
      node: id,
      url,
      version: '1',
      clock: { now: () => Date.now() + (id === 'b' ? 3_600_000 : 0) },
      onFailure: () => {},
      onSkew: () => {},
    });
  const [first, second] = [node('a', 'http://a'), node('b')];
  expect([first.self, first.live, first.lastCount, first.isOldest]).toEqual(['a', [], 1, false]);
  await first.start();
  await second.start();
  await first.beat();
  onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => undefined));
  expect(first.live).toEqual([
    { id: 'a', url: 'http://a', draining: false },
    { id: 'b', draining: false },
  ]);
  expect([first.isOldest, second.isOldest, first.lastCount, first.replaced]).toEqual([true, false, 2, false]);
  // The clock of the second is an hour ahead.
  expect([first.isOnTime, second.isOnTime]).toEqual([true, false]);
  await second.drain();
  await first.beat();
  expect(first.live.map(({ draining }) => draining)).toEqual([false, true]);
  await first.acknowledged(epoch.value);
  const usurper = node('a');
  await usurper.start();
  onTestFinished(() => usurper.stop());
  await first.beat();
  expect([first.replaced, first.isOldest, usurper.replaced]).toEqual([true, false, false]);
  await second.stop();
  await usurper.beat();
  expect(usurper.live.map(({ id }) => id)).toEqual(['a']);
});

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { useTestDatabase } from '../../../../test/support/postgres.ts';
import { eraseTraces } from '../memory/erasure.ts';

const database = useTestDatabase();
const secret = 'xyzzyplugh';

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url(), application_name: name });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A row that was deleted, and a reader whose transaction began before. It has looked at another table, so that it locks none of these. */
async function deletedUnderReader() {
  const pool = await database.open();
  onTestFinished(() => pool.close());
  await pool.run('INSERT INTO memory_deletions (namespace_id, id, revision) VALUES (1, $1, 1)', secret);
  const reader = await connect('a report');
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT count(*) FROM cluster');
  await pool.run('DELETE FROM memory_deletions');
  const isInFile = async () => {
    await pool.run('CHECKPOINT');
    const row = await pool.get(
      `SELECT position(convert_to($1::text, 'UTF8') IN pg_read_binary_file(pg_relation_filepath('memory_deletions'))) > 0 AS found`,
      secret,
    );
    return row!['found'] === true;
  };
  return { pool, reader, isInFile };
}

test('a row that another transaction still sees stays in a table that is written again', async () => {
  const { pool, reader, isInFile } = await deletedUnderReader();
  await pool.run('VACUUM (FULL) memory_deletions');
  expect(await isInFile()).toBe(true);
  await reader.query('COMMIT');
  await pool.run('VACUUM (FULL) memory_deletions');
  expect(await isInFile()).toBe(false);
});

test('an erasure waits for those who still see what was deleted', async () => {
  const { pool, reader, isInFile } = await deletedUnderReader();
  const erased = eraseTraces(pool, [secret]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await isInFile()).toBe(true);
  await reader.query('COMMIT');
  expect((await erased).traces).toEqual([]);
  expect(await isInFile()).toBe(false);
});

test('an erasure fails and names those who see what was deleted for too long', async () => {
  const { pool, isInFile } = await deletedUnderReader();
  await expect(eraseTraces(pool, [], 200)).rejects.toMatchObject({
    code: 'storage_unavailable',
    message: expect.stringMatching(
      /^Nothing was erased: transactions .*: a report \(pid \d+, \d+ s\).*\. End them and erase again\.$/,
    ),
  });
  expect(await isInFile()).toBe(true);
});

test('a text that is still there is named with its place, in columns of text and of bytes', async () => {
  const pool = await database.open();
  onTestFinished(() => pool.close());
  await pool.run('INSERT INTO memory_deletions (namespace_id, id, revision) VALUES (1, $1, 1)', 'Ada\u0000');
  await pool.run(
    "INSERT INTO memory_snapshot_parts (namespace_id, name, part, chunk, body) VALUES (1, 'n', 'p', 0, $1)",
    Buffer.from('with Bob'),
  );
  expect((await eraseTraces(pool, ['Ada\u0000', 'Bob', 'Eve'])).traces).toEqual([
    { file: 'memory_deletions.id', text: 'Ada\u0000' },
    { file: 'memory_snapshot_parts.body', text: 'Bob' },
  ]);
});

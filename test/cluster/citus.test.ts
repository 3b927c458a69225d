import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PostgresMemoryStore } from '../../src/storage/postgres/memory/memory-store.ts';
import { migrate } from '../../src/storage/postgres/migrate.ts';
import { openPool } from '../support/postgres.ts';

const url = process.env['LOREKEEP_TEST_CITUS_URL'];
const statements = readFileSync(new URL('../../src/storage/postgres/citus.sql', import.meta.url), 'utf8');

test('every large table is distributed by its namespace, next to the others of that namespace', () => {
  const ddl = readFileSync(
    new URL('../../src/storage/postgres/migrations/003-memory.sql', import.meta.url),
    'utf8',
  );
  const keyed = [...ddl.matchAll(/CREATE TABLE (\w+) \(\n {2}namespace_id/g)].map(([, table]) => table!);
  expect(keyed).toHaveLength(7);
  for (const table of keyed)
    expect(statements).toContain(`create_distributed_table('${table}', 'namespace_id'`);
  // A unique index that does not hold the column of the distribution would be refused.
  for (const [, columns] of ddl.matchAll(/(?:PRIMARY KEY|UNIQUE INDEX \w+\s+ON memory_entries) \(([^)]+)\)/g))
    if (columns!.includes('namespace_id')) expect(columns!.startsWith('namespace_id')).toBe(true);
});

test.skipIf(url === undefined)('memory works on a distributed database', async () => {
  await migrate(url!);
  const database = openPool(url!);
  try {
    for (const statement of statements.split(';\n'))
      if (statement.trim() !== '') await database.run(statement);
    await database.run("INSERT INTO tenants VALUES ('ten_a', 'ten_a', 0)");
    const store = new PostgresMemoryStore(database);
    const embeddings = [{ model: 'm', ranges: [{ start: 0, end: 1 }], vectors: [new Float32Array([1, 0])] }];
    const entry = { id: 'mem_1', content: 'x', metadata: {}, createdAt: 1, updatedAt: 1, embeddings };
    const command = { tenantId: 'ten_a', namespace: 'n', model: 'm', dims: 2, now: 1, entries: [entry] };
    expect(await store.writeEntries(command)).toMatchObject({ outcome: 'written' });
    expect(await store.writeEntries({ ...command, entries: [{ ...entry, id: 'mem_2' }] })).toMatchObject({
      outcome: 'written',
      namespace: { revision: 2, entries: 2 },
    });
    expect((await store.readHits('ten_a', 'n', ['mem_2']))?.entries).toHaveLength(1);
  } finally {
    await database.close();
  }
});

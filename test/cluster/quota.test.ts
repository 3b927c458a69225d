import { expect, onTestFinished, test } from 'vitest';
import { PostgresMemoryStore } from '../../src/storage/postgres/memory/memory-store.ts';
import { createTestDatabase, openPool } from '../support/postgres.ts';

test('nodes that write to several namespaces at once do not pass the quota of their tenant together', async () => {
  const database = await createTestDatabase();
  const pools = [openPool(database.url), openPool(database.url), openPool(database.url)];
  onTestFinished(async () => {
    for (const pool of pools) await pool.close();
    await database.drop();
  });
  await pools[0]!.run("INSERT INTO tenants VALUES ('ten_a', 'ten_a', 0)");
  const stores = pools.map((pool) => new PostgresMemoryStore(pool));
  const write = (node: number, namespace: string, count: number, round: number) =>
    stores[node]!.writeEntries({
      tenantId: 'ten_a',
      namespace,
      model: 'm',
      dims: 1,
      now: 1,
      maxEntries: 100,
      entries: Array.from({ length: count }, (_, i) => ({
        id: `mem_${namespace}_${round}_${i}`,
        content: 'x',
        metadata: {},
        createdAt: 1,
        updatedAt: 1,
        embeddings: [{ model: 'm', ranges: [{ start: 0, end: 1 }], vectors: [new Float32Array([1])] }],
      })),
    });
  // The namespaces are there, so that nothing holds the writes up but the quota.
  for (const i of [0, 1, 2]) await write(i, `space-${i}`, 1, -1);
  for (const [round, size] of [
    [1, 70],
    [2, 15],
    [3, 3],
    [4, 1],
  ] as const) {
    await Promise.all([0, 1, 2].map((i) => write(i, `space-${i}`, size, round)));
    const held = await pools[0]!.get('SELECT count(*) AS n FROM memory_entries');
    expect(Number(held!['n'])).toBeLessThanOrEqual(100);
  }
  expect(await write(0, 'space-0', 50, 9)).toEqual({ outcome: 'quota_exceeded' });
});

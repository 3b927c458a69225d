import { describe, expect, onTestFinished, test } from 'vitest';
import { useTestDatabase } from '../../test/support/postgres.ts';
import { Usage } from '../access/usage.ts';
import type { UsageStore } from '../access/usage-store.ts';
import { EmbeddedUsageStore } from './embedded/access/usage-store.ts';
import { Database } from './embedded/database.ts';
import { migrate } from './embedded/migrate.ts';
import { PostgresUsageStore } from './postgres/access/usage-store.ts';

const postgres = useTestDatabase();

const backends: Record<string, () => Promise<UsageStore>> = {
  embedded: async () => {
    const database = new Database(':memory:');
    migrate(database);
    onTestFinished(() => database.close());
    for (const id of ['ten_a', 'ten_b'])
      await database.write(() => database.run('INSERT INTO tenants VALUES (?, ?, 0)', id, id));
    return new EmbeddedUsageStore(database);
  },
  postgres: async () => {
    const database = await postgres.open();
    onTestFinished(() => database.close());
    for (const id of ['ten_a', 'ten_b']) await database.run('INSERT INTO tenants VALUES ($1, $1, 0)', id);
    return new PostgresUsageStore(database);
  },
};

const counts = (n: number) => ({
  requests: n,
  errors: n,
  writes: n,
  searches: n,
  scans: n,
  embedWaitMs: n,
  bytesReceived: n * 2 ** 33,
  bytesSent: n,
});
const request = { kind: 'searches', status: 200, bytesReceived: 10, bytesSent: 20 } as const;

describe.each(Object.entries(backends))('%s usage store', (_, open) => {
  test('what several nodes add comes together by tenant and day, and a tenant that is gone is skipped', async () => {
    const store = await open();
    await Promise.all([
      store.add([
        { tenantId: 'ten_a', day: 7, ...counts(1) },
        { tenantId: 'ten_gone', day: 7, ...counts(9) },
      ]),
      store.add([
        { tenantId: 'ten_a', day: 7, ...counts(2) },
        { tenantId: 'ten_b', day: 7, ...counts(5) },
      ]),
      store.add([{ tenantId: 'ten_a', day: 8, ...counts(4) }]),
    ]);
    expect(await store.list('ten_a', 0)).toEqual([
      { day: 7, ...counts(3) },
      { day: 8, ...counts(4) },
    ]);
    expect(await store.list('ten_a', 8)).toEqual([{ day: 8, ...counts(4) }]);
    expect(await store.list('ten_b', 0)).toEqual([{ day: 7, ...counts(5) }]);
    expect(await store.removeBefore(8)).toBe(2);
    expect(await store.list('ten_a', 0)).toEqual([{ day: 8, ...counts(4) }]);
  });

  test('two counters over one store add up, and what is not flushed yet is seen by its own', async () => {
    const store = await open();
    const clock = { now: () => 86_400_000 * 10 + 5 };
    const [one, two] = [new Usage(store, clock), new Usage(store, clock)];
    one.countRequest('ten_a', request);
    two.countRequest('ten_a', { ...request, status: 404 });
    two.countEmbedding('ten_a', 1.4);
    expect((await one.list('ten_a', 2)).map(({ requests }) => requests)).toEqual([0, 1]);
    await Promise.all([one.flush(), two.flush()]);
    const [before, today] = await one.list('ten_a', 2);
    expect(before).toMatchObject({ day: 9, requests: 0 });
    expect(today).toEqual({
      day: 10,
      requests: 2,
      errors: 1,
      writes: 0,
      searches: 1,
      scans: 0,
      embedWaitMs: 1,
      bytesReceived: 20,
      bytesSent: 40,
    });
    await one.flush();
    expect((await two.list('ten_a', 1))[0]!.requests).toBe(2);
  });
});

test('what could not be stored is kept and stored later', async () => {
  let isBroken = true;
  const stored: number[] = [];
  const store: UsageStore = {
    async add(days) {
      if (isBroken) throw new Error('The disk is full.');
      stored.push(...days.map(({ requests }) => requests));
    },
    list: async () => [],
    removeBefore: async () => 0,
  };
  const usage = new Usage(store, { now: () => 0 });
  usage.countRequest('ten_a', request);
  const failing = usage.flush();
  usage.countRequest('ten_a', request);
  await expect(failing).rejects.toThrow('The disk is full.');
  isBroken = false;
  await usage.flush();
  expect(stored).toEqual([2]);
});

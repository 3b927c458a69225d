import { expect, test } from 'vitest';
import { Usage } from './usage.ts';
import type { UsageDay, UsageStore } from './usage-store.ts';

const day = 86_400_000;

function setUp() {
  const rows: Array<UsageDay & { tenantId: string }> = [];
  const store: UsageStore & { fails: boolean; removed: number[] } = {
    fails: false,
    removed: [],
    async add(days) {
      if (this.fails) throw new Error('away');
      rows.push(...days.map((one) => ({ ...one })));
    },
    list: async (tenantId, from) => rows.filter((one) => one.tenantId === tenantId && one.day >= from),
    async removeBefore(before) {
      this.removed.push(before);
      return 3;
    },
  };
  const time = { now: 500 * day };
  return { rows, store, time, usage: new Usage(store, { now: () => time.now }) };
}

const nothing = {
  requests: 0,
  errors: 0,
  writes: 0,
  searches: 0,
  scans: 0,
  embedWaitMs: 0,
  bytesReceived: 0,
  bytesSent: 0,
};

test('a request counts by what it asked for, one that failed only as an error', async () => {
  const { usage } = setUp();
  usage.countRequest('a', { kind: 'writes', status: 201, bytesReceived: 10, bytesSent: 20 });
  usage.countRequest('a', { kind: 'searches', status: 399, bytesReceived: 1, bytesSent: 2 });
  usage.countRequest('a', { kind: 'scans', status: 400, bytesReceived: 100, bytesSent: 200 });
  usage.countRequest('a', { status: 200, bytesReceived: 0, bytesSent: 0 });
  usage.countRequest('b', { status: 200, bytesReceived: 7, bytesSent: 7 });
  usage.countEmbedding('a', 1.3);
  usage.countEmbedding('a', 1.3);
  expect(await usage.list('a', 1)).toEqual([
    {
      day: 500,
      requests: 4,
      errors: 1,
      writes: 1,
      searches: 1,
      scans: 0,
      embedWaitMs: 3,
      bytesReceived: 111,
      bytesSent: 222,
    },
  ]);
});

test('every day of a list is there, oldest first, stored or not', async () => {
  const { usage, time, rows } = setUp();
  usage.countRequest('a', { status: 200, bytesReceived: 1, bytesSent: 0 });
  await usage.flush();
  expect(rows).toHaveLength(1);
  time.now += 2 * day - 1;
  usage.countRequest('a', { status: 500, bytesReceived: 0, bytesSent: 0 });
  usage.countRequest('b', { status: 200, bytesReceived: 0, bytesSent: 0 });
  expect(await usage.list('a', 3)).toEqual([
    { ...nothing, day: 499 },
    { ...nothing, day: 500, requests: 1, bytesReceived: 1 },
    { ...nothing, day: 501, requests: 1, errors: 1 },
  ]);
});

test('what could not be stored is kept, with what came meanwhile, and stored once', async () => {
  const { usage, store, rows } = setUp();
  await usage.flush();
  expect(rows).toEqual([]);
  usage.countEmbedding('a', 0.6);
  store.fails = true;
  const flushed = usage.flush();
  usage.countEmbedding('a', 2);
  usage.countRequest('b', { status: 200, bytesReceived: 0, bytesSent: 0 });
  await expect(flushed).rejects.toThrow('away');
  store.fails = false;
  await usage.flush();
  await usage.flush();
  expect(rows).toEqual([
    { ...nothing, tenantId: 'a', day: 500, embedWaitMs: 3 },
    { ...nothing, tenantId: 'b', day: 500, requests: 1 },
  ]);
});

test('days of more than 400 days ago are forgotten', async () => {
  const { usage, store } = setUp();
  expect(await usage.removeOld()).toBe(3);
  expect(store.removed).toEqual([100]);
});

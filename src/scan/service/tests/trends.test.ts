import { expect, test } from 'vitest';
import { RecentChanges } from '../recent-changes.ts';
import type { CompletedScanRow } from '../trend-store.ts';
import { ScanTrends } from '../trends.ts';

const day = 86_400_000;
const high = (count: number) => ({ critical: 0, high: count, medium: 0, low: 0, info: 0 });
const scan = (scanId: string, repoUrl: string, finishedAt: number, open: number, branch?: string) =>
  ({
    scanId,
    repoUrl,
    finishedAt,
    open: high(open),
    suppressed: 0,
    ...(branch && { branch }),
  }) as CompletedScanRow;
const ids: Record<string, { open: string[]; suppressed: string[] }> = {
  a1: { open: ['1', '2'], suppressed: [] },
  a2: { open: ['2', '3', '4'], suppressed: ['1'] },
  a3: { open: ['1'], suppressed: [] },
  b1: { open: ['9'], suppressed: [] },
  m1: { open: ['1', '2', '3'], suppressed: [] },
};

function trendsOf(since: CompletedScanRow[], before: CompletedScanRow[]) {
  const asked: object[] = [];
  const trends = new ScanTrends(
    {
      completedSince: async (_, query) => {
        asked.push(query);
        return since.toReversed();
      },
      lastBefore: async (_, query) => {
        asked.push(query);
        return before;
      },
      findingIds: async (scanId) => ids[scanId]!,
    },
    { now: () => 100.5 * day },
  );
  return {
    trends,
    asked,
    read: (days: number) =>
      trends.read({ tenantId: 't', keyId: 'k' }, { repoUrl: 'a', branch: undefined, days }),
  };
}

test('each scan is compared with the one before it on its branch, and each day has what was open at its end', async () => {
  const { read, asked } = trendsOf(
    [
      scan('a2', 'a', 99 * day, 3),
      scan('m1', 'a', 99.2 * day, 3, 'main'),
      scan('a3', 'a', 100 * day - 1, 1),
      scan('b1', 'b', 100 * day, 1),
    ],
    [scan('a1', 'a', 98 * day, 2), scan('a0', 'a', 97 * day, 7, 'old')],
  );
  const { days, scans, truncated } = await read(3);
  expect(asked).toEqual([
    { repoUrl: 'a', branch: undefined, since: 98 * day, limit: 501 },
    { repoUrl: 'a', branch: undefined, before: 98 * day, limit: 500 },
  ]);
  expect(scans.map(({ scanId, new: came, fixed }) => [scanId, came, fixed])).toEqual([
    ['a2', 2, 0],
    ['m1', undefined, undefined],
    ['a3', 0, 3],
    ['b1', undefined, undefined],
  ]);
  expect(days).toEqual([
    { day: 98, scans: 0, open: high(2), new: 0, fixed: 0 },
    { day: 99, scans: 3, open: high(1), new: 2, fixed: 3 },
    { day: 100, scans: 1, open: high(2), new: 0, fixed: 0 },
  ]);
  expect(truncated).toBeUndefined();
});

test('the last 500 scans are told of, and that there are more', async () => {
  const many = Array.from({ length: 501 }, (_, i) => scan(`s${i}`, `r${i}`, 100 * day + i, 1));
  const { scans, truncated } = await trendsOf(many, []).read(1);
  expect([scans.length, scans[0]!.scanId, truncated]).toEqual([500, 's1', true]);
  expect((await trendsOf(many.slice(1), []).read(1)).truncated).toBeUndefined();
});

test('a pair of scans is compared once, and nothing is compared where the budget is used up', async () => {
  const read: string[] = [];
  const changes = new RecentChanges({
    findingIds: async (scanId) => {
      read.push(scanId);
      return ids[scanId]!;
    },
  });
  const budget = changes.budget();
  expect(await changes.between('a1', 'a2', budget)).toEqual({ new: 2, fixed: 0 });
  expect(budget.left).toBe(1_000_000 - 6);
  expect(await changes.between('a1', 'a2', { left: 0 })).toEqual({ new: 2, fixed: 0 });
  expect(await changes.between('a2', 'a3', { left: 0 })).toBeUndefined();
  expect(await changes.between('a2', 'a3', { left: 1 })).toEqual({ new: 0, fixed: 3 });
  expect(read).toEqual(['a1', 'a2', 'a2', 'a3']);
});

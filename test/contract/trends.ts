import { expect, test } from 'vitest';
import { sampleFinding, sampleScan } from '../support/sample-scan.ts';
import { ending, failed, type OpenStores, withStores } from './scan-bench.ts';

/** What every store of trends has to guarantee. */
export function trendContract(backend: string, open: OpenStores): void {
  const named = (guarantee: string) => `${backend} trends: ${guarantee}`;

  test(named('completed scans of one tenant by their end, with their counts, and the last one before'), () =>
    withStores(open, async ({ scans, trends, create, claim }) => {
      const request = (repoUrl: string, branch?: string) => ({
        request: {
          repoUrl,
          ...(branch === undefined ? {} : { branch }),
          history: false,
          trustRepositoryConfig: false,
          labels: {},
        },
      });
      const end = async (
        at: number,
        change: Parameters<typeof create>[0],
        outcome = sampleScan() as Parameters<typeof ending>[0],
      ) => {
        const id = await create(change);
        await scans.finish(await claim(), id, ending(outcome, at));
        return id;
      };
      const a1 = await end(100, request('https://example.com/a'));
      const a2 = await end(200, request('https://example.com/a'));
      const main = await end(250, request('https://example.com/a', 'main'));
      await end(260, request('https://example.com/a'), failed);
      const b1 = await end(300, request('https://example.com/b'));
      await end(310, { ...request('https://example.com/a'), tenantId: 'ten_b' });
      await create(request('https://example.com/a'));

      const since = async (query: object) =>
        (await trends.completedSince('ten_a', { since: 0, limit: 10, ...query })).map(({ scanId }) => scanId);
      expect(await since({})).toEqual([b1, main, a2, a1]);
      expect(await since({ since: 200, limit: 2 })).toEqual([b1, main]);
      expect(await since({ repoUrl: 'https://example.com/a' })).toEqual([main, a2, a1]);
      expect(await since({ branch: 'main' })).toEqual([main]);
      const before = await trends.lastBefore('ten_a', { before: 300, limit: 10 });
      expect(before.map(({ scanId }) => scanId)).toEqual([a2, main]);
      const { critical, high, medium, low, info, suppressed } = sampleScan().summary;
      expect(before[1]).toEqual({
        scanId: main,
        repoUrl: 'https://example.com/a',
        branch: 'main',
        finishedAt: 250,
        open: { critical, high, medium, low, info },
        suppressed,
      });
    }),
  );

  test(named('the ids of a scan, open and suppressed apart'), () =>
    withStores(open, async ({ scans, trends, create, claim }) => {
      const id = await create();
      const findings = Array.from({ length: 230 }, (_, i) => sampleFinding({ id: `fin_${i}` }));
      const suppressedFindings = [sampleFinding({ id: 'fin_s', status: 'suppressed' })];
      await scans.finish(await claim(), id, ending(sampleScan({ findings, suppressedFindings }), 5));
      expect(await trends.findingIds(id)).toEqual({
        open: findings.map((one) => one.id),
        suppressed: ['fin_s'],
      });
      const empty = await create();
      await scans.finish(
        await claim(),
        empty,
        ending(sampleScan({ findings: [], suppressedFindings: [] }), 5),
      );
      expect(await trends.findingIds(empty)).toEqual({ open: [], suppressed: [] });
    }),
  );
}

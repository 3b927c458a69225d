import { trendQuery, trendView } from '../../../contract/insight/trend-schemas.ts';
import type { ScanTrends } from '../../../scan/service/trends.ts';
import { type Route, route } from '../../route.ts';

export function trendRoutes(trends: ScanTrends): Route[] {
  return [
    route({
      name: 'getTrends',
      method: 'GET',
      path: '/v1/security/trends',
      scope: 'scan:read',
      tag: 'security',
      summary: 'How the findings of a repository, or of all, came and went.',
      query: trendQuery,
      response: trendView,
      handle: async ({ principal, query }) => {
        const { days, scans, ...rest } = await trends.read(principal, query);
        return {
          days: days.map(({ day, ...counts }) => ({
            date: new Date(day * 86_400_000).toISOString().slice(0, 10),
            ...counts,
          })),
          scans: scans.map(({ finishedAt, ...scan }) => ({
            ...scan,
            finishedAt: new Date(finishedAt).toISOString(),
          })),
          ...rest,
        };
      },
    }),
  ];
}

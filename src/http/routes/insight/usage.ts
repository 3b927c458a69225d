import type { Usage } from '../../../access/usage.ts';
import { daysQuery, usageByDay } from '../../../contract/insight/usage-schemas.ts';
import { type Route, route } from '../../route.ts';

export function usageRoutes(usage: Usage): Route[] {
  return [
    route({
      name: 'getDailyUsage',
      method: 'GET',
      path: '/v1/usage',
      scope: 'admin',
      tag: 'keys',
      summary: 'What was asked for on each day: requests, searches, writes, scans and bytes.',
      description: 'Of all keys of the tenant and all nodes; other nodes are at most ten seconds behind.',
      query: daysQuery,
      response: usageByDay,
      handle: async ({ principal, query }) => ({
        days: (await usage.list(principal.tenantId, query.days)).map(({ day, ...counts }) => ({
          date: new Date(day * 86_400_000).toISOString().slice(0, 10),
          ...counts,
        })),
      }),
    }),
  ];
}

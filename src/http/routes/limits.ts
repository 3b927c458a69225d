import { z } from 'zod';
import type { Plan } from '../../access/plans.ts';
import { type Route, route } from '../route.ts';

/** The limits of one part of the service, as plain numbers by name. */
export type LimitTable = Record<string, Record<string, number>>;

export function limitRoutes(limits: LimitTable): Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/limits',
      scope: 'any',
      tag: 'limits',
      summary: 'The limits that hold for this key.',
      answer: z.object({
        plan: z.record(z.string(), z.union([z.string(), z.number()])),
        limits: z.record(z.string(), z.record(z.string(), z.number())),
      }),
      handle: ({ principal }) => ({ plan: describe(principal.plan, principal.rateLimited), limits }),
    }),
  ];
}

function describe(plan: Plan, rateLimited: boolean): Plan {
  return rateLimited ? plan : { ...plan, requestsPerMinute: 0 };
}

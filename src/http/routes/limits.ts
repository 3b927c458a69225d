import type { Plan } from '../../access/plans.ts';
import { limitsView } from '../../contract/limit-schemas.ts';
import { type Route, route } from '../route.ts';

/** The limits of one part of the service, as plain numbers by name. */
export type LimitTable = Record<string, Record<string, number>>;

export function limitRoutes(limits: LimitTable): Route[] {
  return [
    route({
      name: 'getLimits',
      method: 'GET',
      path: '/v1/limits',
      scope: 'any',
      tag: 'limits',
      summary: 'Get the limits that apply to this key, and what it may do.',
      response: limitsView,
      handle: ({ principal }) => ({
        key: {
          id: principal.keyId,
          scopes: principal.scopes,
          ...(principal.namespaces && { namespaces: principal.namespaces }),
        },
        plan: describe(principal.plan, principal.rateLimited),
        limits,
      }),
    }),
  ];
}

function describe(plan: Plan, rateLimited: boolean): Plan {
  return rateLimited ? plan : { ...plan, requestsPerMinute: 0 };
}

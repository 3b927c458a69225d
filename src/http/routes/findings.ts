import { z } from 'zod';
import { triagedFinding } from '../../contract/finding-responses.ts';
import { decision } from '../../contract/triage-schemas.ts';
import type { Triage } from '../../scan/service/triage.ts';
import { type Route, route } from '../route.ts';

const findingId = z.object({ id: z.string().max(100).describe('The id of the finding.') });

export function findingRoutes(triage: Triage): Route[] {
  return [
    route({
      name: 'getFinding',
      method: 'GET',
      path: '/v1/security/findings/:id',
      scope: 'scan:read',
      tag: 'security',
      summary: 'Get a finding as its newest scan saw it, and what was decided about it.',
      params: findingId,
      answer: triagedFinding,
      errors: ['not_found'],
      handle: ({ principal, params }) => triage.get(principal, params.id),
    }),
    route({
      name: 'triageFinding',
      method: 'PATCH',
      path: '/v1/security/findings/:id',
      scope: 'scan:write',
      tag: 'security',
      summary: 'Decide about a finding; the decision counts from the next scan on.',
      params: findingId,
      body: decision,
      answer: triagedFinding,
      errors: ['not_found'],
      handle: ({ principal, params, body: { status, reason, expiresAt } }) =>
        triage.change(principal, params.id, {
          status,
          ...(reason === undefined ? {} : { reason }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
        }),
    }),
  ];
}

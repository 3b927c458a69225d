import { z } from 'zod';
import { findingStatuses } from '../../scan/finding.ts';
import type { Triage } from '../../scan/findings/triage.ts';
import { type Route, route } from '../route.ts';
import { optional } from '../validation.ts';
import { findingView } from './scan-schemas.ts';

const findingId = z.object({ id: z.string().max(100) });

const triagedFinding = z.object({
  scanId: z.string().describe('The newest scan that saw it.'),
  finding: findingView,
  triage: z.object({
    status: z.enum(findingStatuses),
    reason: z.string().optional(),
    expiresAt: z.iso.datetime().optional(),
    updatedAt: z.iso.datetime().optional(),
    updatedBy: z.string().optional(),
  }),
});

export function findingRoutes(triage: Triage): Route[] {
  return [
    route({
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
      method: 'PATCH',
      path: '/v1/security/findings/:id',
      scope: 'scan:write',
      tag: 'security',
      summary: 'Decide about a finding; the decision counts from the next scan on.',
      params: findingId,
      body: z.strictObject({
        status: z.enum(['open', 'false_positive', 'accepted_risk']),
        reason: optional(z.string().trim().min(1).max(2_000)).describe(
          'Required unless the status is `open`.',
        ),
        expiresAt: optional(z.iso.datetime({ offset: true })).describe('When the finding is open again.'),
      }),
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

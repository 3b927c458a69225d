import { z } from 'zod';
import { triagedFinding } from '../../../contract/finding-responses.ts';
import {
  batchDecision,
  decision,
  forgottenDecisions,
  triagedBatch,
  undoneBatch,
} from '../../../contract/triage-schemas.ts';
import type { Triage, TriageChange } from '../../../scan/service/triage.ts';
import { type TriageBatches, triageLimits } from '../../../scan/service/triage-batches.ts';
import { type Route, route } from '../../route.ts';
import { findingId } from './finding-id.ts';

const batchBytes = 128 * 1024;

/** Decisions about findings: one, many at once, and taking them back. */
export function decisionRoutes(triage: Triage, batches: TriageBatches): Route[] {
  return [
    route({
      name: 'triageFinding',
      method: 'PATCH',
      path: '/v1/security/findings/:id',
      scope: 'scan:write',
      tag: 'security',
      summary: 'Decide about a finding; the decision counts from the next scan on.',
      description: 'Findings that look like this one show it as `similar`.',
      params: findingId,
      body: decision,
      response: triagedFinding,
      errors: ['not_found'],
      handle: ({ principal, params, body }) => triage.change(principal, params.id, changeOf(body)),
    }),
    route({
      name: 'triageFindings',
      method: 'POST',
      path: '/v1/security/findings/triage',
      scope: 'scan:write',
      tag: 'security',
      summary: 'Decide about many findings at once: those named, or those that look like one.',
      description: `All of them or none; it can be undone for ${triageLimits.undoDays} days.`,
      body: batchDecision,
      bodyLimitBytes: batchBytes,
      response: triagedBatch,
      errors: ['not_found'],
      handle: ({ principal, body }) => {
        const { ids, likeFinding, dryRun = false } = body;
        return batches.apply(principal, { ids, likeFinding, dryRun, ...changeOf(body) });
      },
    }),
    route({
      name: 'undoTriage',
      method: 'POST',
      path: '/v1/security/findings/triage/:batchId/undo',
      scope: 'scan:write',
      tag: 'security',
      summary: 'Undo a decision about many findings.',
      params: z.object({ batchId: z.string().max(100).describe('The `batchId` of the decision.') }),
      response: undoneBatch,
      errors: ['not_found'],
      handle: ({ principal, params }) => batches.undo(principal, params.batchId),
    }),
    route({
      name: 'forgetDecisions',
      method: 'DELETE',
      path: '/v1/security/findings/decisions',
      scope: 'scan:write',
      tag: 'security',
      summary: 'Remove everything that was decided about the findings of a repository.',
      query: z.object({
        repoUrl: z.string().min(1).max(2_048).describe('The repository, as it was scanned.'),
      }),
      response: forgottenDecisions,
      handle: async ({ principal, query: { repoUrl } }) => ({
        repoUrl,
        ...(await triage.forgetRepository(principal, repoUrl)),
      }),
    }),
  ];
}

function changeOf({
  status,
  reason,
  expiresAt,
}: Pick<z.output<typeof decision>, 'status' | 'reason' | 'expiresAt'>): TriageChange {
  return {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

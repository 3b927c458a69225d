import { z } from 'zod';
import { findingStatuses } from '../scan/model/finding.ts';
import { findingView } from './scan-schemas.ts';
import { optional } from './validation.ts';

export const triagedFinding = z.object({
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

export const decision = z.strictObject({
  status: z.enum(['open', 'false_positive', 'accepted_risk']),
  reason: optional(z.string().trim().min(1).max(2_000)).describe('Required unless the status is `open`.'),
  expiresAt: optional(z.iso.datetime({ offset: true })).describe('When the finding is open again.'),
});

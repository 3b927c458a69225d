import { z } from 'zod';
import { optional } from './validation.ts';

export const decision = z.strictObject({
  status: z
    .enum(['open', 'false_positive', 'accepted_risk'])
    .describe('The decision; `open` takes an earlier one back.'),
  reason: optional(z.string().trim().min(1).max(2_000)).describe('Required unless the status is `open`.'),
  expiresAt: optional(z.iso.datetime({ offset: true })).describe('When the finding is open again.'),
});

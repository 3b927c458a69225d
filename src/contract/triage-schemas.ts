import { z } from 'zod';
import { triageLimits } from '../scan/service/triage-batches.ts';
import { timeInput } from './time.ts';
import { optional } from './validation.ts';

const fields = {
  status: z
    .enum(['open', 'false_positive', 'accepted_risk'])
    .describe('The decision; `open` takes an earlier one back.'),
  reason: optional(z.string().trim().min(1).max(2_000)).describe('Required unless the status is `open`.'),
  expiresAt: optional(timeInput).describe('When the finding is open again.'),
};

export const decision = z.strictObject(fields);

const findingId = z.string().min(1).max(100);

export const batchDecision = z
  .strictObject({
    ids: optional(z.array(findingId).min(1).max(triageLimits.findingsPerCall)).describe(
      'The findings to decide about; or `likeFinding`.',
    ),
    likeFinding: optional(findingId).describe(
      'Instead of `ids`: this finding and the open ones of its rule that look like it, in the newest scan of every repository; with the status `open` those that were decided about.',
    ),
    ...fields,
    dryRun: optional(z.boolean()).describe('Only say which findings it would be; nothing is changed.'),
  })
  .refine(({ ids, likeFinding }) => (ids === undefined) !== (likeFinding === undefined), {
    message: 'Give either ids or likeFinding.',
    path: ['ids'],
  });

export const triagedBatch = z
  .object({
    batchId: z
      .string()
      .optional()
      .describe('Names the decision, to undo it; absent where nothing was changed.'),
    status: fields.status,
    findingIds: z.array(z.string()).describe('The findings that were decided about.'),
    truncated: z.literal(true).optional().describe('There are more than one call decides about: call again.'),
  })
  .meta({ id: 'TriageBatch', description: 'One decision about several findings.' });

export const undoneBatch = z
  .object({
    batchId: z.string().describe('The decision that was undone.'),
    undone: z.array(z.string()).describe('The findings that are as they were before.'),
    skipped: z.array(z.string()).describe('Decided about since, and not changed.'),
  })
  .meta({ id: 'UndoneBatch', description: 'What an undo changed.' });

export const forgottenDecisions = z
  .object({
    repoUrl: z.string().describe('The repository.'),
    removed: z.int().describe('How many decisions were removed.'),
  })
  .meta({ id: 'ForgottenDecisions', description: 'What was removed.' });

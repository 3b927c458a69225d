import { z } from 'zod';
import { engineIds, severities } from '../../scan/model/finding.ts';
import { optional } from '../validation.ts';
import { findingRow } from './finding-list-schemas.ts';

/** Open findings in words. */

export const findingSearchBody = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .describe('What to look for, in words: "have we had SSRF in the billing service?"'),
  limit: optional(z.int().min(1).max(50)).describe('The most results; 10 when omitted.'),
  repoUrl: optional(z.string().min(1).max(2_048)).describe('Only findings of this repository.'),
  severity: optional(z.array(z.enum(severities)).min(1).max(severities.length)).describe(
    'Only these severities.',
  ),
  engine: optional(z.array(z.enum(engineIds)).min(1).max(engineIds.length)).describe('Only these engines.'),
  ruleId: optional(z.string().min(1).max(200)).describe('Only findings of this rule.'),
  minScore: optional(z.number().min(0).max(1)).describe('Only results with at least this score.'),
});

export const foundFindings = z
  .object({
    items: z
      .array(
        findingRow
          .omit({ seenBefore: true })
          .extend({ score: z.number().describe('How well it fits the query; higher is better.') })
          .meta({ id: 'FoundFinding', description: 'An open finding that fits the query.' }),
      )
      .describe('The best first.'),
  })
  .meta({ id: 'FoundFindings', description: 'Open findings that fit a query.' });

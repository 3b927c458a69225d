import { z } from 'zod';
import { confidences, engineIds, findingStatuses, severities } from '../../scan/model/finding.ts';
import { pageQuery, wholeNumber } from '../page.ts';
import { commaList } from './comma-list.ts';

/** Lists of findings: how they are asked for, and what comes back. */

export const findingQuery = pageQuery.extend({
  limit: wholeNumber(50, 1_000).describe('The most items of a page.'),
  scanId: z.string().min(1).max(100).optional().describe('Only findings of this scan.'),
  repoUrl: z
    .string()
    .min(1)
    .max(2_048)
    .optional()
    .describe('Only findings of the newest completed scan of this repository.'),
  branch: z.string().min(1).max(512).optional().describe('Only scans of this branch or ref count.'),
  severity: commaList(severities).optional().describe('Only these severities, separated by commas.'),
  engine: commaList(engineIds).optional().describe('Only these engines, separated by commas.'),
  status: commaList(findingStatuses).optional().describe('Only these statuses, separated by commas.'),
  ruleId: z.string().min(1).max(200).optional().describe('Only findings of this rule.'),
  file: z.string().min(1).max(4_096).optional().describe('Only findings in this file.'),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only findings with this text in the title, the file or the id of the rule.'),
  group: z.enum(['rule', 'file']).optional().describe('Groups with their counts instead of findings.'),
  facets: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether to count by severity, engine, status and rule.'),
});

export const findingRow = z
  .object({
    id: z.string().describe('The id of the finding.'),
    scanId: z.string().describe('The scan that saw it.'),
    repoUrl: z.string().describe('The repository of that scan.'),
    ruleId: z.string().describe('The rule that found it.'),
    title: z.string().describe('A short title.'),
    severity: z.enum(severities).describe('How bad it is.'),
    confidence: z.enum(confidences).describe('How sure the rule is.'),
    category: z.string().describe('A word for grouping, such as `injection` or `secret`.'),
    file: z.string().describe('Path in the repository.'),
    line: z.int().min(1).describe('1-based; 1 for a whole file.'),
    status: z.enum(findingStatuses).describe('As it is now: a decision made after the scan counts.'),
    engine: z.enum(engineIds).describe('The engine that found it.'),
    flow: z.literal(true).optional().describe('Present where the finding has a data flow.'),
    fix: z.literal(true).optional().describe('Present where the finding has a mechanical fix.'),
    baselineState: z.enum(['new', 'unchanged']).optional().describe('Only where a baseline was given.'),
    seenBefore: z.int().describe('How many decisions about findings that look like this one hold now.'),
  })
  .meta({ id: 'FindingRow', description: 'A finding as lists show it.' });

const findingGroup = z
  .object({
    key: z.string().describe('The id of the rule, or the path of the file.'),
    title: z.string().describe('The title of one of its findings.'),
    severity: z.enum(severities).describe('The highest in the group.'),
    count: z.int().describe('How many findings it has.'),
  })
  .meta({ id: 'FindingGroup', description: 'Findings of one rule or one file.' });

const counts = (what: string) =>
  z.record(z.string(), z.int()).describe(`How many there are of each ${what}.`);

const findingFacets = z
  .object({
    severity: counts('severity'),
    engine: counts('engine'),
    status: counts('status'),
    rule: counts('rule; the hundred commonest'),
  })
  .meta({
    id: 'FindingFacets',
    description: 'Counts to choose filters by, each with all other filters applied but not its own.',
  });

export const findingPage = z
  .object({
    items: z.array(findingRow).describe('The findings of this page; empty with `group`.'),
    groups: z.array(findingGroup).optional().describe('Only with `group`: the groups of this page.'),
    nextCursor: z.string().optional().describe('Send it as `cursor` for the next page; absent on the last.'),
    total: z.int().optional().describe('How many findings match on all pages; on the first page only.'),
    facets: findingFacets.optional(),
    truncated: z
      .literal(true)
      .optional()
      .describe('There are more repositories than one list looks at; name one of them.'),
  })
  .meta({ id: 'FindingPage', description: 'One page of a list of findings.' });

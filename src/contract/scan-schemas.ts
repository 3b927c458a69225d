import { z } from 'zod';
import { confidences, engineIds, findingStatuses, severities } from '../scan/model/finding.ts';
import { scanErrorCodes } from '../scan/model/outcome.ts';
import { reportFormats } from '../scan/report/formats.ts';
import { scanStatuses } from '../scan/service/store.ts';
import { pageQuery } from './page-query.ts';
import { optional } from './validation.ts';

const glob = z.string().min(1).max(512);
const dayMs = 24 * 60 * 60 * 1000;

export const newScan = z.strictObject({
  repoUrl: z.string().min(1).max(2_048).describe('Clone URL of the repository: https, without credentials.'),
  branch: optional(z.string().max(512)).describe(
    'Branch, tag or full commit; the default branch when left out.',
  ),
  waitForCompletion: optional(z.boolean()).describe('Answer when the scan is finished, with its findings.'),
  waitTimeoutMs: optional(z.int().min(1).max(dayMs)).describe(
    'Wait no longer than this; the answer then has `waitTimedOut: true`.',
  ),
  engines: optional(z.array(z.enum(engineIds)).min(1).max(engineIds.length)).describe(
    'Which engines look; all when left out.',
  ),
  history: optional(z.boolean()).describe('Look for secrets in every commit, not only in the newest.'),
  baseline: optional(
    z.union(
      [
        z.strictObject({ scanId: z.string().min(1).max(100) }),
        z.strictObject({ ref: z.string().min(1).max(512) }),
      ],
      'Must be {"scanId": …} or {"ref": …}.',
    ),
  ).describe('What was known before: an earlier scan, or another ref of the repository.'),
  paths: optional(
    z.strictObject({
      include: optional(z.array(glob).min(1).max(100)),
      exclude: optional(z.array(glob).min(1).max(100)),
    }),
  ).describe('Globs of the paths to look at and to leave out.'),
  policy: optional(
    z.strictObject({
      failOn: optional(z.enum(severities)),
      onlyNew: optional(z.boolean()),
      requireComplete: optional(z.boolean()),
    }),
  ).describe('What makes the verdict in the result negative.'),
  credentialId: optional(z.string().min(1).max(100)).describe('A stored credential for the host.'),
  webhookUrl: optional(z.string().min(1).max(2_048)).describe('Is told when the scan has ended.'),
  labels: optional(
    z
      .record(
        z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,62}$/),
        z
          .string()
          .max(256)
          .regex(/^[^\p{Cc}]*$/u, 'Must not contain control characters.'),
      )
      .meta({ maxProperties: 20 }),
  ).describe('Names and values of your own, to find the scan by.'),
  trustRepositoryConfig: optional(z.boolean()).describe(
    'Whether inline comments and `.lorekeep.yaml` of the repository count.',
  ),
});

export const scanId = z.object({ scanId: z.string().max(100) });

export const resultQuery = z.strictObject({
  format: z
    .enum(['json', ...(Object.keys(reportFormats) as Array<keyof typeof reportFormats>)])
    .optional()
    .describe(
      'A report instead of the JSON answer; `gitlab`, `cyclonedx` and other JSON reports come without the envelope.',
    ),
});

export const listQuery = pageQuery.extend({
  status: z.enum(scanStatuses).optional(),
  repoUrl: z.string().max(2_048).optional(),
  branch: z.string().max(512).optional(),
  label: z
    .string()
    .regex(/^[^:]+:/, 'Must be name:value.')
    .max(400)
    .optional()
    .describe('`name:value` of a label.'),
});

/** Findings carry more than this where more is known; the listed fields are the promise. */
export const findingView = z.looseObject({
  id: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  description: z.string(),
  file: z.string(),
  line: z.int().min(1),
  suggestion: z.string().optional(),
  startLine: z.int(),
  endLine: z.int(),
  ruleId: z.string(),
  engine: z.enum(engineIds),
  category: z.string(),
  cwe: z.array(z.string()),
  confidence: z.enum(confidences),
  fingerprint: z.string(),
  status: z.enum(findingStatuses),
});

const time = z.iso.datetime();

export const scanView = z.looseObject({
  scanId: z.string(),
  status: z.enum(scanStatuses),
  findings: z.array(findingView).optional(),
  suppressedFindings: z.array(findingView).optional(),
  error: z.string().optional(),
  errorCode: z.enum(scanErrorCodes).optional(),
  waitTimedOut: z.literal(true).optional(),
  repoUrl: z.string(),
  branch: z.string().optional(),
  commit: z.string().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  createdAt: time,
  startedAt: time.optional(),
  finishedAt: time.optional(),
  attempt: z.int(),
  progress: z
    .object({ phase: z.string(), percent: z.number(), filesDone: z.int(), filesTotal: z.int() })
    .optional(),
  summary: z.record(z.string(), z.int()).optional(),
  policy: z.looseObject({ passed: z.boolean(), violations: z.array(z.looseObject({})) }).optional(),
  coverage: z.looseObject({ complete: z.boolean(), files: z.int(), bytes: z.int() }).optional(),
  truncated: z.boolean().optional(),
});

export const diffView = z.object({
  scanId: z.string(),
  against: z.string(),
  summary: z.object({ new: z.int(), fixed: z.int(), unchanged: z.int(), suppressed: z.int() }),
  new: z.array(findingView),
  fixed: z.array(findingView),
  unchanged: z.array(findingView),
  suppressed: z.array(findingView),
});

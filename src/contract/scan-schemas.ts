import { z } from 'zod';
import { engineIds, severities } from '../scan/model/finding.ts';
import { scanStatuses } from '../scan/model/scan-record.ts';
import { reportFormats } from '../scan/report/formats.ts';
import { diffLists } from '../scan/service/diff.ts';
import { namespaceName } from './memory-schemas.ts';
import { pageQuery, wholeNumberUpTo } from './page.ts';
import { optional } from './validation.ts';

const glob = z.string().min(1).max(512);
const dayMs = 24 * 60 * 60 * 1000;

export const newScan = z.strictObject({
  repoUrl: z.string().min(1).max(2_048).describe('Clone URL of the repository: https, without credentials.'),
  branch: optional(z.string().max(512)).describe(
    'Branch, tag or full commit; the default branch when omitted.',
  ),
  waitForCompletion: optional(z.boolean()).describe('Answer when the scan is finished, with its findings.'),
  waitTimeoutMs: optional(z.int().min(1).max(dayMs)).describe(
    'Wait no longer than this; the answer then has `waitTimedOut: true`.',
  ),
  engines: optional(z.array(z.enum(engineIds)).min(1).max(engineIds.length)).describe(
    'Which engines look; all when omitted.',
  ),
  history: optional(z.boolean()).describe('Look for secrets in every commit, not only in the newest.'),
  baseline: optional(
    z.union(
      [
        z.strictObject({ scanId: z.string().min(1).max(100).describe('An earlier scan.') }),
        z.strictObject({ ref: z.string().min(1).max(512).describe('Another branch, tag or commit.') }),
      ],
      'Must be {"scanId": …} or {"ref": …}.',
    ),
  ).describe('What was known before: an earlier scan, or another ref of the repository.'),
  paths: optional(
    z.strictObject({
      include: optional(z.array(glob).min(1).max(100)).describe('Scan only these.'),
      exclude: optional(z.array(glob).min(1).max(100)).describe('Skip these.'),
    }),
  ).describe('Globs of the paths to scan and to skip.'),
  policy: optional(
    z
      .strictObject({
        failOn: optional(z.enum(severities)).describe(
          'The lowest severity that violates. Something that should have been analysed and failed violates too.',
        ),
        onlyNew: optional(z.boolean()).describe('Count only findings that the baseline does not know.'),
        requireComplete: optional(z.boolean()).describe('Anything that was not read violates.'),
        allowIncomplete: optional(z.boolean()).describe('Let `failOn` pass although some analysis failed.'),
      })
      .refine(({ requireComplete, allowIncomplete }) => !(requireComplete && allowIncomplete), {
        path: ['allowIncomplete'],
        message: 'Contradicts requireComplete.',
      }),
  ).describe('What makes the verdict in the result negative.'),
  credentialId: optional(z.string().min(1).max(100)).describe('A stored credential for the host.'),
  webhookUrl: optional(z.string().min(1).max(2_048)).describe(
    'Gets a signed message when the scan has ended.',
  ),
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
  remember: optional(
    z.strictObject({
      namespace: namespaceName,
      tests: optional(z.boolean()).describe('Tests as well; they are skipped by default.'),
    }),
  ).describe(
    'Keep the functions, classes and files in this namespace, to be searched in words. Needs `memory:write`.',
  ),
  trustRepositoryConfig: optional(z.boolean()).describe(
    'Whether inline comments and `.lorekeep.yaml` of the repository count.',
  ),
});

export const scanId = z.object({
  scanId: z.string().max(100).describe('The id that the start call returned.'),
});

export const resultQuery = z.strictObject({
  format: z
    .enum(['json', ...(Object.keys(reportFormats) as Array<keyof typeof reportFormats>)])
    .optional()
    .describe(
      'A report instead of the JSON response; `gitlab`, `cyclonedx` and other JSON reports come without the envelope.',
    ),
  similar: z
    .enum(['true', 'false'])
    .optional()
    .describe('Whether the 500 worst findings have `similar`, as reports do.'),
});

export const listQuery = pageQuery.extend({
  status: z.enum(scanStatuses).optional().describe('Only scans with this status.'),
  repoUrl: z.string().max(2_048).optional().describe('Only scans of this repository.'),
  branch: z.string().max(512).optional().describe('Only scans of this branch or ref.'),
  label: z
    .string()
    .regex(/^[^:]+:/, 'Must be name:value.')
    .max(400)
    .optional()
    .describe('`name:value` of a label.'),
});

export const diffQuery = z
  .strictObject({
    against: z.string().min(1).max(100).describe('The id of the earlier scan.'),
    limit: wholeNumberUpTo(1_000).optional().describe('The most findings of each list; all without it.'),
    list: z
      .enum(diffLists)
      .optional()
      .describe('Only this list, and the others empty; with `limit` it comes in pages.'),
    cursor: z
      .string()
      .min(1)
      .max(2_048)
      .optional()
      .describe('`nextCursor` of the page before; with `list` and `limit` only.'),
  })
  .refine(({ cursor, list, limit }) => cursor === undefined || (list !== undefined && limit !== undefined), {
    path: ['cursor'],
    message: 'Needs `list` and `limit`.',
  });

import { z } from 'zod';
import { configProblemKinds } from '../scan/model/config-problem.ts';
import { policyRules, scanErrorCodes } from '../scan/model/outcome.ts';
import { sandboxKinds } from '../scan/model/sandbox.ts';
import { scanStatuses } from '../scan/model/scan-record.ts';
import { skipKinds } from '../scan/model/skip-reason.ts';
import { engineId, findingView } from './finding-responses.ts';
import { pageOf } from './page.ts';
import { time } from './time.ts';

/** What the scan routes return. */

const scanId = z.string().describe('`scan_` and a ULID, assigned by the service.');

const progress = z
  .object({
    phase: z
      .enum(['fetching', 'listing', 'analysing', 'history', 'concluding', 'remembering'])
      .describe('What the scan is doing.'),
    percent: z.number().describe('0 to 100, never falling.'),
    filesDone: z.int().describe('Files that are done.'),
    filesTotal: z.int().describe('Files in all; 0 before they are known.'),
  })
  .meta({ id: 'ScanProgress', description: 'How far a running scan has come.' });

const count = (what: string) => z.int().describe(what);

const summary = z
  .object({
    critical: count('Open findings of severity critical.'),
    high: count('Open findings of severity high.'),
    medium: count('Open findings of severity medium.'),
    low: count('Open findings of severity low.'),
    info: count('Open findings of severity info.'),
    suppressed: count('Findings that do not count.'),
    new: count('Open findings that the baseline does not have.').optional(),
    fixed: count('Findings of the baseline that are gone.').optional(),
  })
  .meta({ id: 'ScanSummary', description: 'How many findings there are.' });

const policyVerdict = z
  .object({
    passed: z.boolean().describe('Whether nothing violates the policy.'),
    violations: z
      .array(
        z
          .object({
            rule: z
              .enum(policyRules)
              .describe(
                'The part of the policy; `incomplete`: something failed that should have been analysed.',
              ),
            message: z.string().describe('What violates it.'),
            count: count('How often.'),
          })
          .meta({ id: 'PolicyViolation', description: 'One violated part of a policy.' }),
      )
      .describe('Empty when the policy is met.'),
  })
  .meta({ id: 'PolicyVerdict', description: 'Whether a scan meets the policy of its request.' });

const coverage = z
  .object({
    complete: z.boolean().describe('False as soon as something relevant was skipped.'),
    files: count('Files that at least one engine read.'),
    bytes: count('Their size.'),
    history: z
      .object({ files: count('Earlier versions of files.'), bytes: count('Their size.') })
      .optional()
      .describe('Only where the history was searched.'),
    skipped: z
      .array(
        z
          .object({
            path: z.string().describe('Path in the repository.'),
            reason: z.string().describe('A stable word such as `budget_exceeded`.'),
            message: z.string().describe('The reason in a sentence.'),
            engine: engineId.optional(),
            count: count('So many more paths were skipped for the same reason.').optional(),
            kind: z
              .enum(skipKinds)
              .optional()
              .describe(
                '`excluded`: asked for. `unsupported`: cannot be analysed. `failed`: should have been.',
              ),
          })
          .meta({ id: 'SkippedPath', description: 'A file or part of one that was not read, and why.' }),
      )
      .describe('What was not read.'),
    failed: count('How many of the skipped should have been analysed; any makes `failOn` fail.').optional(),
    engineErrors: count('How often an engine crashed.').optional(),
    sandbox: z
      .enum(sandboxKinds)
      .optional()
      .describe('What kept the processes of the scan away from the rest of the machine.'),
    engines: z
      .array(z.object({ id: engineId, version: z.string().describe('A hash of its code and rules.') }))
      .describe('The engines that ran.'),
    rulesVersion: z.string().describe('A hash over all engine versions.'),
    advisoriesDate: z.string().optional().describe('Age of the advisory index.'),
    repositoryConfig: z
      .object({
        trusted: z.boolean().describe('Whether it was followed.'),
        suppressions: count('Suppressions in the repository.'),
        excludes: count('Excluded paths in the repository.'),
        rules: count('Rules in the repository.'),
        problems: z
          .array(
            z.object({
              file: z.string().describe('`.lorekeep.yaml`, or the file that a comment is in.'),
              line: z.int().describe('The line, from 1.'),
              kind: z.enum(configProblemKinds).describe('What kind of mistake it is.'),
              message: z.string().describe('What is wrong and what to do.'),
            }),
          )
          .optional()
          .describe('What of it does not do what its author meant, where it was followed.'),
      })
      .optional()
      .describe('What the repository says about its own scan, followed or not.'),
  })
  .meta({ id: 'Coverage', description: 'What was read, and what was not and why.' });

const remembered = z
  .object({
    namespace: z.string().describe('Where the code is.'),
    entries: count('Functions, classes, files and pages of the repository.'),
    written: count('Of these, new or changed.'),
    removed: count('Entries of earlier scans whose code is gone.'),
    truncated: z.literal(true).optional().describe('There is more code than the limits allow.'),
    error: z.string().optional().describe('Why not all of it could be written.'),
  })
  .meta({ id: 'RememberedCode', description: 'What became of code that was to be remembered.' });

export const scanView = z
  .object({
    scanId,
    status: z
      .enum(scanStatuses)
      .meta({ id: 'ScanStatus', description: '`completed` and `failed` are final.' }),
    findings: z
      .array(findingView)
      .optional()
      .describe('Open findings, most severe first; only when completed.'),
    suppressedFindings: z
      .array(findingView)
      .optional()
      .describe('Findings that do not count; only when completed.'),
    error: z.string().optional().describe('Why it failed, in a sentence; only when failed.'),
    errorCode: z
      .enum(scanErrorCodes)
      .meta({ id: 'ScanErrorCode', description: 'Why a scan failed, as a stable word.' })
      .optional(),
    waitTimedOut: z.literal(true).optional().describe('The wait ended before the scan did.'),
    repoUrl: z.string().describe('The repository.'),
    branch: z.string().optional().describe('As it was asked for.'),
    commit: z.string().optional().describe('The commit that was scanned.'),
    labels: z.record(z.string(), z.string()).optional().describe('As they were sent.'),
    createdAt: time('When the scan was asked for.'),
    startedAt: time('When it began to run.').optional(),
    finishedAt: time('When it ended.').optional(),
    attempt: z.int().describe('How often it was started; more than 1 when its worker was lost.'),
    progress: progress.optional(),
    summary: summary.optional(),
    policy: policyVerdict.optional(),
    coverage: coverage.optional(),
    remembered: remembered.optional(),
    truncated: z.boolean().optional().describe('More findings than the limit; the least severe are missing.'),
  })
  .meta({ id: 'Scan', description: 'A scan of one commit of a repository.' });

export const scanPage = pageOf('ScanPage', scanView);

export const deletedScan = z
  .object({ scanId, deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedScan', description: 'The scan that was deleted.' });

const findings = (what: string) => z.array(findingView).describe(what);

export const diffView = z
  .object({
    scanId,
    against: z.string().describe('The id of the earlier scan.'),
    summary: z
      .object({
        new: count('Findings that are new.'),
        fixed: count('Findings that are gone.'),
        unchanged: count('Findings of both.'),
        suppressed: count('Findings that do not count.'),
      })
      .meta({ id: 'DiffSummary', description: 'How many findings changed.' }),
    new: findings('Only in this scan.'),
    fixed: findings('Only in the earlier scan.'),
    unchanged: findings('In both.'),
    suppressed: findings('Suppressed in this scan.'),
    nextCursor: z.string().optional().describe('Send it as `cursor` for the next page of `list`.'),
  })
  .meta({ id: 'ScanDiff', description: 'What changed between two scans.' });

export const usageView = z
  .object({ scans: count('Scans that are kept.'), bytes: count('Room that they take.') })
  .meta({ id: 'ScanUsage', description: 'How many scans are kept.' });

/** What a stream of server-sent events carries. */
export const scanEvent = z
  .object({
    id: z.string().describe('Counts up from 1 in each stream.'),
    event: z
      .enum(['status', 'progress', 'finished'])
      .describe('The status changed, the scan came further, or it has ended (the last event of a stream).'),
    data: scanView,
  })
  .meta({
    id: 'ScanEvent',
    description: 'One server-sent event: the whole scan as it is now, without findings.',
  });

/** What a webhook gets. */
export const webhookMessage = z
  .object({
    type: z.enum(['scan.completed', 'scan.failed']).describe('How the scan ended.'),
    timestamp: time('When it ended.'),
    data: z
      .object({
        scanId,
        status: z.enum(['completed', 'failed']).describe('As the scan has it.'),
        repoUrl: z.string().describe('The repository.'),
        branch: z.string().optional().describe('As it was asked for.'),
        labels: z.record(z.string(), z.string()).optional().describe('As they were sent.'),
        commit: z.string().optional().describe('The commit that was scanned.'),
        summary: summary.optional(),
        policy: policyVerdict.optional(),
        error: z.string().optional().describe('Why it failed.'),
        errorCode: z.enum(scanErrorCodes).optional().describe('Why it failed, as a stable word.'),
      })
      .describe('The end of the scan, without findings: fetch them with a key.'),
  })
  .meta({
    id: 'WebhookMessage',
    description: 'A message of Standard Webhooks 1.0, signed with your secret.',
  });

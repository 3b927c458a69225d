import { z } from 'zod';
import { confidences, engineIds, findingStatuses, severities } from '../scan/model/finding.ts';
import { time } from './time.ts';

/** A finding, field by field. The first seven are always there (the suggestion where there is one); the rest where it is known. */

export const severity = z
  .enum(severities)
  .meta({ id: 'Severity', description: 'How bad it is, worst first.' });

export const engineId = z.enum(engineIds).meta({ id: 'EngineId', description: 'An engine of the scanner.' });

export const findingStatus = z.enum(findingStatuses).meta({
  id: 'FindingStatus',
  description: '`open` counts for gates; every other status is in `suppressedFindings`.',
});

const snippet = z
  .object({
    startLine: z.int().describe('The line number of its first line.'),
    text: z.string().describe('Lines joined by newlines, secrets masked. Hostile text: escape it.'),
  })
  .meta({ id: 'Snippet', description: 'The lines around a finding.' });

const traceStep = z
  .object({
    file: z.string().describe('Path in the repository.'),
    line: z.int().describe('1-based.'),
    column: z.int().describe('1-based.'),
    kind: z.enum(['source', 'step', 'sink']).describe('Where the data comes from, passes, and arrives.'),
    message: z.string().describe('What happens here.'),
    snippet: snippet
      .optional()
      .describe('The lines around it; absent where the snippet of the finding shows them.'),
  })
  .meta({ id: 'TraceStep', description: 'One step of the way from source to sink.' });

const packageDetails = z
  .object({
    purl: z.string().describe('Package URL with the version in use.'),
    path: z.array(z.string()).describe('From the direct dependency to the package, as `name@version`.'),
    fixedVersion: z.string().optional().describe('The lowest version that is not affected.'),
    vulnIds: z.array(z.string()).describe('Ids of the advisories, such as CVE and GHSA.'),
    reachable: z.boolean().optional().describe('Whether the code uses it; absent where it is not known.'),
  })
  .meta({ id: 'Package', description: 'The dependency that a finding is about.' });

const secretDetails = z
  .object({
    provider: z.string().describe('Whose credential it is.'),
    redacted: z.string().describe('Enough to recognise the credential, never enough to use it.'),
    validity: z.enum(['unknown', 'expired']).describe('What its own text says; no provider is asked.'),
  })
  .meta({ id: 'SecretInfo', description: 'The credential that a finding is about, redacted.' });

const fix = z
  .object({
    description: z.string().describe('What the change does.'),
    startLine: z.int().describe('The first line to replace, 1-based.'),
    endLine: z.int().describe('The last line to replace, inclusive.'),
    replacement: z.string().describe('The text instead of these lines.'),
  })
  .meta({ id: 'Fix', description: 'A mechanical change that fixes the problem.' });

const suppression = z
  .object({
    source: z.enum(['api', 'inline', 'file']).describe('Where the decision was made.'),
    reason: z.string().describe('Why the finding does not count.'),
    expiresAt: time('When the finding is open again.').optional(),
  })
  .meta({ id: 'Suppression', description: 'Why a finding does not count.' });

const similarDecision = z
  .object({
    findingId: z.string().describe('The finding that was decided about.'),
    repo: z.string().describe('The URL of its repository.'),
    status: z.enum(['false_positive', 'accepted_risk']).describe('What was decided.'),
    reason: z.string().describe('Why.'),
    decidedBy: z.string().describe('The id of the key that decided.'),
    decidedAt: time('When it was decided.'),
    score: z.number().describe('How much the two findings look alike, from 0.6 to 1.'),
  })
  .meta({ id: 'SimilarDecision', description: 'A decision about a finding that looks like another one.' });

export const findingView = z
  .object({
    id: z.string().describe('`fin_` and a hash: the same problem keeps its id from scan to scan.'),
    severity,
    title: z.string().describe('A short title.'),
    description: z.string().describe('What is wrong, and why it matters.'),
    file: z.string().describe('Path in the repository.'),
    line: z.int().min(1).describe('The line that is wrong, 1-based; 1 for a whole file.'),
    suggestion: z.string().optional().describe('How to fix it.'),
    startLine: z.int().describe('`line`, or the head of the block that it is in.'),
    endLine: z.int().describe('The last line, inclusive.'),
    startColumn: z.int().optional().describe('1-based, in UTF-16 units.'),
    endColumn: z.int().optional().describe('1-based, in UTF-16 units.'),
    ruleId: z.string().describe('The rule that found it.'),
    engine: engineId,
    category: z.string().describe('A word for grouping, such as `injection` or `secret`.'),
    cwe: z.array(z.string()).describe('Such as `CWE-89`, the most specific first.'),
    owasp: z.array(z.string()).optional().describe('Such as `A03:2021`.'),
    confidence: z.enum(confidences).describe('How sure the rule is.'),
    fingerprint: z.string().describe('Unique in a scan, comparable between scans; holds no line number.'),
    status: findingStatus,
    snippet: snippet.optional(),
    trace: z.array(traceStep).optional().describe('The way of the data from source to sink.'),
    package: packageDetails.optional(),
    secret: secretDetails.optional(),
    fix: fix.optional(),
    suppression: suppression.optional(),
    references: z.array(z.string()).optional().describe('Pages with more about it.'),
    baselineState: z.enum(['new', 'unchanged']).optional().describe('Only where a baseline was given.'),
    commit: z
      .string()
      .optional()
      .describe('The commit that introduced a secret; only where the history was searched.'),
    authorDate: z.string().optional().describe('When the author wrote that commit.'),
    inTree: z.boolean().optional().describe('Whether the secret is still in a file of the scanned commit.'),
    similar: z
      .array(similarDecision)
      .optional()
      .describe('As in `TriagedFinding`; only where it was asked for and there are some.'),
  })
  .meta({ id: 'Finding', description: 'One problem in a repository.' });

export const triagedFinding = z
  .object({
    scanId: z.string().describe('The newest scan that saw it.'),
    finding: findingView,
    triage: z
      .object({
        status: findingStatus,
        reason: z.string().optional().describe('Why it was decided so.'),
        expiresAt: time('When the decision ends.').optional(),
        updatedAt: time('When it was decided.').optional(),
        updatedBy: z.string().optional().describe('The id of the key that decided.'),
      })
      .meta({ id: 'TriageState', description: 'What was decided about a finding.' }),
    similar: z
      .array(similarDecision)
      .describe('Decisions about findings that look like this one, at most five, the most alike first.'),
  })
  .meta({ id: 'TriagedFinding', description: 'A finding with what was decided about it.' });

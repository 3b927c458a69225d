import { describeFailures, failuresOf } from '../findings/failures.ts';
import type { Finding, Severity, TraceStep } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { type SkipKind, skipKind } from '../model/skip-reason.ts';
import type { ReportFormat, ReportTool } from './report.ts';
import { sarifRules } from './sarif-rules.ts';
import { similarSentence } from './similar-text.ts';
import { visibleText } from './visible-text.ts';

/**
 * SARIF 2.1.0, with what GitHub code scanning reads: relative percent-encoded URIs, `security-severity`, `primaryLocationLineHash`,
 * code flows. It shows 5,000 results of an upload, so that the least severe beyond those are omitted and the run says so.
 */
export const sarif: ReportFormat = {
  contentType: 'application/sarif+json; charset=utf-8',
  extension: 'sarif',
  render: (scan, tool) => JSON.stringify(sarifLog(scan, tool)),
};

const maxResults = 5_000;
/** GitHub reads that many locations of one flow; source and sink matter more than the middle. */
const maxFlowSteps = 100;

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

function sarifLog(scan: ReportedScan, tool: ReportTool) {
  // Findings arrive most severe first; suppressed ones only take the place that is left.
  const all = [...scan.findings, ...scan.suppressedFindings];
  const shown = all.slice(0, maxResults);
  const rules = sarifRules(shown, scan.rules);
  const ruleIndexes = new Map(rules.map((rule, index) => [rule.id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Lorekeep',
            semanticVersion: tool.version,
            version: tool.version,
            rules,
          },
        },
        // The category of an upload: the same for every branch, or alerts of two branches would never be the same alert.
        automationDetails: { id: 'lorekeep/' },
        invocations: [invocation(scan, all.length - shown.length)],
        ...(scan.repoUrl === undefined ? {} : { versionControlProvenance: [provenance(scan)] }),
        columnKind: 'utf16CodeUnits',
        results: shown.map((finding) => result(finding, ruleIndexes.get(finding.ruleId)!)),
        properties: {
          ...(scan.scanId === undefined ? {} : { scanId: scan.scanId }),
          coverageComplete: scan.coverage.complete,
          rulesVersion: scan.coverage.rulesVersion,
          resultsLeftOut: all.length - shown.length,
        },
      },
    ],
  };
}

const noticeLevels = { failed: 'error', unsupported: 'warning', excluded: 'note' } as const satisfies Record<
  SkipKind,
  string
>;

function invocation(scan: ReportedScan, leftOut: number) {
  // What failed comes first: the list is cut, and a result that misses something must say so.
  const { skipped: all } = scan.coverage;
  const ordered = [...failuresOf(all), ...all.filter(({ reason }) => skipKind(reason) !== 'failed')];
  const notifications = ordered.slice(0, 1_000).map((skipped) => ({
    level: noticeLevels[skipKind(skipped.reason)],
    message: { text: plainMessage(`${skipped.reason}: ${skipped.message}`) },
    ...(skipped.path === ''
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation: artifact(skipped.path) } }] }),
  }));
  if (leftOut > 0) {
    notifications.unshift({
      level: 'warning',
      message: { text: `${leftOut} less severe results were left out of this report.` },
    });
  }
  const failures = describeFailures(all);
  if (failures !== undefined)
    notifications.unshift({ level: 'error', message: { text: plainMessage(failures) } });
  return {
    executionSuccessful: failures === undefined,
    ...(scan.startedAt === undefined ? {} : { startTimeUtc: scan.startedAt }),
    ...(scan.finishedAt === undefined ? {} : { endTimeUtc: scan.finishedAt }),
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}

function provenance(scan: ReportedScan) {
  return {
    repositoryUri: scan.repoUrl,
    ...(scan.commit === undefined ? {} : { revisionId: scan.commit }),
    ...(scan.branch === undefined ? {} : { branch: scan.branch }),
  };
}

function result(finding: Finding, ruleIndex: number) {
  const message = [finding.description, finding.suggestion, similarSentence(finding)]
    .filter(Boolean)
    .join('\n\n');
  return {
    ruleId: finding.ruleId,
    ruleIndex,
    level: levels[finding.severity],
    message: { text: plainMessage(message || finding.title) },
    locations: [{ physicalLocation: physicalLocation(finding) }],
    partialFingerprints: {
      // The only one that GitHub looks at; ours is stable against moved lines as well.
      primaryLocationLineHash: `${finding.fingerprint}:1`,
      'lorekeepFingerprint/v1': finding.fingerprint,
    },
    ...(finding.trace && finding.trace.length > 0 ? { codeFlows: [codeFlow(finding.trace)] } : {}),
    ...(finding.baselineState === undefined ? {} : { baselineState: finding.baselineState }),
    ...(finding.suppression === undefined && finding.status === 'open'
      ? {}
      : { suppressions: [suppression(finding)] }),
    ...(finding.fix === undefined ? {} : { fixes: [fix(finding, finding.fix)] }),
    properties: {
      id: finding.id,
      severity: finding.severity,
      confidence: finding.confidence,
      engine: finding.engine,
      ...(finding.package === undefined ? {} : { package: finding.package }),
      ...(finding.commit === undefined ? {} : { commit: finding.commit }),
      ...(finding.authorDate === undefined ? {} : { authorDate: finding.authorDate }),
      ...(finding.inTree === undefined ? {} : { inTree: finding.inTree }),
      ...(finding.similar === undefined ? {} : { similarDecisions: finding.similar }),
    },
  };
}

function physicalLocation(finding: Finding) {
  const { startLine, startColumn, endColumn, snippet } = finding;
  const endLine = Math.max(startLine, finding.endLine);
  const columns =
    startColumn === undefined || endColumn === undefined || (endLine === startLine && endColumn < startColumn)
      ? {}
      : { startColumn, endColumn };
  return {
    artifactLocation: artifact(finding.file),
    region: { startLine, endLine, ...columns },
    ...(snippet === undefined
      ? {}
      : {
          contextRegion: {
            startLine: snippet.startLine,
            endLine: snippet.startLine + snippet.text.split('\n').length - 1,
            snippet: { text: snippet.text },
          },
        }),
  };
}

function codeFlow(trace: readonly TraceStep[]) {
  const steps =
    trace.length <= maxFlowSteps
      ? trace
      : [...trace.slice(0, maxFlowSteps / 2), ...trace.slice(trace.length - maxFlowSteps / 2)];
  return {
    threadFlows: [
      {
        locations: steps.map((step) => ({
          location: {
            physicalLocation: {
              artifactLocation: artifact(step.file),
              region: { startLine: step.line, startColumn: Math.max(1, step.column) },
            },
            message: { text: plainMessage(step.message) },
          },
        })),
      },
    ],
  };
}

function suppression(finding: Finding) {
  return {
    kind: finding.suppression?.source === 'inline' ? 'inSource' : 'external',
    status: 'accepted',
    ...(finding.suppression === undefined ? {} : { justification: finding.suppression.reason }),
  };
}

function fix(
  finding: Finding,
  { description, startLine, endLine, replacement }: NonNullable<Finding['fix']>,
) {
  // From the first column of the first line to the first column of the line after the last: whole lines.
  const deletedRegion = { startLine, startColumn: 1, endLine: endLine + 1, endColumn: 1 };
  const text = replacement === '' ? '' : `${replacement}\n`;
  return {
    description: { text: description },
    artifactChanges: [
      {
        artifactLocation: artifact(finding.file),
        replacements: [{ deletedRegion, insertedContent: { text } }],
      },
    ],
  };
}

/** Square brackets make links in the messages of SARIF, also in plain text; what we say holds no links. */
function plainMessage(text: string): string {
  return visibleText(text, { multiline: true }).replace(/[\\[\]]/g, '\\$&');
}

function artifact(path: string) {
  // A path may hold anything, a URI may not; a colon in the first segment would make it look like a scheme.
  const uri = path.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return { uri, uriBaseId: '%SRCROOT%' };
}

import { describeFailures } from '../findings/failures.ts';
import type { Finding, Severity } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import type { ReportFormat, ReportTool } from './report.ts';
import { visibleText } from './visible-text.ts';

/** GitLab's security report of the kind SAST (schema 15), which its merge requests and vulnerability list read. */
export const gitlab: ReportFormat = {
  contentType: 'application/json; charset=utf-8',
  extension: 'json',
  render: (scan, tool) => JSON.stringify(report(scan, tool)),
};

const schemaVersion = '15.0.7';

const severityNames: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
};

function report(scan: ReportedScan, { version }: ReportTool) {
  const scanner = { id: 'lorekeep', name: 'Lorekeep', version, vendor: { name: 'Lorekeep' } };
  return {
    version: schemaVersion,
    scan: {
      analyzer: scanner,
      scanner,
      type: 'sast',
      // The schema wants times without a zone, in UTC.
      start_time: plainTime(scan.startedAt ?? scan.createdAt),
      end_time: plainTime(scan.finishedAt ?? scan.createdAt),
      status: 'success',
      ...messages(scan),
    },
    vulnerabilities: scan.findings.map(vulnerability),
  };
}

/** GitLab shows them above the findings. */
function messages({ coverage: { skipped } }: ReportedScan) {
  const failures = describeFailures(skipped);
  return failures === undefined
    ? {}
    : { messages: [{ level: 'warn', value: cut(visibleText(failures), 1_000) }] };
}

function vulnerability(finding: Finding) {
  const links = (finding.references ?? []).filter((url) => URL.canParse(url) && /^https?:/.test(url));
  return {
    id: finding.fingerprint,
    name: cut(visibleText(finding.title), 255),
    description: cut(visibleText(finding.description, { multiline: true }), 1_000_000),
    severity: severityNames[finding.severity],
    ...(finding.suggestion === undefined ? {} : { solution: cut(visibleText(finding.suggestion), 7_000) }),
    location: {
      file: finding.file,
      start_line: finding.startLine,
      end_line: Math.max(finding.startLine, finding.endLine),
    },
    // The first one tells findings of one rule apart from those of another.
    identifiers: [
      { type: 'lorekeep_rule_id', name: `Lorekeep ${finding.ruleId}`, value: finding.ruleId },
      ...finding.cwe.map(cweIdentifier),
      ...(finding.package?.vulnIds ?? []).map((id) => ({
        type: id.split('-')[0]!.toLowerCase() || 'advisory',
        name: id,
        value: id,
      })),
    ].slice(0, 20),
    ...(links.length === 0 ? {} : { links: links.map((url) => ({ url })) }),
  };
}

function cweIdentifier(cwe: string) {
  const value = cwe.replace(/^CWE-/, '');
  return { type: 'cwe', name: cwe, value, url: `https://cwe.mitre.org/data/definitions/${value}.html` };
}

/** A letter of two units that the limit falls into is omitted, not halved. */
function cut(text: string, maxLength: number): string {
  const isHalved = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1));
  return text.slice(0, isHalved ? maxLength - 1 : maxLength);
}

function plainTime(iso: string | undefined): string {
  return (iso ?? new Date(0).toISOString()).slice(0, 19);
}

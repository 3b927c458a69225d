import type { EngineId, Finding } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import type { ReportFormat } from './report.ts';
import { xmlText } from './xml-text.ts';

/** JUnit: a suite an engine, a failed test an open finding, a skipped test a suppressed one; an engine without any passes. */
export const junit: ReportFormat = {
  contentType: 'application/xml; charset=utf-8',
  extension: 'xml',
  render: (scan) => {
    const suites = scan.coverage.engines.map(({ id }) => suite(id, scan));
    const tests = suites.reduce((sum, { count }) => sum + count, 0);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="Lorekeep" tests="${tests}" failures="${scan.findings.length}" errors="0" skipped="${scan.suppressedFindings.length}"${seconds(scan)}>`,
      ...suites.map(({ xml }) => xml),
      '</testsuites>',
      '',
    ].join('\n');
  },
};

function suite(engine: EngineId, scan: ReportedScan): { count: number; xml: string } {
  const open = scan.findings.filter((finding) => finding.engine === engine);
  const suppressed = scan.suppressedFindings.filter((finding) => finding.engine === engine);
  const cases = [...open.map(failed), ...suppressed.map(skipped)];
  if (cases.length === 0) cases.push(`<testcase classname="${engine}" name="no findings"/>`);
  const attributes = `name="${engine}" tests="${cases.length}" failures="${open.length}" errors="0" skipped="${suppressed.length}"`;
  return {
    count: cases.length,
    xml: `  <testsuite ${attributes}>\n    ${cases.join('\n    ')}\n  </testsuite>`,
  };
}

function failed(finding: Finding): string {
  const text = [
    `${finding.file}:${finding.line}`,
    finding.description,
    finding.suggestion,
    finding.snippet?.text,
    `${finding.ruleId} ${finding.cwe.join(' ')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
  const message = xmlText(`${finding.severity}: ${finding.title}`);
  return `<testcase ${identity(finding)}><failure type="${finding.severity}" message="${message}">${xmlText(text, { multiline: true })}</failure></testcase>`;
}

function skipped(finding: Finding): string {
  const reason = xmlText(finding.suppression?.reason ?? finding.status);
  return `<testcase ${identity(finding)}><skipped message="${reason}"/></testcase>`;
}

/** The id keeps two findings of the same title in one file apart. */
function identity(finding: Finding): string {
  const name = xmlText(`${finding.title} (${finding.id})`);
  return `classname="${xmlText(finding.ruleId)}" name="${name}" file="${xmlText(finding.file)}" line="${finding.line}"`;
}

function seconds({ startedAt, finishedAt }: ReportedScan): string {
  if (startedAt === undefined || finishedAt === undefined) return '';
  return ` time="${((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3)}"`;
}

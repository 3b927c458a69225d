import { failuresOf } from '../findings/failures.ts';
import type { EngineId, Finding } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import type { ReportFormat } from './report.ts';
import { xmlText } from './xml-text.ts';

/**
 * JUnit: a suite per engine, a failed test per open finding, a skipped test per suppressed one; an engine without any passes. What could not be
 * analysed is an error in a suite of its own, because a green report would hide it.
 */
export const junit: ReportFormat = {
  contentType: 'application/xml; charset=utf-8',
  extension: 'xml',
  render: (scan) => {
    const suites = [...scan.coverage.engines.map(({ id }) => suite(id, scan)), ...coverageSuite(scan)];
    const errors = suites.reduce((sum, suite) => sum + (suite.errors ?? 0), 0);
    const tests = suites.reduce((sum, { count }) => sum + count, 0);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="Lorekeep" tests="${tests}" failures="${scan.findings.length}" errors="${errors}" skipped="${scan.suppressedFindings.length}"${seconds(scan)}>`,
      ...suites.map(({ xml }) => xml),
      '</testsuites>',
      '',
    ].join('\n');
  },
};

interface Suite {
  count: number;
  errors?: number;
  xml: string;
}

function suite(engine: EngineId, scan: ReportedScan): Suite {
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

const maxErrors = 1_000;

function coverageSuite({ coverage: { skipped } }: ReportedScan): Suite[] {
  const cases = failuresOf(skipped)
    .slice(0, maxErrors)
    .map(({ path, reason, message, engine = 'scan' }) => {
      const name = xmlText(`${path} was not analysed (${engine})`);
      return `<testcase classname="coverage.${xmlText(reason)}" name="${name}"><error type="${xmlText(reason)}" message="${xmlText(message)}"/></testcase>`;
    });
  if (cases.length === 0) return [];
  const attributes = `name="coverage" tests="${cases.length}" failures="0" errors="${cases.length}" skipped="0"`;
  const xml = `  <testsuite ${attributes}>\n    ${cases.join('\n    ')}\n  </testsuite>`;
  return [{ count: cases.length, errors: cases.length, xml }];
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

import type { Finding } from '../model/finding.ts';
import type { ReportFormat } from './report.ts';
import { visibleText } from './visible-text.ts';

/** One line a finding, for spreadsheets (RFC 4180). A cell that a spreadsheet would calculate is made text. */
export const csv: ReportFormat = {
  contentType: 'text/csv; charset=utf-8; header=present',
  extension: 'csv',
  headers: { 'Content-Disposition': 'attachment; filename="findings.csv"' },
  render: (scan) => {
    const findings = [...scan.findings, ...scan.suppressedFindings];
    const lines = [
      columns.map(([name]) => name),
      ...findings.map((one) => columns.map(([, value]) => value(one))),
    ];
    return `${lines.map((cells) => cells.map(cell).join(',')).join('\r\n')}\r\n`;
  },
};

const columns: Array<[name: string, value: (finding: Finding) => string]> = [
  ['id', (finding) => finding.id],
  ['severity', (finding) => finding.severity],
  ['status', (finding) => finding.status],
  ['title', (finding) => finding.title],
  ['file', (finding) => finding.file],
  ['line', (finding) => String(finding.line)],
  ['engine', (finding) => finding.engine],
  ['rule', (finding) => finding.ruleId],
  ['confidence', (finding) => finding.confidence],
  ['cwe', (finding) => finding.cwe.join(' ')],
  ['package', (finding) => finding.package?.purl ?? ''],
  ['fixedVersion', (finding) => finding.package?.fixedVersion ?? ''],
  ['description', (finding) => finding.description],
  ['suggestion', (finding) => finding.suggestion ?? ''],
  ['fingerprint', (finding) => finding.fingerprint],
];

function cell(value: string): string {
  const text = visibleText(value);
  // A leading space does not stop every spreadsheet, hence the test before trimming and after; the apostrophe stops all.
  const neutral = /^\s*[=+\-@|%＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${neutral.replaceAll('"', '""')}"`;
}

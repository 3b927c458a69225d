import { countPaths, describeFailures, failuresOf } from '../findings/failures.ts';
import { type Finding, severities } from '../model/finding.ts';
import type { ReportedScan } from '../model/outcome.ts';
import { markdownCode, markdownCodeBlock, markdownText } from './markdown-text.ts';
import { originText } from './origin-text.ts';
import type { ReportFormat } from './report.ts';
import { moreText, similarText } from './similar-text.ts';

/** Markdown for a comment or a job summary, short enough for a comment on GitHub. */
export const markdown: ReportFormat = {
  contentType: 'text/markdown; charset=utf-8',
  extension: 'md',
  render: (scan) => {
    const head = [heading(scan), verdict(scan), counts(scan)].join('\n\n');
    const foot = coverage(scan);
    return `${[head, ...findings(scan, maxCharacters - head.length - foot.length), foot].join('\n\n')}\n`;
  },
};

// A comment on GitHub takes 65,536 characters.
const maxCharacters = 60_000;
const marks = { critical: '🟥', high: '🟧', medium: '🟨', low: '🟦', info: '⬜' } as const;

function heading(scan: ReportedScan): string {
  const facts = [
    (scan.repoUrl ?? scan.folder) && markdownCode((scan.repoUrl ?? scan.folder)!),
    scan.branch && `branch ${markdownCode(scan.branch)}`,
    scan.commit && `commit ${markdownCode(scan.commit.slice(0, 12))}`,
  ].filter(Boolean);
  return ['# Security scan', ...(facts.length > 0 ? [facts.join(' · ')] : [])].join('\n\n');
}

function verdict({ policy, findings, coverage: { skipped } }: ReportedScan): string {
  if (policy === undefined) {
    const failures = describeFailures(skipped);
    if (failures !== undefined)
      return `⚠️ **${count(findings.length, 'open finding')}.** ${markdownText(failures)}`;
    return findings.length === 0 ? '**No open findings.**' : `**${count(findings.length, 'open finding')}.**`;
  }
  if (policy.passed) return '✅ **Passed** the policy.';
  return [
    '❌ **Failed** the policy:',
    ...policy.violations.map(({ message }) => `- ${markdownText(message)}`),
  ].join('\n');
}

function counts({ summary }: ReportedScan): string {
  const columns = [
    ...severities.map((severity) => [`${marks[severity]} ${severity}`, summary[severity]] as const),
    ...(summary.new === undefined ? [] : [['new', summary.new] as const]),
    ...(summary.fixed === undefined ? [] : [['fixed', summary.fixed] as const]),
    ['suppressed', summary.suppressed] as const,
  ];
  return [
    `| ${columns.map(([name]) => name).join(' | ')} |`,
    `|${columns.map(() => '--:').join('|')}|`,
    `| ${columns.map(([, value]) => value).join(' | ')} |`,
  ].join('\n');
}

function findings(scan: ReportedScan, room: number): string[] {
  // Against a baseline a reader is asked about what is new; the rest is one line.
  const shown = scan.findings.filter(({ baselineState }) => baselineState !== 'unchanged');
  const known = scan.findings.length - shown.length;
  const parts = shown.length === 0 ? [] : [known > 0 ? '## New findings' : '## Findings'];
  let left = room - 300;
  for (const [index, finding] of shown.entries()) {
    const text = describe(finding);
    left -= text.length + 2;
    if (left < 0) {
      parts.push(`_… and ${count(shown.length - index, 'further finding')} that did not fit here._`);
      break;
    }
    parts.push(text);
  }
  if (known > 0) parts.push(`_${count(known, 'known finding')} of the baseline not listed here._`);
  return parts;
}

function describe(finding: Finding): string {
  const isNew = finding.baselineState === 'new' ? ' · **new**' : '';
  const facts = [
    markdownCode(`${finding.file}:${finding.line}`),
    markdownCode(finding.ruleId),
    ...finding.cwe,
    `${finding.confidence} confidence`,
  ];
  return [
    `### ${marks[finding.severity]} ${finding.severity}: ${markdownText(finding.title)}`,
    `${facts.join(' · ')}${isNew}`,
    [finding.description, originText(finding)]
      .flatMap((words) => words ?? [])
      .map(markdownText)
      .join(' '),
    ...(finding.suggestion ? [`**What to do:** ${markdownText(finding.suggestion)}`] : []),
    ...similar(finding),
    ...(finding.snippet ? [markdownCodeBlock(finding.snippet.text)] : []),
    ...(finding.trace && finding.trace.length > 0 ? [trace(finding)] : []),
  ].join('\n\n');
}

function similar(finding: Finding): string[] {
  const text = similarText(finding);
  if (!text) return [];
  const { lead, repository, reason } = text;
  return [`**${lead}** in ${markdownCode(repository)}${moreText(text)}, because: ${markdownText(reason)}`];
}

function trace(finding: Finding): string {
  const steps = finding.trace!.map(
    (step) => `1. ${step.kind} ${markdownCode(`${step.file}:${step.line}`)} ${markdownText(step.message)}`,
  );
  return `<details><summary>How it gets there</summary>\n\n${steps.slice(0, 30).join('\n')}\n\n</details>`;
}

function coverage({ coverage: { complete, files, skipped, engines }, truncated }: ReportedScan): string {
  const read = `${count(files, 'file')} read by ${engines.map(({ id }) => id).join(', ')}`;
  const failed = countPaths(failuresOf(skipped));
  const missing =
    failed > 0
      ? `${count(failed, 'path')} could not be analysed`
      : `${count(countPaths(skipped), 'path')} not read`;
  const rest = complete ? 'nothing was left out' : `**incomplete: ${missing}**, see the full result`;
  const cut = truncated ? ' More findings than the limit: the least severe were left out.' : '';
  return `---\n\n${read}; ${rest}.${cut}`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

import { failuresOf } from '../../scan/findings/failures.ts';
import type { Finding, Severity } from '../../scan/model/finding.ts';
import type { CompletedScan } from '../../scan/model/outcome.ts';
import { skipKind } from '../../scan/model/skip-reason.ts';
import { originText } from '../../scan/report/origin-text.ts';
import { visibleText } from '../../scan/report/visible-text.ts';
import { paint, type Terminal } from '../terminal.ts';

const maxShown = 200;
const colours = { critical: 'red', high: 'red', medium: 'yellow', low: 'cyan', info: 'dim' } as const;
const order: Severity[] = ['critical', 'high', 'medium', 'low', 'info'];

/** The report for people: each finding with its place, the lines around it and what to do; then the sum and what was not read. */
export function renderScan(scan: CompletedScan, terminal: Terminal): string {
  // With a baseline the old ones would bury what the reader is asked to look at.
  const shown = scan.findings.filter(({ baselineState }) => baselineState !== 'unchanged');
  const parts = shown.slice(0, maxShown).map((finding) => renderFinding(finding, terminal));
  const more = shown.length - maxShown;
  if (more > 0) parts.push(`… and ${more} more; --format json or html shows all.`);
  const known = scan.findings.length - shown.length;
  if (known > 0) {
    const left = `${known} known ${known === 1 ? 'finding is' : 'findings are'} in the baseline and not shown here; --format json or html shows all.`;
    parts.push(paint(terminal, 'dim', left));
  }
  parts.push(
    [
      summaryLine(scan, terminal),
      ...coverageLines(scan, terminal),
      ...policyLines(scan, terminal),
      // Last, next to the prompt: whoever reads only one line should not take this for a pass.
      ...(dependenciesUnchecked(scan) ? [paint(terminal, 'red', uncheckedText)] : []),
    ].join('\n'),
  );
  return parts.join('\n\n');
}

/** Whether there were dependencies and nothing to check them against. */
export function dependenciesUnchecked({ coverage }: Pick<CompletedScan, 'coverage'>): boolean {
  return coverage.skipped.some(({ reason }) => reason === 'advisories_missing');
}

export const uncheckedText =
  'Dependencies were NOT checked. There are no advisories here: run "lorekeep advisories sync" first; --require-complete makes this an error.';

function renderFinding(finding: Finding, terminal: Terminal): string {
  const { severity, title, ruleId, file, startLine, startColumn, description, suggestion, baselineState } =
    finding;
  const place = `${visibleText(file)}:${startLine}${startColumn === undefined ? '' : `:${startColumn}`}`;
  const label = paint(terminal, colours[severity], severity.toUpperCase());
  const isNew = baselineState === 'new' ? paint(terminal, 'yellow', ' new') : '';
  const lines = [
    `${label}${isNew}  ${paint(terminal, 'bold', visibleText(title))}  ${paint(terminal, 'dim', visibleText(ruleId))}`,
    `  ${paint(terminal, 'cyan', place)}`,
    ...frame(finding, terminal),
    `  ${visibleText([description, originText(finding)].flatMap((words) => words ?? []).join(' '))}`,
  ];
  if (finding.trace && finding.trace.length > 1) {
    for (const step of finding.trace) {
      const where = `${visibleText(step.file)}:${step.line}`;
      lines.push(paint(terminal, 'dim', `    ${step.kind.padEnd(6)} ${where}  ${visibleText(step.message)}`));
    }
  }
  if (suggestion !== undefined)
    lines.push(`  ${paint(terminal, 'green', 'Fix:')} ${visibleText(suggestion)}`);
  return lines.join('\n');
}

function frame({ snippet, startLine, endLine, severity }: Finding, terminal: Terminal): string[] {
  if (!snippet) return [];
  const lines = snippet.text.split('\n');
  const width = String(snippet.startLine + lines.length - 1).length;
  return lines.map((text, i) => {
    const number = snippet.startLine + i;
    const isFinding = number >= startLine && number <= endLine;
    const gutter = `${isFinding ? '>' : ' '} ${String(number).padStart(width)} │`;
    const shown = visibleText(text.replaceAll('\t', '  '));
    return isFinding
      ? `  ${paint(terminal, colours[severity], gutter)} ${shown}`
      : `  ${paint(terminal, 'dim', `${gutter} ${shown}`)}`;
  });
}

function summaryLine({ summary, findings, coverage }: CompletedScan, terminal: Terminal): string {
  const counts = order
    .filter((severity) => summary[severity] > 0)
    .map((severity) => paint(terminal, colours[severity], `${summary[severity]} ${severity}`));
  const extra = [
    ...(summary.new === undefined ? [] : [`${summary.new} new`]),
    ...(summary.fixed === undefined ? [] : [`${summary.fixed} fixed`]),
    ...(summary.suppressed === 0 ? [] : [`${summary.suppressed} suppressed`]),
  ];
  const head =
    findings.length === 0
      ? nothingFound(coverage, terminal)
      : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}: ${counts.join(', ')}.`;
  return extra.length === 0 ? head : `${head} ${extra.join(', ')}.`;
}

/** What nothing looked at must not pass for what has no problem. */
function nothingFound({ skipped, complete }: CompletedScan['coverage'], terminal: Terminal): string {
  if (complete) return paint(terminal, 'green', 'No findings.');
  if (failuresOf(skipped).length > 0)
    return paint(terminal, 'red', 'No findings, but not everything could be analysed.');
  const unchecked = skipped.some(({ reason }) => reason === 'advisories_missing');
  const but = unchecked ? 'dependencies were not checked' : 'not everything was read';
  return paint(terminal, 'yellow', `No findings, but ${but}.`);
}

function coverageLines({ coverage, truncated }: CompletedScan, terminal: Terminal): string[] {
  const { files, bytes, engines, skipped, complete, advisoriesDate } = coverage;
  const lines = [
    paint(
      terminal,
      'dim',
      `Read ${files} ${files === 1 ? 'file' : 'files'} (${sizeText(bytes)}) with ${engines.map(({ id }) => id).join(', ') || 'no engine'}.`,
    ),
  ];
  if (advisoriesDate !== undefined)
    lines.push(
      paint(
        terminal,
        'dim',
        `Dependencies were checked against advisories of ${advisoriesDate.slice(0, 10)}.`,
      ),
    );
  const failures = failuresOf(skipped);
  if (failures.length > 0)
    lines.push(paint(terminal, 'red', 'Could not be analysed:'), ...unreadLines(failures));
  const unread = complete
    ? []
    : skipped.filter(({ reason }) => reason !== 'advisories_missing' && skipKind(reason) !== 'failed');
  if (unread.length > 0)
    lines.push(paint(terminal, 'yellow', 'Not everything was read:'), ...unreadLines(unread));
  if (truncated)
    lines.push(
      paint(terminal, 'yellow', 'There are more findings than the limit; the least severe are left out.'),
    );
  return lines;
}

const maxExamples = 3;

/** A line for each reason: how often, where, and what is the matter. */
function unreadLines(unread: CompletedScan['coverage']['skipped']): string[] {
  return [...Map.groupBy(unread, ({ reason }) => reason)].map(([reason, paths]) => {
    const total = paths.reduce((sum, { count }) => sum + (count ?? 1), 0);
    const examples = paths.slice(0, maxExamples).map(({ path }) => visibleText(path));
    const more = total > examples.length ? ', …' : '';
    return `  ${reason.replaceAll('_', ' ')} (${total}): ${examples.join(', ')}${more}  ${visibleText(paths[0]!.message)}`;
  });
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function policyLines({ policy }: CompletedScan, terminal: Terminal): string[] {
  return (policy?.violations ?? []).map(({ message }) =>
    paint(terminal, 'red', `Policy violated: ${visibleText(message)}`),
  );
}

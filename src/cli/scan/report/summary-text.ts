import { counted } from '../../../kernel/counted.ts';
import { failuresOf } from '../../../scan/findings/failures.ts';
import { type Severity, severities } from '../../../scan/model/finding.ts';
import type { CompletedScan } from '../../../scan/model/outcome.ts';
import { paint, type Terminal } from '../../terminal.ts';
import type { Selection } from './report-view.ts';
import { paintSeverity } from './severity-label.ts';
import { dependenciesUnchecked } from './unchecked-dependencies.ts';
import { wrapText } from './wrap-text.ts';

/** Open findings by engine and severity, against a baseline the new ones; the sum is below. */
export function summaryTable(scan: CompletedScan, terminal: Terminal, width: number): string[] {
  const { coverage } = scan;
  const findings = scan.findings.filter(({ baselineState }) => baselineState !== 'unchanged');
  if (findings.length === 0) return [];
  const counts = Map.groupBy(findings, ({ engine, severity }) => `${engine} ${severity}`);
  const unchecked = dependenciesUnchecked(scan);
  const rows = coverage.engines.map(({ id }) => ({
    name: id,
    cells: severities.map((severity) => counts.get(`${id} ${severity}`)?.length ?? 0),
    note: id === 'dependencies' && unchecked ? 'NOT checked' : '',
  }));
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const widths = severities.map((severity) => Math.max(severity.length, 6));
  // Where it does not fit, the line below it says the same in fewer columns.
  if (nameWidth + widths.reduce((sum, each) => sum + 2 + each, 0) > width) return [];
  const head = severities.map((severity, i) => paint(terminal, 'dim', severity.padStart(widths[i]!)));
  return [
    `${' '.repeat(nameWidth + 2)}${head.join('  ')}`,
    ...rows.map(({ name, cells, note }) => {
      const shown = cells.map((count, i) => {
        const text = (count === 0 ? '·' : String(count)).padStart(widths[i]!);
        return count === 0 ? paint(terminal, 'dim', text) : paintSeverity(terminal, severities[i]!, text);
      });
      const end = note === '' ? '' : `  ${paint(terminal, 'red', note)}`;
      return `${name.padEnd(nameWidth + 2)}${shown.join('  ')}${end}`;
    }),
    '',
  ];
}

/** Open findings by severity, and what became of the others. */
export function summaryLines(scan: CompletedScan, terminal: Terminal, width: number): string[] {
  const { summary, findings, coverage } = scan;
  const counts = severities
    .filter((severity) => summary[severity] > 0)
    .map((severity) => `${summary[severity]} ${severity}`);
  const extra = [
    ...(summary.new === undefined ? [] : [`${summary.new} new`]),
    ...(summary.fixed === undefined ? [] : [`${summary.fixed} fixed`]),
    ...(summary.suppressed === 0 ? [] : [`${summary.suppressed} suppressed`]),
  ];
  const rest = extra.length === 0 ? '' : ` ${extra.join(', ')}.`;
  if (findings.length === 0) return [`${nothingFound(coverage, terminal)}${rest}`];
  const text = `${counted(findings.length, 'finding')}: ${counts.join(', ')}.${rest}`;
  return wrapText(text, width).map((line) =>
    line.replace(/\d+ (critical|high|medium|low|info)\b/g, (count, severity: Severity) =>
      paintSeverity(terminal, severity, count),
    ),
  );
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

/** How many findings the reader does not see, and what would show them. */
export function hiddenLines({ minor, known, vendored }: Selection, width: number): string[] {
  const counts = severities.filter((severity) => minor[severity] > 0);
  const total = counts.reduce((sum, severity) => sum + minor[severity], 0);
  const option = counts.at(-1) === 'info' ? '--all' : `--min-severity ${counts.at(-1)}`;
  const texts = [
    ...(total === 0
      ? []
      : [
          `Not shown: ${counts.map((severity) => `${minor[severity]} ${severity}`).join(', ')}. ${option} shows them.`,
        ]),
    ...(known === 0
      ? []
      : [
          `${known} known ${known === 1 ? 'finding is' : 'findings are'} in the baseline and not shown here; --format json or html shows all.`,
        ]),
    ...(vendored === 0
      ? []
      : [
          `${counted(vendored, 'info finding')} in vendored or minified files not shown; --format json or html shows all.`,
        ]),
  ];
  return texts.flatMap((text) => wrapText(text, width));
}

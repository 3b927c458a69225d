import type { CompletedScan } from '../../../scan/model/outcome.ts';
import { visibleText } from '../../../scan/report/visible-text.ts';
import { paint, type Terminal } from '../../terminal.ts';
import { problemLines } from './config-problem-text.ts';
import { coverageLines } from './coverage-text.ts';
import { groupFindings } from './finding-groups.ts';
import { renderGroup } from './group-text.ts';
import { type ReportView, selectFindings } from './report-view.ts';
import { hiddenLines, summaryLines, summaryTable } from './summary-text.ts';
import { dependenciesUnchecked, uncheckedTexts } from './unchecked-dependencies.ts';
import { wrapText } from './wrap-text.ts';

/** The report for people: each problem once with its places, the worst next to the prompt; then the sums and what was not read. */
export function renderScan(scan: CompletedScan, terminal: Terminal, view: ReportView): string {
  const selection = selectFindings(scan, view);
  const groups = groupFindings(selection.shown);
  if (!view.worstFirst) groups.reverse();
  const dim = (line: string) => paint(terminal, 'dim', line);
  return [
    ...groups.map((group) => renderGroup(group, terminal, view)),
    [
      ...summaryTable(scan, terminal, view.width),
      ...summaryLines(scan, terminal, view.width),
      ...hiddenLines(selection, view.width).map(dim),
      ...coverageLines(scan, terminal, view.width),
      ...problemLines(scan, terminal, view.width),
      ...policyLines(scan, terminal, view.width),
      // Last, next to the prompt: whoever reads only one line should not take this for a pass.
      ...(dependenciesUnchecked(scan)
        ? uncheckedTexts.flatMap((text) => red(text, terminal, view.width))
        : []),
    ].join('\n'),
  ].join('\n\n');
}

function policyLines({ policy }: CompletedScan, terminal: Terminal, width: number): string[] {
  if (policy?.passed) return [paint(terminal, 'green', 'Policy passed.')];
  return (policy?.violations ?? []).flatMap(({ message }) =>
    red(`Policy violated: ${visibleText(message)}`, terminal, width),
  );
}

function red(text: string, terminal: Terminal, width: number): string[] {
  return wrapText(text, width).map((line) => paint(terminal, 'red', line));
}

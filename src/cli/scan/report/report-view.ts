import { classifyFile } from '../../../scan/engines/code/reading/file-class.ts';
import { type Finding, type Severity, severities } from '../../../scan/model/finding.ts';
import type { CompletedScan } from '../../../scan/model/outcome.ts';

/** What of a scan a reader wants to see, and how. */
export interface ReportView {
  minSeverity: Severity;
  /** Every severity, and each place with its code. */
  all: boolean;
  worstFirst: boolean;
  /** A line to copy next to each finding that would suppress it. */
  withSuppressions: boolean;
  /** Columns of the terminal. */
  width: number;
}

/** The findings that are shown, and how many are not, by the reason. */
export interface Selection {
  shown: Finding[];
  /** Below the lowest severity that is shown. */
  minor: Record<Severity, number>;
  /** The baseline knows them. */
  known: number;
  /** Info in code of others, or in what a build wrote: nobody can act on it. */
  vendored: number;
}

export function selectFindings(
  { findings, coverage }: CompletedScan,
  { minSeverity, all }: Pick<ReportView, 'minSeverity' | 'all'>,
): Selection {
  const lowest = severities.indexOf(all ? 'info' : minSeverity);
  const minified = new Set(
    coverage.skipped.filter(({ reason }) => reason === 'minified').map(({ path }) => path),
  );
  const selection: Selection = {
    shown: [],
    minor: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
    known: 0,
    vendored: 0,
  };
  for (const finding of findings) {
    // With a baseline the old ones would bury what the reader is asked to look at.
    if (finding.baselineState === 'unchanged') selection.known++;
    else if (finding.severity === 'info' && isOfOthers(finding, minified)) selection.vendored++;
    else if (severities.indexOf(finding.severity) > lowest) selection.minor[finding.severity]++;
    else selection.shown.push(finding);
  }
  return selection;
}

function isOfOthers({ file, snippet }: Finding, minified: ReadonlySet<string>): boolean {
  const { kind } = classifyFile(file, snippet?.text ?? '');
  return kind === 'vendored' || kind === 'minified' || minified.has(file);
}

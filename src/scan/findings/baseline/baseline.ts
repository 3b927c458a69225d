import type { Finding } from '../../model/finding.ts';
import type { KnownFinding } from '../../model/task.ts';

/** What changed against an earlier state, by fingerprint. */
export interface BaselineComparison {
  findings: Finding[];
  new: number;
  /** Known before, and neither open nor suppressed now, in what was looked at. */
  fixed: number;
}

/**
 * Marks open findings as new or unchanged; suppressed ones count as present, so that hiding is not fixing. What this scan did not look at
 * (`isInView`) is not fixed either: another engine, an excluded path, a file that could not be analysed.
 */
export function compareWithBaseline(
  open: readonly Finding[],
  suppressed: readonly Finding[],
  known: readonly KnownFinding[],
  isInView: (known: KnownFinding) => boolean,
): BaselineComparison {
  const fingerprints = new Set(known.map(({ fingerprint }) => fingerprint));
  const findings = open.map((finding) => ({
    ...finding,
    baselineState: fingerprints.has(finding.fingerprint) ? ('unchanged' as const) : ('new' as const),
  }));
  const present = new Set([...open, ...suppressed].map(({ fingerprint }) => fingerprint));
  const gone = known.filter((each) => !present.has(each.fingerprint) && isInView(each));
  return {
    findings,
    new: findings.filter(({ baselineState }) => baselineState === 'new').length,
    fixed: new Set(gone.map(({ fingerprint }) => fingerprint)).size,
  };
}

import type { Finding } from '../model/finding.ts';

/** What changed against an earlier state, by fingerprint. */
export interface BaselineComparison {
  findings: Finding[];
  new: number;
  /** Known before and neither open nor suppressed now. */
  fixed: number;
}

/** Marks open findings as new or unchanged; suppressed ones count as present, so that hiding is not fixing. */
export function compareWithBaseline(
  open: readonly Finding[],
  suppressed: readonly Finding[],
  fingerprints: readonly string[],
): BaselineComparison {
  const known = new Set(fingerprints);
  const findings = open.map((finding) => ({
    ...finding,
    baselineState: known.has(finding.fingerprint) ? ('unchanged' as const) : ('new' as const),
  }));
  const present = new Set([...open, ...suppressed].map(({ fingerprint }) => fingerprint));
  return {
    findings,
    new: findings.filter(({ baselineState }) => baselineState === 'new').length,
    fixed: [...known].filter((fingerprint) => !present.has(fingerprint)).length,
  };
}

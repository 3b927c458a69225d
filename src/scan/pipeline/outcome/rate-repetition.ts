import type { Finding } from '../../model/finding.ts';
import type { KnownFinding } from '../../model/task.ts';
import { compareFindings, type Presented } from './present-findings.ts';
import { withoutRepetition } from './repeated-places.ts';

/**
 * Rates repeated places among findings of one state only: new ones, those of the baseline, and suppressed ones. A new finding that is low because
 * others like it are known, or suppressed, would pass a gate that the same finding alone does not pass.
 */
export function rateRepetition(presented: Presented, known: readonly KnownFinding[]): Presented {
  const { open, suppressed, identities } = presented;
  const before = new Set(known.map(({ fingerprint }) => fingerprint));
  const isKnown = ({ fingerprint }: Finding) => before.has(fingerprint);
  const rated = (findings: readonly Finding[]) => rate(findings, identities);
  return {
    ...presented,
    open: [...rated(open.filter((one) => !isKnown(one))), ...rated(open.filter(isKnown))].sort(
      compareFindings,
    ),
    suppressed: rated(suppressed).sort(compareFindings),
  };
}

/** What the configuration of the repository rates stays as it is. */
function rate(findings: readonly Finding[], identities: Presented['identities']): Finding[] {
  const own = findings.flatMap((finding) => {
    const identity = identities.get(finding.fingerprint);
    return identity ? [{ ...finding, identity }] : [];
  });
  const severities = new Map(
    withoutRepetition(own).map(({ fingerprint, severity }) => [fingerprint, severity]),
  );
  return findings.map((finding) => ({
    ...finding,
    severity: severities.get(finding.fingerprint) ?? finding.severity,
  }));
}

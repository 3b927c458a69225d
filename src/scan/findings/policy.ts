import { type Finding, severities } from '../model/finding.ts';
import type { Policy, PolicyVerdict, PolicyViolation } from '../model/outcome.ts';

/** Judges open findings and coverage; an empty policy passes everything. */
export function judge(
  policy: Policy,
  findings: readonly Finding[],
  coverage: { complete: boolean; skipped: readonly unknown[] },
  truncated: boolean,
): PolicyVerdict {
  const violations: PolicyViolation[] = [];
  const { failOn, onlyNew, requireComplete } = policy;
  if (failOn !== undefined) {
    const threshold = severities.indexOf(failOn);
    const count = findings.filter(
      ({ severity, baselineState }) =>
        severities.indexOf(severity) <= threshold && !(onlyNew && baselineState === 'unchanged'),
    ).length;
    if (count > 0) {
      const kind = `${onlyNew ? 'new ' : ''}${count === 1 ? 'finding' : 'findings'}`;
      violations.push({
        rule: 'failOn',
        count,
        message: `${count} ${kind} of severity ${failOn} or higher.`,
      });
    }
  }
  if (requireComplete && (!coverage.complete || truncated)) {
    violations.push({
      rule: 'requireComplete',
      count: coverage.skipped.length,
      message: 'Not everything was read; see coverage.skipped.',
    });
  }
  return { passed: violations.length === 0, violations };
}

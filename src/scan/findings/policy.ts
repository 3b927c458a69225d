import type { Coverage } from '../model/coverage.ts';
import { type Finding, severities } from '../model/finding.ts';
import type { PolicyVerdict, PolicyViolation } from '../model/outcome.ts';
import type { Policy } from '../model/task.ts';
import { countPaths, describeFailures, failuresOf } from './failures.ts';

/** Checks open findings and coverage against a policy; an empty policy passes everything. */
export function judge(
  policy: Policy,
  findings: readonly Finding[],
  coverage: Pick<Coverage, 'complete' | 'skipped'>,
  truncated: boolean,
): PolicyVerdict {
  const violations = [
    ...severeFindings(policy, findings),
    ...failedAnalysis(policy, coverage),
    ...unreadPaths(policy, coverage, truncated),
  ];
  return { passed: violations.length === 0, violations };
}

function severeFindings({ failOn, onlyNew }: Policy, findings: readonly Finding[]): PolicyViolation[] {
  if (failOn === undefined) return [];
  const threshold = severities.indexOf(failOn);
  const count = findings.filter(
    ({ severity, baselineState }) =>
      severities.indexOf(severity) <= threshold && !(onlyNew && baselineState === 'unchanged'),
  ).length;
  if (count === 0) return [];
  const kind = `${onlyNew ? 'new ' : ''}${count === 1 ? 'finding' : 'findings'}`;
  return [{ rule: 'failOn', count, message: `${count} ${kind} of severity ${failOn} or higher.` }];
}

/** A repository that makes an engine fail must not pass for one without findings. */
function failedAnalysis(
  { failOn, allowIncomplete }: Policy,
  { skipped }: Pick<Coverage, 'skipped'>,
): PolicyViolation[] {
  const failures = describeFailures(skipped);
  if (failOn === undefined || allowIncomplete || failures === undefined) return [];
  const message = `${failures} Findings may be missing there: exclude these paths, raise the limit, or allow it with allowIncomplete (--allow-incomplete).`;
  return [{ rule: 'incomplete', count: countPaths(failuresOf(skipped)), message }];
}

function unreadPaths(
  { requireComplete }: Policy,
  { complete, skipped }: Pick<Coverage, 'complete' | 'skipped'>,
  truncated: boolean,
): PolicyViolation[] {
  if (!requireComplete || (complete && !truncated)) return [];
  const message = 'Not everything was read; see coverage.skipped.';
  return [{ rule: 'requireComplete', count: skipped.length, message }];
}

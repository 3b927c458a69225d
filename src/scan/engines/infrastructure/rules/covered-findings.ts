import { atMost, type EngineFinding } from '../../../model/finding.ts';

/**
 * A rule about everything covers those about parts of it: a group that is open to the whole internet on every port has one loud finding, not one for each port
 * that somebody thought of. The others stay, for those who look for them.
 */
export function withoutCovered(findings: EngineFinding[]): EngineFinding[] {
  const whole = new Set(
    findings.flatMap(({ ruleId, startLine }) =>
      everything.test(ruleId) ? [`${ruleId.replace(everything, '')} ${startLine}`] : [],
    ),
  );
  if (whole.size === 0) return findings;
  return findings.map((finding) => {
    const family = finding.ruleId.slice(0, finding.ruleId.lastIndexOf('.'));
    if (everything.test(finding.ruleId) || !whole.has(`${family} ${finding.startLine}`)) return finding;
    if (atMost(finding.severity, 'medium') === finding.severity) return finding;
    const description = `${finding.description} The finding about all ports includes it, so it is rated medium.`;
    return { ...finding, severity: 'medium', description };
  });
}

const everything = /\.everything(?:-[\w-]+)?$/;

import type { RuleDescription } from '../../model/rule-description.ts';
import type { ScanRule } from '../../model/secret-rule.ts';

export function describeRule(rule: ScanRule): RuleDescription {
  const { id, title, opens, severity, confidence } = rule;
  const suggestion = suggestionOf(rule);
  return {
    id,
    title,
    description: opens,
    suggestion,
    severity,
    confidence,
    category: 'secret',
    cwe: cweOf(rule),
  };
}

export function suggestionOf({ revoke }: ScanRule): string {
  return `${revoke} Then keep the new one outside the repository (environment, secret manager); removing the line does not remove it from the history.`;
}

/** A hash of a password is a credential that is kept too weakly, not one that is written down. */
export function cweOf({ detector }: ScanRule): string[] {
  return detector === 'password-hash' ? ['CWE-522'] : ['CWE-798'];
}

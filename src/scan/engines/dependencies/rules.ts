import type { RuleDescription } from '../../model/rule-description.ts';

/** The rules of this engine. What a finding says comes from the advisory; these say what kind of problem it is. */
export const dependencyRules = {
  vulnerable: {
    id: 'dependency-vulnerable',
    title: 'Dependency with a known vulnerability',
    description: 'A package at this version is affected by a published security advisory.',
    suggestion: 'Raise it to a version that the advisory does not name; where there is none, replace it.',
    severity: 'high',
    confidence: 'high',
    category: 'vulnerable-dependency',
    cwe: ['CWE-1395'],
  },
  malicious: {
    id: 'dependency-malicious',
    title: 'Malicious dependency',
    description:
      'A package at this version was published to do harm. Whoever installed it should treat the machine and its credentials as taken over.',
    suggestion: 'Remove it, and replace every credential that was within reach where it was installed.',
    severity: 'critical',
    confidence: 'high',
    category: 'malicious-dependency',
    cwe: ['CWE-506'],
  },
  unmaintained: {
    id: 'dependency-unmaintained',
    title: 'Dependency that is no longer maintained',
    description:
      'A notice says that nobody maintains the package any more: its next vulnerability will not be repaired.',
    suggestion: 'Replace it by a package that somebody maintains.',
    severity: 'info',
    confidence: 'high',
    category: 'unmaintained-dependency',
    cwe: ['CWE-1104'],
  },
  licence: {
    id: 'dependency-licence',
    title: 'Dependency with a licence that is not accepted',
    description: 'The licence of a package is not among those that the policy accepts.',
    suggestion: 'Replace the package, or accept the licence in the policy.',
    severity: 'medium',
    confidence: 'high',
    category: 'licence',
    cwe: [],
  },
} as const satisfies Record<string, RuleDescription>;

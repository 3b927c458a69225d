import type { RuleDescription } from '../engine.ts';

/** The rules of this engine. What a finding says comes from the advisory; these say what kind of problem it is. */
export const dependencyRules = {
  vulnerable: {
    id: 'dependency-vulnerable',
    title: 'Dependency with a known vulnerability',
    description: 'A package at this version is affected by a published security advisory.',
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
    severity: 'info',
    confidence: 'high',
    category: 'unmaintained-dependency',
    cwe: ['CWE-1104'],
  },
  licence: {
    id: 'dependency-licence',
    title: 'Dependency with a licence that is not accepted',
    description: 'The licence of a package is not among those that the policy accepts.',
    severity: 'medium',
    confidence: 'high',
    category: 'licence',
    cwe: [],
  },
} as const satisfies Record<string, RuleDescription>;

import type { Confidence, Severity } from './finding.ts';

/** What an engine tells about a rule, for reports, documentation and SARIF. */
export interface RuleDescription {
  id: string;
  title: string;
  description: string;
  /** What to do about what it finds, wherever it finds it; a finding may know better. */
  suggestion: string;
  severity: Severity;
  confidence: Confidence;
  category: string;
  cwe: string[];
  references?: string[];
}

import type { Confidence, Severity } from '../../../finding.ts';
import type { Condition } from '../conditions/condition.ts';

/** One check as its file in `rules/infrastructure/` gives it. */
export interface InfrastructureRule {
  id: string;
  title: string;
  severity: Severity;
  confidence: Confidence;
  category: string;
  cwe: string[];
  /** What can go wrong for the people who run this. */
  harm: string;
  suggestion: string;
  references: string[];
  /** The resource types it judges; empty for checks that are written in code. */
  on: string[];
  /** Absent for checks that are written in code. */
  when: (() => Condition) | undefined;
  /** A mechanical repair, `attribute = value` in the language of the file. */
  fix: string | undefined;
  bad: string[];
  good: string[];
}

export interface RulePack {
  name: string;
  rules: InfrastructureRule[];
  byType: ReadonlyMap<string, InfrastructureRule[]>;
  byId: ReadonlyMap<string, InfrastructureRule>;
}

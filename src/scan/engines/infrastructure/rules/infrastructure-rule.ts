import type { Confidence, Severity } from '../../../model/finding.ts';
import type { Attempt } from '../../attempt.ts';
import type { Condition } from '../conditions/condition.ts';

/** One check as `rules/infrastructure/compiled/` holds it. */
export interface CompiledRule {
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
  /** The text of the condition; absent for checks that are written in code. */
  when?: string;
  /** The keys of the attribute that is wrong, where the rule is about one. */
  attribute?: string[];
  /** The value that the attribute must have, as it is written, where there is only one. */
  setTo?: string;
  /** A mechanical repair, `attribute = value` in the language of the file. */
  fix?: string;
}

/** One check as its file in `rules/infrastructure/` gives it, with the examples that hold it to its word. */
export interface WrittenRule extends CompiledRule {
  bad: string[];
  good: string[];
}

/** One check, ready to run. */
export interface InfrastructureRule extends Omit<CompiledRule, 'when'> {
  /** Read at the first use: a scan that meets no such resource does not pay for it. */
  when: (() => Condition) | undefined;
}

export interface RulePack {
  name: string;
  rules: InfrastructureRule[];
  byType: ReadonlyMap<string, InfrastructureRule[]>;
  byId: ReadonlyMap<string, InfrastructureRule>;
  /** One rule on one resource may fail alone. */
  attempt: Attempt;
}

import type { EngineId } from './finding.ts';
import type { RuleDescription } from './rule-description.ts';

/** A small program or repository that a rule must find something in, or must not. */
export interface RuleExample {
  matches: boolean;
  files: Array<{ path: string; text: string }>;
}

/** A built-in rule as people read about it. */
export interface CataloguedRule extends RuleDescription {
  engine: EngineId;
  /** Programming languages, or kinds of files such as `dockerfile`; empty where a rule looks at every file. */
  languages: string[];
  examples: RuleExample[];
}

import type { EngineId } from '../finding.ts';
import { compileGlob } from '../glob.ts';

/** What a rule is called: by its own id, or behind the name of its engine, so that `secrets.*` means all of one engine. */
export interface NamedRule {
  ruleId: string;
  engine: EngineId;
}

export function compileRulePattern(pattern: string): (rule: NamedRule) => boolean {
  const matches = compileGlob(pattern);
  return ({ ruleId, engine }) => matches(ruleId) || matches(`${engine}.${ruleId}`);
}

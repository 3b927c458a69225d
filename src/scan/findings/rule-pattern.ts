import { compileGlob } from '../formats/glob.ts';
import type { EngineId } from '../model/finding.ts';

/** What a rule is called: by its own id, or behind the name of its engine, so that `secrets.*` means all of one engine. */
export interface NamedRule {
  ruleId: string;
  engine: EngineId;
}

export function compileRulePattern(pattern: string): (rule: NamedRule) => boolean {
  const matches = compileGlob(pattern);
  return ({ ruleId, engine }) => matches(ruleId) || matches(`${engine}.${ruleId}`);
}

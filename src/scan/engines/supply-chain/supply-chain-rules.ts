import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Confidence, EngineFinding, Severity } from '../../model/finding.ts';
import type { RuleDescription } from '../../model/rule-description.ts';

/** A rule as `rules/supply-chain/compiled.json` holds it. */
export interface SupplyChainRule {
  id: string;
  title: string;
  description: string;
  suggestion: string;
  severity: Severity;
  confidence: Confidence;
  cwe: string[];
  references?: string[];
}

/** What `rules/supply-chain/compiled.json` holds: made by `npm run rules:compile` of the files next to it. */
export interface CompiledSupplyChain {
  rules: SupplyChainRule[];
  /** Well-known package names, and names that look like one and are fine. */
  packages: Record<'npm' | 'pypi', { popular: string[]; fine: string[] }>;
}

export const supplyChainFolder = new URL('../../../../rules/supply-chain/', import.meta.url);

type RuleText = Pick<
  EngineFinding,
  | 'ruleId'
  | 'severity'
  | 'confidence'
  | 'title'
  | 'description'
  | 'suggestion'
  | 'category'
  | 'cwe'
  | 'references'
>;

export interface SupplyChainRules {
  readonly version: string;
  readonly descriptions: readonly RuleDescription[];
  readonly packages: CompiledSupplyChain['packages'];
  /** The part of a finding that the rule's own text gives; `detail` says what is special here. */
  finding(ruleId: string, detail: string): RuleText;
}

export function loadSupplyChainRules(): SupplyChainRules {
  const source = readFileSync(new URL('compiled.json', supplyChainFolder), 'utf8');
  const { rules: all, packages } = JSON.parse(source) as CompiledSupplyChain;
  const byId = new Map(all.map((rule) => [rule.id, rule]));
  return {
    version: createHash('sha256').update(source).digest('hex').slice(0, 16),
    packages,
    descriptions: all.map(
      ({ id, title, description, suggestion, severity, confidence, cwe, references }) => ({
        id,
        title,
        description,
        suggestion,
        severity,
        confidence,
        category: 'supply-chain',
        cwe,
        ...(references && { references }),
      }),
    ),
    finding(ruleId, detail) {
      const rule = byId.get(ruleId);
      if (!rule) throw new Error(`no text for rule ${ruleId}`);
      return {
        ruleId,
        severity: rule.severity,
        confidence: rule.confidence,
        title: rule.title,
        description: `${rule.description} ${detail}`.trim(),
        suggestion: rule.suggestion,
        category: 'supply-chain',
        cwe: rule.cwe,
        ...(rule.references && { references: rule.references }),
      };
    },
  };
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Confidence, EngineFinding, Severity } from '../../finding.ts';
import type { RuleDescription } from '../engine.ts';
import { plainValue } from '../infrastructure/document/node.ts';
import { parseYaml } from '../infrastructure/yaml/parse-yaml.ts';

/** Raised by hand when the code of a check changes what it answers. */
const codeVersion = 2;

/** A rule as the file holds it; the tests hold every one of them to this shape. */
export interface SupplyChainRule {
  id: string;
  title: string;
  description: string;
  suggestion: string;
  severity: Severity;
  confidence: Confidence;
  cwe: string[];
  references?: string[];
  /** Small repositories, path to text: in the bad ones the rule finds something, in the good ones nothing. */
  examples: { bad: Array<Record<string, string>>; good: Array<Record<string, string>> };
}

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
  readonly all: readonly SupplyChainRule[];
  /** The part of a finding that the rule's own text gives; `detail` says what is special here. */
  finding(ruleId: string, detail: string): RuleText;
}

export function loadSupplyChainRules(): SupplyChainRules {
  const source = readFileSync(new URL('../../../../rules/supply-chain/rules.yaml', import.meta.url), 'utf8');
  // The engine's own YAML reader, and no schema library: loading both would take longer than a small scan.
  const all = plainValue(parseYaml(source).documents[0]) as SupplyChainRule[];
  const byId = new Map(all.map((rule) => [rule.id, rule]));
  return {
    version: `${codeVersion}-${createHash('sha256').update(source).digest('hex').slice(0, 16)}`,
    all,
    descriptions: all.map(({ id, title, description, severity, confidence, cwe, references }) => ({
      id,
      title,
      description,
      severity,
      confidence,
      category: 'supply-chain',
      cwe,
      ...(references && { references }),
    })),
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

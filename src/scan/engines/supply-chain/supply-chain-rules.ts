import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { confidences, type EngineFinding, severities } from '../../finding.ts';
import type { RuleDescription } from '../engine.ts';

/** Raised by hand when the code of a check changes what it answers. */
const codeVersion = 1;

const ruleSchema = z.strictObject({
  id: z.string().startsWith('supply-chain.'),
  title: z.string(),
  description: z.string(),
  suggestion: z.string(),
  severity: z.enum(severities),
  confidence: z.enum(confidences),
  cwe: z.array(z.string()).min(1).max(2),
  references: z.array(z.string()).optional(),
  examples: z.strictObject({
    bad: z.array(z.record(z.string(), z.string())).min(2),
    good: z.array(z.record(z.string(), z.string())).min(2),
  }),
});

export type SupplyChainRule = z.infer<typeof ruleSchema>;

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
  const all = z.array(ruleSchema).parse(parse(source));
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

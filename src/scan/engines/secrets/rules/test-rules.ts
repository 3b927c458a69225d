import type { SecretRule } from '../../../model/secret-rule.ts';
import type { Engine, SourceFile } from '../../engine.ts';
import { expandTemplate } from './example-template.ts';

export interface RuleFailure {
  ruleId: string;
  problem: string;
}

/** Tries the examples of rules: each example must be found by its rule, no near miss may be. */
export function testRules(rules: readonly SecretRule[], engine: Engine): RuleFailure[] {
  return rules.flatMap((rule) => [
    ...rule.examples.flatMap((example, index) =>
      isFound(rule, example, index, engine)
        ? []
        : [{ ruleId: rule.id, problem: `example ${index + 1} is not found: ${shorten(example)}` }],
    ),
    ...rule.nearMisses.flatMap((nearMiss, index) =>
      isFound(rule, nearMiss, index, engine)
        ? [{ ruleId: rule.id, problem: `near miss ${index + 1} is found: ${shorten(nearMiss)}` }]
        : [],
    ),
  ]);
}

/** As it is written, gaps and all. */
function shorten(template: string): string {
  return template.length > 100 ? `${template.slice(0, 100)}…` : template;
}

function isFound(rule: SecretRule, template: string, index: number, engine: Engine): boolean {
  const text = expandTemplate(template, `${rule.id}/${index}`);
  const analysis = engine.analyse(asFile(rule.examplePath ?? 'settings.conf', text), {
    hashSecret: (value) => value,
  });
  return analysis.findings.some((finding) => finding.ruleId === rule.id);
}

function asFile(path: string, text: string): SourceFile {
  // Each character is one byte, so that examples can hold the first bytes of a binary file.
  return { path, bytes: Buffer.from(text, 'latin1'), text, tree: undefined };
}

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCondition } from './conditions/parse-condition.ts';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { compileRuleFiles, readRuleFiles } from './rules/compile-rules.ts';
import { exampleRepository } from './rules/example-repository.ts';
import { compiledFolder } from './rules/rule-library.ts';
import { scanRepository } from './rules/scan-repository.ts';

const engine = createInfrastructureEngine();

test('the compiled rules are those of the rule files (npm run rules:compile)', () => {
  const compiled = compileRuleFiles();
  expect(readdirSync(compiledFolder).sort()).toEqual([...compiled.keys()].sort());
  for (const [file, text] of compiled)
    expect(readFileSync(new URL(file, compiledFolder), 'utf8'), file).toBe(text);
});

for (const [name, rules] of readRuleFiles()) {
  test(`every ${name} rule sees its bad examples and is silent on its good ones`, async () => {
    const wrong: string[] = [];
    for (const rule of rules) {
      const found = async (example: string) =>
        (await scanRepository(engine, exampleRepository(name, rule.on, example))).findings.some(
          (finding) => finding.ruleId === rule.id,
        );
      for (const [index, example] of rule.bad.entries()) {
        if (!(await found(example)))
          wrong.push(`${rule.id} misses bad example ${index + 1}: ${example.slice(0, 200)}`);
      }
      for (const [index, example] of rule.good.entries()) {
        if (await found(example))
          wrong.push(`${rule.id} speaks on good example ${index + 1}: ${example.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test(`every ${name} rule carries examples and a condition that can be read`, () => {
    expect(rules.filter((rule) => rule.bad.length === 0).map((rule) => rule.id)).toEqual([]);
    for (const { when } of rules) if (when !== undefined) expect(() => parseCondition(when)).not.toThrow();
  });
}

import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { exampleRepository } from './example-repository.ts';
import { RuleLibrary } from './rule-library.ts';
import { scanRepository } from './scan-repository.ts';

const library = new RuleLibrary();
const engine = createInfrastructureEngine();

for (const name of library.names) {
  const { rules } = library.pack(name);
  test(`every ${name} rule sees its bad examples and is silent on its good ones`, () => {
    const wrong: string[] = [];
    for (const rule of rules) {
      const found = (example: string) =>
        scanRepository(engine, exampleRepository(name, rule.on, example)).findings.some(
          (finding) => finding.ruleId === rule.id,
        );
      rule.bad.forEach((example, index) => {
        if (!found(example))
          wrong.push(`${rule.id} misses bad example ${index + 1}: ${example.slice(0, 200)}`);
      });
      rule.good.forEach((example, index) => {
        if (found(example))
          wrong.push(`${rule.id} speaks on good example ${index + 1}: ${example.slice(0, 200)}`);
      });
    }
    expect(wrong).toEqual([]);
  });

  test(`every ${name} rule carries examples and a condition that can be read`, () => {
    expect(rules.filter((rule) => rule.bad.length === 0).map((rule) => rule.id)).toEqual([]);
    for (const rule of rules) expect(() => rule.when?.()).not.toThrow();
  });
}

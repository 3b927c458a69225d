import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { EngineFinding } from '../../model/finding.ts';
import { parseCondition } from './conditions/parse-condition.ts';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { compileRuleFiles, readRuleFiles } from './rules/compile-rules.ts';
import { exampleRepository } from './rules/example-repository.ts';
import { compiledFolder } from './rules/rule-library.ts';
import { scanRepository } from './rules/scan-repository.ts';

const engine = createInfrastructureEngine();

/**
 * Where the findings of a rule are in its bad examples, by the id of the rule: first and last line, behind a colon the line that is shown where that is another one, what is
 * affected, what tells it from others there, and what would be written in its place; a semicolon between examples. After a wanted change: LOREKEEP_WRITE_PLACES=1 vitest run
 * rule-examples, and read the difference.
 */
const placesFile = new URL('../../../../test/suites/infrastructure-places.json', import.meta.url);
const places = JSON.parse(readFileSync(placesFile, 'utf8')) as Record<string, string>;
const isWriting = process.env['LOREKEEP_WRITE_PLACES'] !== undefined;
const seen: Record<string, string> = {};
afterAll(() => {
  if (isWriting) writeFileSync(placesFile, `${JSON.stringify(seen, null, 2)}\n`);
});

function placeOf({ startLine, endLine, line, identity, fix, edit }: EngineFinding): string {
  return [
    `${startLine}-${endLine}${line ? `:${line}` : ''}`,
    ...(identity.scope === '' ? [] : [identity.scope]),
    ...(identity.tokens === '' ? [] : [`(${identity.tokens})`]),
    ...(fix ? [`fix ${fix.startLine}-${fix.endLine} ${JSON.stringify(fix.replacement)}`] : []),
    ...(edit ? [`edit ${edit.line} ${edit.key} ${JSON.stringify(edit.value)}`] : []),
  ].join(' ');
}

test('the compiled rules are those of the rule files (npm run rules:compile)', () => {
  const compiled = compileRuleFiles();
  expect(readdirSync(compiledFolder).sort()).toEqual([...compiled.keys()].sort());
  for (const [file, text] of compiled)
    expect(readFileSync(new URL(file, compiledFolder), 'utf8'), file).toBe(text);
});

/** So many rules in one test: what a change breaks is told quickly. */
const chunk = 12;

for (const [name, rules] of readRuleFiles()) {
  for (let from = 0; from < rules.length; from += chunk) {
    const some = rules.slice(from, from + chunk);
    test(`${name} rules from ${some[0]!.id} see their bad examples, where they should, and are silent on their good ones`, async () => {
      const wrong: string[] = [];
      for (const rule of some) {
        const found = async (example: string) =>
          (await scanRepository(engine, exampleRepository(name, rule.on, example))).findings
            .filter((finding) => finding.ruleId === rule.id)
            .map(placeOf)
            .join(', ');
        const lines: string[] = [];
        for (const [index, example] of rule.bad.entries()) {
          lines.push(await found(example));
          if (lines.at(-1) === '')
            wrong.push(`${rule.id} misses bad example ${index + 1}: ${example.slice(0, 200)}`);
        }
        for (const [index, example] of rule.good.entries()) {
          if ((await found(example)) !== '')
            wrong.push(`${rule.id} speaks on good example ${index + 1}: ${example.slice(0, 200)}`);
        }
        seen[rule.id] = lines.join('; ');
        if (!isWriting && Object.hasOwn(places, rule.id) && places[rule.id] !== seen[rule.id])
          wrong.push(`${rule.id} is found on ${seen[rule.id]} and not on ${places[rule.id]}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  test(`every ${name} rule carries examples and a condition that can be read`, () => {
    expect(rules.filter((rule) => rule.bad.length === 0).map((rule) => rule.id)).toEqual([]);
    for (const { when } of rules) if (when !== undefined) expect(() => parseCondition(when)).not.toThrow();
  });
}

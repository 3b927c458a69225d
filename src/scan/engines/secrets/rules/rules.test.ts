import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createSecretsEngine } from '../secrets-engine.ts';
import { rulesFolder } from './compiled-rules.ts';
import { compileRuleFiles, readRuleFiles } from './rule-files.ts';
import { testRules } from './test-rules.ts';

const { rules } = readRuleFiles(rulesFolder);

test('every rule finds its examples and none of its near misses', () => {
  expect(testRules(rules, createSecretsEngine())).toEqual([]);
});

test('there are at least 250 formats of at least 150 providers, each with two examples and two near misses', () => {
  expect(rules.length).toBeGreaterThanOrEqual(250);
  expect(new Set(rules.map((rule) => rule.provider)).size).toBeGreaterThanOrEqual(150);
  expect(rules.filter((rule) => rule.examples.length < 2 || rule.nearMisses.length < 2)).toEqual([]);
});

test('ids are unique, and a half of a credential names a rule that exists', () => {
  const ids = new Set(rules.map((rule) => rule.id));
  expect(ids.size).toBe(rules.length);
  for (const rule of rules) if (rule.pairsWith !== undefined) expect(ids).toContain(rule.pairsWith);
});

test('the compiled rules are those of the rule files (else: npm run rules:compile)', () => {
  expect(readFileSync(new URL('compiled.json', rulesFolder), 'utf8')).toBe(compileRuleFiles(rulesFolder));
});

test('no rule file holds a text in the form of a credential: examples are templates', () => {
  const engine = createSecretsEngine();
  for (const name of [
    'cloud',
    'source-and-ci',
    'payment',
    'messaging',
    'models',
    'detectors',
    'files-and-commands',
    'further-formats',
  ]) {
    const bytes = readFileSync(new URL(`${name}.yaml`, rulesFolder));
    const { findings } = engine.analyse(
      { path: `rules/${name}.yaml`, bytes, text: bytes.toString(), tree: undefined },
      { hashSecret: () => '' },
    );
    expect(
      findings
        .filter(({ severity }) => severity === 'high' || severity === 'critical')
        .map((f) => `${name}:${f.startLine} ${f.ruleId}`),
    ).toEqual([]);
  }
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { confidences, type EngineFinding, severities } from '../../model/finding.ts';
import { scanRepository } from '../infrastructure/rules/scan-repository.ts';
import { compileSupplyChainRules, readSupplyChainRules } from './compile-rules.ts';
import { createSupplyChainEngine } from './supply-chain-engine.ts';
import { supplyChainFolder } from './supply-chain-rules.ts';

const engine = createSupplyChainEngine();

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

test('every rule has all that a rule needs, read the same by our reader and by the full one', () => {
  const all = readSupplyChainRules();
  expect(() => z.array(ruleSchema).min(5).parse(all)).not.toThrow();
  expect(all).toEqual(parse(readFileSync(new URL('rules.yaml', supplyChainFolder), 'utf8')));
});

test('the compiled rules are those of the rule files (npm run rules:compile)', () => {
  expect(readFileSync(new URL('compiled.json', supplyChainFolder), 'utf8')).toBe(compileSupplyChainRules());
});

for (const rule of readSupplyChainRules()) {
  for (const [index, example] of rule.examples.bad.entries()) {
    test(`${rule.id} sees its bad example ${index + 1}`, async () => {
      expect((await scan(example)).map((finding) => finding.ruleId)).toContain(rule.id);
    });
  }
  for (const [index, example] of rule.examples.good.entries()) {
    test(`${rule.id} is silent on its good example ${index + 1}`, async () => {
      expect((await scan(example)).map((finding) => finding.ruleId)).not.toContain(rule.id);
    });
  }
}

test('a finding points at the line and the character', async () => {
  const [finding] = await scan({ 'a.c': 'int a;\nint b; /*\u202e*/\n' });
  expect(finding).toMatchObject({
    file: 'a.c',
    startLine: 2,
    startColumn: 10,
    ruleId: 'supply-chain.bidi-control',
  });
  expect(finding?.identity.tokens).toBe('int b; /*<U+202E>*/');
});

test('a file full of hidden characters gives a bounded number of findings', async () => {
  expect(await scan({ 'a.c': '/*\u202e*/\n'.repeat(5000) })).toHaveLength(20);
});

test('images and archives are not wanted, code and prose are', () => {
  expect(engine.wants('logo.png', 10)).toBe(false);
  expect(engine.wants('src/a.py', 10)).toBe(true);
  expect(engine.wants('.cursorrules', 10)).toBe(true);
});

async function scan(repository: Record<string, string>): Promise<EngineFinding[]> {
  return (await scanRepository(engine, repository)).findings;
}

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { expandTemplate } from './rules/example-template.ts';
import { createSecretsEngine } from './secrets-engine.ts';

type Case = [path: string, text: string];

const suite = parse(
  readFileSync(new URL('../../../../test/suites/secret-values.yaml', import.meta.url), 'utf8'),
) as { secrets: Case[]; others: Case[] };
const engine = createSecretsEngine({});
const tools = { hashSecret: (value: string) => `hash of ${value.length}` };

function found([path, template]: Case): string[] {
  const text = `${expandTemplate(template, template)}\n`;
  const file = { path, text, bytes: Buffer.from(text), tree: undefined };
  return engine.analyse(file, tools).findings.map(({ ruleId }) => ruleId);
}

test('at least 95 % of the secrets are found', () => {
  const missed = suite.secrets.filter((item) => found(item).length === 0);
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(suite.secrets.length * 0.05);
});

test('at most 5 % of the placeholders, references and documented examples are reported', () => {
  const alarms = suite.others.filter((item) => found(item).length > 0);
  expect(alarms.length, JSON.stringify(alarms, null, 1)).toBeLessThanOrEqual(suite.others.length * 0.05);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

interface Case {
  name: string;
  expect?: string;
  files: Record<string, string>;
}

const suite = parse(
  readFileSync(new URL('../../../../../test/suites/workflow-taint.yaml', import.meta.url), 'utf8'),
) as Case[];
const engine = createInfrastructureEngine();
const classes = [
  'template-injection',
  'untrusted-checkout',
  'environment-injection',
  'artifact-poisoning',
  'cache-poisoning',
];

function reported(item: Case): string[] {
  const ids = scanRepository(engine, item.files).findings.map((finding) =>
    finding.ruleId.replace('workflow.', ''),
  );
  return [...new Set(ids)].filter((id) => classes.includes(id));
}

test('the suite is half safe and half vulnerable', () => {
  expect(suite).toHaveLength(80);
  expect(suite.filter((item) => item.expect)).toHaveLength(40);
});

test('at least 95 % of the vulnerable workflows are found, each in its own class', () => {
  const missed = suite
    .filter((item) => item.expect && !reported(item).includes(item.expect))
    .map((item) => item.name);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2);
});

test('at most 5 % of the safe workflows raise an alarm', () => {
  const alarms = suite
    .filter((item) => !item.expect && reported(item).length > 0)
    .map((item) => `${item.name}: ${reported(item)}`);
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(2);
});

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

async function reported(item: Case): Promise<string[]> {
  const { findings } = await scanRepository(engine, item.files);
  const ids = findings.map((finding) => finding.ruleId.replace('workflow.', ''));
  return [...new Set(ids)].filter((id) => classes.includes(id));
}

test('the suite is half safe and half vulnerable', () => {
  expect(suite).toHaveLength(80);
  expect(suite.filter((item) => item.expect)).toHaveLength(40);
});

test('at least 95 % of the vulnerable workflows are found, each in its own class', async () => {
  const missed: string[] = [];
  for (const item of suite)
    if (item.expect && !(await reported(item)).includes(item.expect)) missed.push(item.name);
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2);
});

test('at most 5 % of the safe workflows raise an alarm', async () => {
  const alarms: string[] = [];
  for (const item of suite) {
    const found = item.expect ? [] : await reported(item);
    if (found.length > 0) alarms.push(`${item.name}: ${found}`);
  }
  expect(alarms.length, alarms.join('\n')).toBeLessThanOrEqual(2);
});

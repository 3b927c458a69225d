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

/** Workflows that have more than the weakness that they are an example of. */
const more: Readonly<Record<string, string[]>> = {
  'branch name of the fork by the short context': ['untrusted-checkout'],
};

test('the suite is half safe and half vulnerable', () => {
  expect(suite).toHaveLength(84);
  expect(suite.filter((item) => item.expect)).toHaveLength(42);
});

test.for(suite.map((item) => [item.name, item] as const))('%s', async ([name, item]) => {
  const { findings } = await scanRepository(engine, item.files);
  const ids = findings.map((finding) => finding.ruleId.replace('workflow.', ''));
  const found = [...new Set(ids)].filter((id) => classes.includes(id)).sort();
  expect(found).toEqual([...(item.expect ? [item.expect] : []), ...(more[name] ?? [])].sort());
});

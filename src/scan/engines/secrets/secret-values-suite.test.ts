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

/** What is found and is more than information: the user of a password, or a value that calls itself a test, is no more. */
function found([path, template]: Case): string[] {
  const text = `${expandTemplate(template, template)}\n`;
  const file = { path, text, bytes: Buffer.from(text), tree: undefined };
  const { findings } = engine.analyse(file, { hashSecret: () => '' });
  return findings.filter(({ severity }) => severity !== 'info').map(({ ruleId }) => ruleId);
}

test.for(suite.secrets)('in %s a secret is found: %s', (item) => {
  expect(found(item)).not.toEqual([]);
});

test.for(suite.others)('in %s nothing is: %s', (item) => {
  expect(found(item)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readYaml } from '../../../formats/yaml/read-yaml.ts';
import { rulesFolder } from './compiled-rules.ts';
import { readRuleFiles } from './rule-files.ts';

interface Source {
  provider: string;
  source: 'documentation' | 'scanners';
  form?: string;
  same: string[];
  open?: string[];
  /** By rule: what is documented and not followed. */
  differs?: Record<string, string>;
}

const sources = readYaml(readFileSync(new URL('sources.yaml', rulesFolder), 'utf8')) as Source[];
const { rules } = readRuleFiles(rulesFolder);

test('the record of public descriptions names every rule of the providers that it is about, once', () => {
  expect(sources.length).toBeGreaterThanOrEqual(120);
  expect(new Set(sources.map(({ provider }) => provider)).size).toBe(sources.length);
  for (const { provider, same, open = [] } of sources) {
    const recorded = [...same, ...open].toSorted();
    const formed = rules.filter((rule) => rule.provider === provider && (rule.pattern ?? rule.value));
    expect({ provider, rules: recorded }).toEqual({ provider, rules: formed.map(({ id }) => id).toSorted() });
    expect(same.length, provider).toBeGreaterThan(0);
  }
});

test('what was read in documentation is written down', () => {
  for (const { provider, source, form } of sources)
    expect(form !== undefined, provider).toBe(source === 'documentation');
});

test('what is documented in another form is said of rules of that provider', () => {
  for (const { provider, same, open = [], differs = {} } of sources)
    for (const [rule, documented] of Object.entries(differs)) {
      expect([...same, ...open], `${provider}: ${rule}`).toContain(rule);
      expect(documented.length).toBeGreaterThan(10);
    }
});

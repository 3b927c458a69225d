import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findingsFolder, printFindings } from '../../../../test/support/golden-findings.ts';
import { readYaml } from '../../formats/yaml/read-yaml.ts';
import { RuleExamples } from './check-examples.ts';
import { ruleFolders } from './frontends/registry.ts';
import { ruleFiles, rulesFolder } from './knowledge/load-rules.ts';
import type { RuleFile } from './knowledge/rule-file.ts';
import { templateFolder } from './templates/template-rules.ts';

/** Names that neither an example nor a generated program leads to: nobody can write them. The numbers only fall. */
const mostUnexercised: Record<string, number> = {
  bash: 1,
  c: 8,
  csharp: 17,
  go: 15,
  java: 92,
  javascript: 23,
  php: 7,
  python: 13,
  ruby: 18,
  rust: 47,
};

describe.each([...ruleFolders(), templateFolder])('%s', (folder) => {
  const messages = new Set(messagesOf(folder));
  const checked = new Set<string>();
  let examples: RuleExamples;
  beforeAll(async () => {
    examples = await RuleExamples.of(folder);
  });

  async function check(name: string) {
    const report = await examples.check(join(rulesFolder, name));
    checked.add(name);
    return report;
  }

  const own = ruleFiles(folder)
    .filter((file) => /^ *examples:/m.test(readFileSync(file, 'utf8')))
    .map((file) => ({ name: relative(rulesFolder, file) }));

  test.each(own)(
    'every rule of $name finds its bad examples and leaves its good ones alone',
    async ({ name }) => {
      const report = await check(name);
      expect(report.failures).toEqual([]);
      expect(report.examples).toBeGreaterThan(1);
      // All that is found in them. After a wanted change: vitest run src/scan/engines/code/rules.test.ts -u, and read the difference.
      await expect(printFindings(report.found, messages)).toMatchFileSnapshot(
        join(findingsFolder, name.replace(/\.yaml$/, '.txt')),
      );
    },
  );

  test('an example or a generated program leads to nearly every name', async () => {
    for (const { name } of own) if (!checked.has(name)) await check(name);
    const unexercised = await examples.unexercised();
    expect(unexercised.length, unexercised.join('\n')).toBeLessThanOrEqual(mostUnexercised[folder] ?? 0);
  });
});

function messagesOf(folder: string): string[] {
  return ruleFiles(folder)
    .map((file) => readYaml(readFileSync(file, 'utf8')) as RuleFile)
    .flatMap(({ rules = [] }) => rules.map(({ message }) => String(message)));
}

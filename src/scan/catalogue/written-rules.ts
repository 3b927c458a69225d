import { readFileSync } from 'node:fs';
import { languageModules, ruleFolders } from '../engines/code/frontends/registry.ts';
import { ruleFiles } from '../engines/code/knowledge/load-rules.ts';
import type { RawExample, RuleFile } from '../engines/code/knowledge/rule-file.ts';
import { templateFolder } from '../engines/code/templates/template-rules.ts';
import { readRuleFiles as readInfrastructureRules } from '../engines/infrastructure/rules/compile-rules.ts';
import { rulesFolder as secretsFolder } from '../engines/secrets/rules/compiled-rules.ts';
import { readRuleFiles as readSecretRules } from '../engines/secrets/rules/rule-files.ts';
import { readSupplyChainRules } from '../engines/supply-chain/compile-rules.ts';
import { readYaml } from '../formats/yaml/read-yaml.ts';
import type { CataloguedRule, RuleExample } from '../model/catalogued-rule.ts';

type Written = Pick<CataloguedRule, 'languages' | 'examples'>;

/** So much of the examples is shown; those behind it say the same again. */
const mostExamples = 10;
const mostText = 4_000;

/** What only the rule files say, as they are written: languages and examples, by the id of the rule. */
export function readWrittenRules(): Map<string, Written> {
  const written = new Map<string, Written>();
  for (const folder of [...ruleFolders(languageModules), templateFolder]) addCodeRules(written, folder);
  for (const [pack, rules] of readInfrastructureRules()) {
    const languages = [pack.replace(/^terraform-.*/, 'terraform')];
    for (const { id, bad, good } of rules)
      written.set(id, { languages, examples: examplesOf(bad, good, pack) });
  }
  // Credentials in examples are templates, such as `AKIA{uppernum:16}`: a real one is never made of them here.
  for (const { id, examples, nearMisses, examplePath } of readSecretRules(secretsFolder).rules)
    written.set(id, { languages: [], examples: examplesOf(examples, nearMisses, examplePath ?? 'example') });
  for (const { id, examples } of readSupplyChainRules())
    written.set(id, { languages: [], examples: examplesOf(examples.bad, examples.good, 'example') });
  return written;
}

function addCodeRules(written: Map<string, Written>, folder: string): void {
  const modules = [...languageModules].filter(([, { rules }]) => rules === folder);
  const languages = modules.length > 0 ? modules.map(([name]) => name) : [folder];
  const path = modules[0]?.[1].example ?? 'example';
  for (const file of ruleFiles(folder))
    for (const { id, examples } of (readYaml(readFileSync(file, 'utf8')) as RuleFile).rules ?? [])
      written.set(id, { languages, examples: examplesOf(examples?.bad, examples?.good, path) });
}

function examplesOf(
  bad: readonly RawExample[] = [],
  good: readonly RawExample[] = [],
  path: string,
): RuleExample[] {
  const some = (list: readonly RawExample[], matches: boolean) =>
    list.slice(0, mostExamples / 2).map((example) => ({ matches, files: filesOf(example, path) }));
  return [...some(bad, true), ...some(good, false)];
}

function filesOf(example: RawExample, path: string): RuleExample['files'] {
  const files = typeof example === 'string' ? { [path]: example } : example;
  return Object.entries(files).map(([name, text]) => ({
    path: name,
    text: text.length > mostText ? `${text.slice(0, mostText)}…` : text,
  }));
}

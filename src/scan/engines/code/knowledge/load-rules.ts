import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, filesBelow, stampOf } from '../../../../platform/file-digest.ts';
import { rememberedJson } from '../../../../platform/remembered-json.ts';
import { readYaml } from '../../../formats/yaml/read-yaml.ts';
import { indexRules } from './index-rules.ts';
import type { RuleFile } from './rule-file.ts';
import { RuleSet } from './rule-set.ts';

/** The folder of code rules at the root of the package: the same way up from `src/` and from the emitted `dist/`. */
export const rulesFolder = fileURLToPath(new URL('../../../../../rules/code/', import.meta.url));

/** Rules of a language without their examples, which a scan has no use for. Reading the text takes ten times as long as reading its JSON. */
export function loadRules(language: string, folder: string = rulesFolder): RuleSet {
  const files = ruleFiles(language, folder);
  return new RuleSet(
    rememberedJson(`rules-${language}`, keyOf(files), () => indexRules(files.map(readRuleFile))),
  );
}

/** What the rule files of a folder say. */
export function loadRuleFiles(folder: string, parent: string): RuleFile[] {
  const files = ruleFiles(folder, parent);
  return rememberedJson(`files-${folder}`, keyOf(files), () => files.map(readRuleFile));
}

/** One hash of all that the rules in some folders say. */
export function digestOfRules(folders: readonly string[], parent: string): string {
  return digestOf(
    'code-rules',
    parent,
    folders.flatMap((folder) => ruleFiles(folder, parent)),
  );
}

export function ruleFiles(language: string, folder: string = rulesFolder): string[] {
  return readdirSync(join(folder, language))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(folder, language, name));
}

function readRuleFile(file: string): RuleFile {
  const { rules, ...models } = readYaml(readFileSync(file, 'utf8')) as RuleFile;
  return { ...models, ...(rules && { rules: rules.map(({ examples: _, ...rule }) => rule) }) };
}

/** The rules, and the code beside this file that reads them: with either changed, the same text may be read into something else. */
function keyOf(files: readonly string[]): string {
  return stampOf([...files, ...filesBelow(import.meta.dirname, (name) => !name.endsWith('.test.ts'))]);
}

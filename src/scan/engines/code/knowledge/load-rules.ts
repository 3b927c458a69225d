import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, filesBelow, stampOf } from '../../../../platform/file-digest.ts';
import { rememberedJson } from '../../../../platform/remembered-json.ts';
import { readYaml } from '../../../formats/yaml/read-yaml.ts';
import { indexRules, type RuleIndex } from './index-rules.ts';
import { joinIndexes } from './library/join-indexes.ts';
import type { RuleFile } from './rule-file.ts';
import { RuleSet } from './rule-set.ts';

/** The folder of code rules at the root of the package: the same way up from `src/` and from the emitted `dist/`. */
export const rulesFolder = fileURLToPath(new URL('../../../../../rules/code/', import.meta.url));

/** Where the build keeps the compiled rules, next to the emitted code; a checkout has none and compiles at the first use. */
const packedFolder = fileURLToPath(new URL('../../../../packed-rules/', import.meta.url));

/** The rules of a language, indexed by the names that they know, with those that users add to them. */
export function loadRules(
  language: string,
  folder: string = rulesFolder,
  added: readonly RuleFile[] = [],
  onName?: (pattern: string) => void,
): RuleSet {
  const index = loadIndex(language, folder);
  return new RuleSet(added.length === 0 ? index : joinIndexes(index, indexRules(added)), onName);
}

/** The same as plain data. */
export function loadIndex(language: string, folder: string = rulesFolder): RuleIndex {
  return packed(`rules-${language}`, language, folder, compileRules);
}

/** What the rule files of a folder say. */
export function loadRuleFiles(language: string, folder: string): RuleFile[] {
  return packed(`files-${language}`, language, folder, readRuleFiles);
}

/** Everything that a packed installation reads in place of rule files: file name to text. */
export function packRules(languages: readonly string[], templates: string): Map<string, string> {
  const files = new Map(
    languages.map((language) => [
      `rules-${language}.json`,
      JSON.stringify(compileRules(ruleFiles(language))),
    ]),
  );
  return files.set(`files-${templates}.json`, JSON.stringify(readRuleFiles(ruleFiles(templates))));
}

function compileRules(files: readonly string[]): RuleIndex {
  return indexRules(readRuleFiles(files));
}

function packed<T>(name: string, language: string, folder: string, make: (files: readonly string[]) => T): T {
  const file = join(packedFolder, `${name}.json`);
  if (folder === rulesFolder && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const files = ruleFiles(language, folder);
  return rememberedJson(name, keyOf(files), () => make(files));
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

/** Without the examples, which a scan has no use for. */
function readRuleFiles(files: readonly string[]): RuleFile[] {
  return files.map((file) => {
    const { rules, ...models } = readYaml(readFileSync(file, 'utf8')) as RuleFile;
    return { ...models, ...(rules && { rules: rules.map(({ examples: _, ...rule }) => rule) }) };
  });
}

/** The rules, and the code beside this file that reads them: with either changed, the same text may be read into something else. */
function keyOf(files: readonly string[]): string {
  return stampOf([...files, ...filesBelow(import.meta.dirname, (name) => !name.endsWith('.test.ts'))]);
}

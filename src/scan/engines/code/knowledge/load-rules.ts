import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, filesBelow, stampOf } from '../../../../platform/file-digest.ts';
import { rememberedJson } from '../../../../platform/remembered-json.ts';
import { readYaml } from '../../../formats/yaml/read-yaml.ts';
import { indexRules, type RuleIndex } from './index-rules.ts';
import { joinIndexes } from './library/join-indexes.ts';
import { kindsOfRules, lowerPackaged } from './library/packaged-libraries.ts';
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
  return filesBelow(join(folder, language), (name) => name.endsWith('.yaml'));
}

/** Without the examples, which a scan has no use for. Rules come first: libraries say which of their facts is of which kind. */
function readRuleFiles(files: readonly string[]): RuleFile[] {
  const read = files.map((file) => ({ file, content: readYaml(readFileSync(file, 'utf8')) }));
  const own = read
    .filter(({ file }) => !isLibraryFile(file))
    .map(({ content }): RuleFile => {
      const { rules, ...models } = content as RuleFile;
      return { ...models, ...(rules && { rules: rules.map(({ examples: _, ...rule }) => rule) }) };
    });
  const libraries = read.filter(({ file }) => isLibraryFile(file));
  if (libraries.length === 0) return own;
  const language = languageOf(libraries[0]!.file);
  const kinds = kindsOfRules(
    language,
    own.flatMap(({ rules = [] }) => rules),
  );
  return [...own, ...libraries.map(({ file, content }) => lowerPackaged(file, content, language, kinds))];
}

/** Whether it says what is known of a library, in the format of library files. */
export function isLibraryFile(file: string): boolean {
  return basename(dirname(file)) === 'libraries' || basename(file) === languageFile;
}

function languageOf(file: string): string {
  return basename(basename(file) === languageFile ? dirname(file) : dirname(dirname(file)));
}

/** What is known of a language itself: its texts, its collections, what ends a program. */
const languageFile = 'language.yaml';

/** The rules, and the code next to this file that reads them: with either changed, the same text may be read into something else. */
function keyOf(files: readonly string[]): string {
  return stampOf([...files, ...filesBelow(import.meta.dirname, (name) => !name.endsWith('.test.ts'))]);
}

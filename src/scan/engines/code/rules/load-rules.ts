import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileRules, type RuleFile } from './compile-rules.ts';
import type { RuleSet } from './rule-set.ts';
import { readRuleText } from './rule-text.ts';

/** The folder of code rules at the root of the package: the same way up from `src/` and from the emitted `dist/`. */
export const rulesFolder = fileURLToPath(new URL('../../../../../rules/code/', import.meta.url));

/** Rules of a language without their examples, which a scan has no use for. */
export function loadRules(language: string, folder: string = rulesFolder): RuleSet {
  return compileRules(
    ruleFiles(language, folder).map(({ text }) => readRuleText(text, { skipKey: 'examples' }) as RuleFile),
  );
}

export function ruleFiles(
  language: string,
  folder: string = rulesFolder,
): Array<{ name: string; text: string }> {
  return readdirSync(`${folder}${language}`)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => ({
      name: `${language}/${name}`,
      text: readFileSync(`${folder}${language}/${name}`, 'utf8'),
    }));
}

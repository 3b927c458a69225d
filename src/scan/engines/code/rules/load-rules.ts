import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rememberedJson } from '../../../../kernel/remembered-json.ts';
import { indexRules } from './index-rules.ts';
import type { RuleFile } from './rule-file.ts';
import { RuleSet } from './rule-set.ts';
import { readRuleText } from './rule-text.ts';

/** The folder of code rules at the root of the package: the same way up from `src/` and from the emitted `dist/`. */
export const rulesFolder = fileURLToPath(new URL('../../../../../rules/code/', import.meta.url));

interface RuleText {
  name: string;
  bytes: Uint8Array;
  /** Decoded when it is asked for, which it is only where nothing is remembered. */
  readonly text: string;
}

/** Rules of a language without their examples, which a scan has no use for. Reading the text takes ten times as long as reading its JSON. */
export function loadRules(language: string, folder: string = rulesFolder): RuleSet {
  const texts = ruleFiles(language, folder);
  return new RuleSet(
    rememberedJson(`rules-${language}`, keyOf(texts), () => indexRules(texts.map(readRuleFile))),
  );
}

/** What the rule files of a folder say. */
export function loadRuleFiles(folder: string, parent: string): RuleFile[] {
  const texts = ruleFiles(folder, parent);
  return rememberedJson(`files-${folder}`, keyOf(texts), () => texts.map(readRuleFile));
}

function readRuleFile({ text }: RuleText): RuleFile {
  return readRuleText(text, { skipKey: 'examples' }) as RuleFile;
}

export function ruleFiles(language: string, folder: string = rulesFolder): RuleText[] {
  return readdirSync(`${folder}${language}`)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => {
      const bytes = readFileSync(`${folder}${language}/${name}`);
      return {
        name: `${language}/${name}`,
        bytes,
        get text() {
          return bytes.toString('utf8');
        },
      };
    });
}

/** The rules, and the code that reads them: with either changed, the same text may be read into something else. */
function keyOf(texts: readonly RuleText[]): string {
  const hash = createHash('sha256');
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  for (const reader of readers)
    hash.update(readFileSync(new URL(`./${reader}.${extension}`, import.meta.url)));
  for (const { name, bytes } of texts) hash.update(`\0${name}\0`).update(bytes);
  return hash.digest('hex').slice(0, 24);
}

const readers = ['rule-text', 'rule-file', 'name-pattern', 'index-rules'];

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rememberedJson } from '../../../../kernel/remembered-json.ts';
import { compileRules, type RuleFile } from './compile-rules.ts';
import { expandAlternatives } from './name-pattern.ts';
import type { RuleSet } from './rule-set.ts';
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
  return compileRules(loadRuleFiles(language, folder));
}

/** What the rule files of a folder say. */
export function loadRuleFiles(language: string, folder: string): RuleFile[] {
  const texts = ruleFiles(language, folder);
  return rememberedJson(`rules-${language}`, hashOf(texts), () =>
    texts.map(({ text }) => expandNames(readRuleText(text, { skipKey: 'examples' })) as RuleFile),
  );
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

/** Alternatives in qualified names take a while to write out as well. */
function expandNames(value: unknown, key?: string): unknown {
  if (typeof value === 'string')
    return key !== undefined && nameKeys.has(key) && value.includes('{') ? expandAlternatives(value) : value;
  if (Array.isArray(value)) return value.flatMap((item) => expandNames(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expandNames(item, name)]));
}

const nameKeys = new Set(['call', 'read', 'assign', 'return', 'decorator', 'extends', 'name']);

function hashOf(texts: readonly RuleText[]): string {
  const hash = createHash('sha256').update(`form ${formOfRuleFiles}`);
  for (const { name, bytes } of texts) hash.update(`\0${name}\0`).update(bytes);
  return hash.digest('hex').slice(0, 24);
}

/** Raise it when the same text is read into something else. */
const formOfRuleFiles = 2;

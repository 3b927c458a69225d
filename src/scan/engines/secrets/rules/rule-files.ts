import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readYaml } from '../../../formats/yaml/read-yaml.ts';
import type { SecretRule } from '../../../model/secret-rule.ts';
import type { PublicKey } from '../values/doubts/public-key.ts';
import type { WordLists } from '../values/vocabulary.ts';
import type { CompiledRules } from './compiled-rules.ts';
import { compileRule, secretRuleSchema } from './rule-schema.ts';

/** Parses the text of a rule file: a list of rules. Throws a `ZodError` that says which rule is wrong and how. */
export function parseRuleFile(text: string): SecretRule[] {
  return z.array(secretRuleSchema).parse(readYaml(text));
}

const wordListNames = [
  'passwordWords',
  'secretWords',
  'keyQualifiers',
  'publicQualifiers',
  'ignoredEndings',
  'placeholders',
  'placeholderParts',
  'softWords',
  'documentationUsers',
  'documentationPasswords',
] as const satisfies ReadonlyArray<keyof WordLists>;

/** The built-in rules as they are written, with their examples. */
export function readRuleFiles(folder: URL): { rules: SecretRule[]; words: WordLists } {
  const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml') && !notRules.has(name));
  const rules = files.toSorted().flatMap((name) => parseRuleFile(read(name)));
  const lists = readYaml(read('judgement.yaml')) as Record<string, string[]>;
  const words = read('words.txt')
    .split(/\s+/)
    .filter((word) => word.length > 2);
  const wordLists = Object.fromEntries(wordListNames.map((name) => [name, lists[name]!.map(String)])) as Omit<
    WordLists,
    'words'
  >;
  return { rules: [...detectorRules(read('detectors.yaml')), ...rules], words: { ...wordLists, words } };
}

const notRules = new Set(['judgement.yaml', 'detectors.yaml', 'sources.yaml', 'public-keys.yaml']);

/** A kind of key that is there to be seen, with where its provider says so and lines that show it. */
export interface PublicKeyEntry extends PublicKey {
  source: string;
  examples: string[];
  nearMisses: string[];
}

export function readPublicKeys(folder: URL): PublicKeyEntry[] {
  return readYaml(readFileSync(new URL('public-keys.yaml', folder), 'utf8')) as PublicKeyEntry[];
}

/** The rules whose form is code carry everything but a pattern. */
function detectorRules(text: string): SecretRule[] {
  return readYaml(text) as SecretRule[];
}

/** What the scanner reads at start. The same rule files give the same bytes. */
export function compileRuleFiles(folder: URL): string {
  const { rules, words } = readRuleFiles(folder);
  const publicKeys = readPublicKeys(folder).map(
    ({ source: _, examples: __, nearMisses: ___, ...key }): PublicKey => key,
  );
  const content = { rules: rules.map(compileRule), words, publicKeys };
  const version = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12);
  const compiled: CompiledRules = { version, ...content };
  return `${JSON.stringify(compiled)}\n`;
}

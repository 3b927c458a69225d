import { readFileSync } from 'node:fs';
import type { ScanRule } from '../../../model/secret-rule.ts';
import type { PublicKey } from '../values/doubts/public-key.ts';
import type { WordLists } from '../values/vocabulary.ts';

/** What `rules/secrets/compiled.json` holds: all rules and word lists, ready to use. Made by `npm run rules:compile`. */
export interface CompiledRules {
  /** A hash of everything that the rules say. */
  version: string;
  rules: ScanRule[];
  words: WordLists;
  /** What providers hand out to be seen. */
  publicKeys: PublicKey[];
}

export const rulesFolder = new URL('../../../../../rules/secrets/', import.meta.url);

/** Reading JSON takes a few milliseconds; parsing the YAML that it was made of takes a hundred times as long. */
export function readCompiledRules(): CompiledRules {
  return JSON.parse(readFileSync(new URL('compiled.json', rulesFolder), 'utf8')) as CompiledRules;
}

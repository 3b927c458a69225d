import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageEntry } from './languages.ts';

/**
 * Where a language's grammar lies. The packed package carries all grammars in `grammars/` beside the emitted `scan/`
 * folder; a checkout takes them from the development dependencies.
 */
export function grammarFile(language: LanguageEntry): string {
  const packed = fileURLToPath(new URL(`../../grammars/${basename(language.grammarFile)}`, import.meta.url));
  if (existsSync(packed)) return packed;
  const require = createRequire(import.meta.url);
  return require.resolve(`${language.grammarPackage}/${language.grammarFile}`);
}

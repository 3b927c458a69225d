import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { LanguageEntry } from './languages.ts';

/** The compressed grammars, which `npm run grammars:update` makes; the same place for the sources and for what is built of them. */
export const grammarFolder = fileURLToPath(new URL('../../../grammars/', import.meta.url));

/** The name under which a language's grammar is kept. */
export function grammarName(language: LanguageEntry): string {
  return `${basename(language.grammarFile)}.br`;
}

/** A grammar as WebAssembly. Unpacking takes 2 to 14 ms, so nothing is kept: a cache would have to be written, checked and emptied. */
export function readGrammar(language: LanguageEntry): Uint8Array {
  return brotliDecompressSync(readFileSync(`${grammarFolder}${grammarName(language)}`), {
    maxOutputLength: 64 * 1024 * 1024,
  });
}

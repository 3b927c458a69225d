import { setFlagsFromString } from 'node:v8';
import { areCompilersStopped } from '../../platform/stop-compilers.ts';
import { without } from '../../platform/v8-switches.ts';
import { readGrammar } from './grammar-file.ts';
import type { LanguageEntry } from './languages.ts';

/** Reads and compiles a grammar; one with a huge lexer by the simple compiler of V8, for good. */
export function compileGrammar(language: LanguageEntry): WebAssembly.Module {
  const bytes = readGrammar(language);
  if (!language.hasHugeLexer) return new WebAssembly.Module(bytes);
  // What is compiled while this holds never counts how often it runs, so all of it is compiled at once.
  const switches = ['wasm-tier-up', 'wasm-dynamic-tiering', 'wasm-lazy-compilation'];
  return without(switches, () => new WebAssembly.Module(bytes));
}

/**
 * V8 calls a function hot after it jumped over some bytes of it. A lexer is one loop of many kilobytes, so by default it was compiled again after
 * a few hundred characters, whether more came or not. And where memory is short V8 throws simple code away and compiles it again when it is needed, by then
 * with all compilers: a huge lexer would take 600 MB at that very moment.
 */
export function optimiseGrammarsLater(): void {
  if (areCompilersStopped()) return;
  setFlagsFromString('--wasm-tiering-budget=100000000');
  setFlagsFromString('--no-flush-liftoff-code');
}

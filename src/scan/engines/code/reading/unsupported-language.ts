import type { CoverageNote } from '../../../model/coverage.ts';
import { interpreterOf } from '../../../syntax/script-name.ts';
import type { SourceFile } from '../../engine.ts';

/** Says that a program is in a language that no grammar is there for; most files that are no programs give nothing. */
export function unsupportedLanguage(path: string, file: Pick<SourceFile, 'text' | 'bytes'>): CoverageNote[] {
  const isScript = file.bytes[0] === 0x23 && file.bytes[1] === 0x21;
  const interpreter = isScript ? interpreterOf(file.text) : undefined;
  const language = extensions.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  if (interpreter === undefined && (language === undefined || !path.includes('.'))) return [];
  const name = language ?? `scripts of \`${interpreter!.slice(0, 40)}\``;
  return [{ path, reason: 'language_not_supported', message: `Data is not followed through ${name}.` }];
}

/** Languages in which servers, contracts and tools are written. */
const extensions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Perl: 'pl pm cgi psgi',
    Lua: 'lua',
    R: 'r rmd',
    Julia: 'jl',
    Elixir: 'ex exs eex heex leex',
    Erlang: 'erl hrl',
    Haskell: 'hs lhs',
    OCaml: 'ml mli',
    'F#': 'fs fsx fsi',
    'Visual Basic': 'vb vbs bas asp',
    Clojure: 'clj cljs cljc',
    Dart: 'dart',
    Groovy: 'groovy gvy',
    PowerShell: 'ps1 psm1',
    'Objective-C': 'm mm',
    CoffeeScript: 'coffee litcoffee cson',
    Tcl: 'tcl',
    Zig: 'zig',
    Nim: 'nim',
    Crystal: 'cr',
    Pascal: 'pas dpr',
    Lisp: 'lisp lsp scm rkt',
    Solidity: 'sol',
    ColdFusion: 'cfm cfc',
    notebooks: 'ipynb',
  }).flatMap(([language, endings]) => endings.split(' ').map((ending) => [ending, language] as const)),
);

import type { Language } from '../analysis/run.ts';
import type { ImportReader } from './shared/import-log.ts';

/** One language, or several that share a front end. */
export interface LanguageModule {
  /** The folder of its rules. */
  rules: string;
  /** The file that an example of a rule is, where it names none. */
  example: string;
  /** Loaded at the first file of the language: nobody pays for those that a repository does not hold. */
  load(): Promise<{ language: Language }>;
  /** What reads the imports of packages, for languages that have packages we know. */
  loadImports?(): Promise<ImportReader>;
}

export type LanguageRegistry = ReadonlyMap<string, LanguageModule>;

/** TypeScript reads JavaScript as well, except JSX, which an example may want. */
const javascript: LanguageModule = {
  rules: 'javascript',
  example: 'example.tsx',
  load: () => import('./javascript/traits.ts'),
  loadImports: () => import('./javascript/imported-modules.ts'),
};

const c: LanguageModule = { rules: 'c', example: 'example.cpp', load: () => import('./c/traits.ts') };

/** Every language that the engine follows data in, by the parser's name for it. A new language is an entry here, a folder next to this file and a folder of rules. */
export const languageModules: LanguageRegistry = new Map([
  ['javascript', javascript],
  ['typescript', javascript],
  ['tsx', javascript],
  [
    'php',
    {
      rules: 'php',
      example: 'example.php',
      load: () => import('./php/traits.ts'),
      loadImports: () => import('./php/imported-modules.ts'),
    },
  ],
  [
    'python',
    {
      rules: 'python',
      example: 'example.py',
      load: () => import('./python/traits.ts'),
      loadImports: () => import('./python/imported-modules.ts'),
    },
  ],
  [
    'java',
    {
      rules: 'java',
      example: 'example.java',
      load: () => import('./java/traits.ts'),
      loadImports: () => import('./java/imported-modules.ts'),
    },
  ],
  [
    'csharp',
    {
      rules: 'csharp',
      example: 'Example.cs',
      load: () => import('./csharp/traits.ts'),
      loadImports: () => import('./csharp/imported-modules.ts'),
    },
  ],
  [
    'go',
    {
      rules: 'go',
      example: 'example.go',
      load: () => import('./go/traits.ts'),
      loadImports: () => import('./go/imported-modules.ts'),
    },
  ],
  [
    'kotlin',
    {
      rules: 'java',
      example: 'Example.kt',
      load: () => import('./kotlin/traits.ts'),
      loadImports: () => import('./java/imported-modules.ts'),
    },
  ],
  ['scala', { rules: 'java', example: 'Example.scala', load: () => import('./scala/traits.ts') }],
  ['swift', { rules: 'swift', example: 'example.swift', load: () => import('./swift/traits.ts') }],
  ['c', c],
  ['cpp', c],
  ['bash', { rules: 'bash', example: 'example.sh', load: () => import('./bash/traits.ts') }],
  [
    'rust',
    {
      rules: 'rust',
      example: 'example.rs',
      load: () => import('./rust/traits.ts'),
      loadImports: () => import('./rust/imported-modules.ts'),
    },
  ],
  [
    'ruby',
    {
      rules: 'ruby',
      example: 'example.rb',
      load: () => import('./ruby/traits.ts'),
      loadImports: () => import('./ruby/imported-modules.ts'),
    },
  ],
]);

/** The folders under `rules/code`, one for each language or family of them. */
export function ruleFolders(languages: LanguageRegistry = languageModules): string[] {
  return [...new Set([...languages.values()].map(({ rules }) => rules))].sort();
}

import type { Language } from '../analysis/run.ts';
import type { ReadImports } from './shared/import-log.ts';

interface LanguageModule {
  /** The folder of its rules. */
  rules: string;
  /** Loaded at the first file of the language: nobody pays for those that a repository does not hold. */
  load(): Promise<Language>;
  /** What reads the imports of packages, for languages that have packages we know. */
  loadImports?(): Promise<ReadImports>;
}

const javascript: LanguageModule = {
  rules: 'javascript',
  load: async () => (await import('./javascript/traits.ts')).javascript,
  loadImports: async () => (await import('./javascript/imported-modules.ts')).readImports,
};

const c: LanguageModule = { rules: 'c', load: async () => (await import('./c/traits.ts')).c };

/** Every language that the engine follows data in, by the parser's name for it. */
export const languageModules: ReadonlyMap<string, LanguageModule> = new Map([
  ['javascript', javascript],
  ['typescript', javascript],
  ['tsx', javascript],
  [
    'php',
    {
      rules: 'php',
      load: async () => (await import('./php/traits.ts')).php,
      loadImports: async () => (await import('./php/imported-modules.ts')).readImports,
    },
  ],
  [
    'python',
    {
      rules: 'python',
      load: async () => (await import('./python/traits.ts')).python,
      loadImports: async () => (await import('./python/imported-modules.ts')).readImports,
    },
  ],
  [
    'java',
    {
      rules: 'java',
      load: async () => (await import('./java/traits.ts')).java,
      loadImports: async () => (await import('./java/imported-modules.ts')).readImports,
    },
  ],
  [
    'csharp',
    {
      rules: 'csharp',
      load: async () => (await import('./csharp/traits.ts')).csharp,
      loadImports: async () => (await import('./csharp/imported-modules.ts')).readImports,
    },
  ],
  [
    'go',
    {
      rules: 'go',
      load: async () => (await import('./go/traits.ts')).go,
      loadImports: async () => (await import('./go/imported-modules.ts')).readImports,
    },
  ],
  [
    'kotlin',
    {
      rules: 'java',
      load: async () => (await import('./kotlin/traits.ts')).kotlin,
      loadImports: async () => (await import('./java/imported-modules.ts')).readImports,
    },
  ],
  ['scala', { rules: 'java', load: async () => (await import('./scala/traits.ts')).scala }],
  ['swift', { rules: 'swift', load: async () => (await import('./swift/traits.ts')).swift }],
  ['c', c],
  ['cpp', c],
  ['bash', { rules: 'bash', load: async () => (await import('./bash/traits.ts')).bash }],
  [
    'rust',
    {
      rules: 'rust',
      load: async () => (await import('./rust/traits.ts')).rust,
      loadImports: async () => (await import('./rust/imported-modules.ts')).readImports,
    },
  ],
  [
    'ruby',
    {
      rules: 'ruby',
      load: async () => (await import('./ruby/traits.ts')).ruby,
      loadImports: async () => (await import('./ruby/imported-modules.ts')).readImports,
    },
  ],
]);

/** The folders under `rules/code`, one for each language or family of them. */
export function ruleFolders(): string[] {
  return [...new Set([...languageModules.values()].map(({ rules }) => rules))].sort();
}

import type { LanguageTraits } from '../core/language-traits.ts';

interface LanguageModule {
  /** The folder of its rules. */
  rules: string;
  /** Loaded at the first file of the language: nobody pays for those that a repository does not hold. */
  load(): Promise<LanguageTraits>;
}

const javascript: LanguageModule = {
  rules: 'javascript',
  load: async () => (await import('./javascript/traits.ts')).javascript,
};

const c: LanguageModule = { rules: 'c', load: async () => (await import('./c/traits.ts')).c };

/** Every language that the engine follows data in, by the parser's name for it. */
export const languageModules: ReadonlyMap<string, LanguageModule> = new Map([
  ['javascript', javascript],
  ['typescript', javascript],
  ['tsx', javascript],
  ['php', { rules: 'php', load: async () => (await import('./php/traits.ts')).php }],
  ['python', { rules: 'python', load: async () => (await import('./python/traits.ts')).python }],
  ['java', { rules: 'java', load: async () => (await import('./java/traits.ts')).java }],
  ['csharp', { rules: 'csharp', load: async () => (await import('./csharp/traits.ts')).csharp }],
  ['go', { rules: 'go', load: async () => (await import('./go/traits.ts')).go }],
  ['kotlin', { rules: 'java', load: async () => (await import('./kotlin/traits.ts')).kotlin }],
  ['c', c],
  ['cpp', c],
  ['bash', { rules: 'bash', load: async () => (await import('./bash/traits.ts')).bash }],
  ['rust', { rules: 'rust', load: async () => (await import('./rust/traits.ts')).rust }],
  ['ruby', { rules: 'ruby', load: async () => (await import('./ruby/traits.ts')).ruby }],
]);

/** The folders under `rules/code`, one for each language or family of them. */
export function ruleFolders(): string[] {
  return [...new Set([...languageModules.values()].map(({ rules }) => rules))].sort();
}

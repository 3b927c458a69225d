import type { LanguageTraits } from '../core/language-traits.ts';
import { csharp } from './csharp/traits.ts';
import { java } from './java/traits.ts';
import { javascript } from './javascript/traits.ts';
import { kotlin } from './kotlin/traits.ts';
import { python } from './python/traits.ts';

/** Every language that the engine follows data in, by the parser's name for it. */
export const languageTraits: ReadonlyMap<string, LanguageTraits> = new Map([
  ['javascript', javascript],
  ['typescript', javascript],
  ['tsx', javascript],
  ['python', python],
  ['java', java],
  ['csharp', csharp],
  ['kotlin', kotlin],
]);

import type { LanguageTraits } from '../../core/language-traits.ts';
import { java } from '../java/traits.ts';
import { lowerKotlin } from './lower.ts';

/** Kotlin calls what Java calls, so that it needs no rules of its own. */
export const kotlin: LanguageTraits = { ...java, lower: lowerKotlin, extensions: ['kt', 'kts'] };

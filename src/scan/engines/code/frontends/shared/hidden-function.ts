import type { FunctionIr } from '../../ir/ir.ts';
import type { LanguageTraits } from '../../ir/language-traits.ts';

/** Whether nobody but the code around it can call a function, by the words in front of its name. */
export function hiddenBy(words: RegExp): NonNullable<LanguageTraits['hiddenIn']> {
  return (text) => (fn) => words.test(headOf(fn, text));
}

/** What is written in front of a function's name: modifiers and types. */
export function headOf({ start, heading }: FunctionIr, text: string): string {
  return text.slice(start, Math.max(start, heading.start));
}

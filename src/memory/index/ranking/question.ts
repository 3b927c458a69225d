import { isFunctionWord } from '../words/function-words.ts';
import { wordsOf } from '../words/words.ts';
import { shareUnreadable } from './blend.ts';

const past =
  /\b(?:used to|originally|initially|previous(?:ly)?|former(?:ly)?|at first|first|back then|before|earlier|old|older|oldest|earliest)\b/i;

/**
 * Whether a query asks how things are now, so that a newer statement counts for more than an older one. Not where it asks how things were, where it has no word that says
 * what it is about, or where the model cannot read it and would take any two texts for alike. The words are those of the query.
 */
export function asksHowThingsAre(query: string, words: readonly string[] = wordsOf(query)): boolean {
  if (past.test(query) || shareUnreadable(query) > 0.5) return false;
  return words.some((word) => !isFunctionWord(word));
}

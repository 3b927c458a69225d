import { wordsOf } from '../words/words.ts';

/** Words that are names by how they are written: one capital letter inside of a sentence. */
const inside = /(?<![.!?]\s*)(?<!^\s*)(?<![\p{L}\p{N}])\p{Lu}\p{Ll}[\p{L}\p{N}]*/gu;
/** At its beginning every word is written so; it counts where another word is a name, or in front of "'s". */
const beginning = /^\s*\p{Lu}\p{Ll}[\p{L}\p{N}]*/u;
const owner = /^\s*\p{Lu}\p{Ll}[\p{L}\p{N}]*(?=['’]s\b)/u;
const mostNames = 31;
/** Longer texts are no questions about somebody. */
const longestQuery = 1_000;

/** The names that a query asks about, as words of the index. */
export function askedNames(query: string): string[] {
  if (query.length > longestQuery) return [];
  const names = query.match(inside) ?? [];
  const first = query.match(names.length > 0 ? beginning : owner) ?? [];
  return [...new Set([...first, ...names].flatMap((name) => wordsOf(name)))].slice(0, mostNames);
}

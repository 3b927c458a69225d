import type { PassageRange } from './embedding/embedder.ts';
import { isFunctionWord } from './index/words/function-words.ts';
import { runsOf, wordsOf } from './index/words/words.ts';

/** A piece of the content that matches a word of the query. Positions are UTF-16 units of the content. */
export interface MatchedWord extends PassageRange {
  text: string;
}

/** More marks than these make a passage harder to read, not easier. */
const mostMarks = 100;

/** Where a passage holds these words, as the index compares them. Function words count only where there are no others. */
export function matchedWords(
  content: string,
  passage: PassageRange,
  words: readonly string[],
): MatchedWord[] {
  const telling = words.filter((word) => !isFunctionWord(word));
  const wanted = new Set(telling.length > 0 ? telling : words);
  const found: MatchedWord[] = [];
  if (wanted.size === 0) return found;
  for (const { run, start } of runsOf(content.slice(passage.start, passage.end))) {
    if (found.length === mostMarks) break;
    if (!wordsOf(run).some((word) => wanted.has(word))) continue;
    const from = passage.start + start;
    found.push({ text: run, start: from, end: from + run.length });
  }
  return found;
}

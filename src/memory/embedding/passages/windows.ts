import type { PassageRange } from '../embedder.ts';
import { sentences } from './sentences.ts';

/** Characters that a window has at least: what is shorter says too little by itself. */
const leastCharacters = 60;
/** Characters of a content from which on windows are worth their vectors: a shorter one is about one thing, and a turn of a conversation is understood as a whole. */
const leastContent = 400;

/**
 * The windows of each passage of a content: a sentence, or a few short ones in a row, for what is said in passing is lost in the vector of a whole passage. Positions are those of the content. None for a passage that is one
 * window itself, nor for a short content.
 */
export function windowsOf(content: string, passages: readonly PassageRange[]): PassageRange[][] {
  if (content.length < leastContent) return passages.map(() => []);
  return passages.map(({ start, end }) => {
    const windows = split(content.slice(start, end), start);
    return windows.length < 2 ? [] : windows;
  });
}

function split(text: string, offset: number): PassageRange[] {
  const ranges: PassageRange[] = [];
  let start = 0;
  for (const { end } of sentences(text)) {
    if (end - start < leastCharacters) continue;
    ranges.push({ start: offset + start, end: offset + end });
    start = end;
  }
  // What is left at the end belongs to the window before it.
  const last = ranges.at(-1);
  if (last) last.end = offset + text.length;
  else ranges.push({ start: offset, end: offset + text.length });
  return ranges;
}

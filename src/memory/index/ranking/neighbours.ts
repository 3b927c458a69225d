import type { EntryTable } from '../entries/entry-table.ts';
import type { LexicalMatches } from '../words/lexical-index.ts';

/** So many of the best passages by words lend to their neighbours; a fixed number, so that a score does not depend on how many results are asked for. */
const lenders = 64;
/** What the words of a neighbour are worth against one's own: of the next one, and of the one after it. */
const worthByDistance = [0.4, 0.2];

/**
 * For each entry (by slot) what it gains by the words of the entries that were written right before and right after it. What is written in a row often belongs
 * together: in a conversation the question holds the words and the next turn, or the one after it, holds the answer.
 */
export function wordsNextDoor(entries: EntryTable, { rows, scores }: LexicalMatches): Map<number, number> {
  const best = Array.from(rows)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, lenders);
  const nextDoor = new Map<number, number>();
  for (const row of best) {
    for (const step of [-1, 1] as const) {
      let neighbour: number | undefined = entries.slotOfRow(row);
      for (const worth of worthByDistance) {
        neighbour = entries.livingNext(neighbour, step);
        if (neighbour === undefined) break;
        nextDoor.set(neighbour, (nextDoor.get(neighbour) ?? 0) + worth * scores[row]!);
      }
    }
  }
  return nextDoor;
}

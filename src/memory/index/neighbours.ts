import type { EntryTable } from './entry-table.ts';
import type { LexicalMatches } from './words/lexical-index.ts';

/** So many of the best passages by words lend to their neighbours; a fixed number, so that a score does not depend on how many results are asked for. */
const lenders = 64;

/**
 * For each entry (by slot) the best score by words of the entries that were written right before and right after it. What is written in a row often belongs
 * together: in a conversation the question holds the words and the next turn holds the answer.
 */
export function wordsNextDoor(entries: EntryTable, { rows, scores }: LexicalMatches): Map<number, number> {
  const best = Array.from(rows)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, lenders);
  const nextDoor = new Map<number, number>();
  for (const row of best) {
    const slot = entries.slotOfRow(row);
    for (const neighbour of [entries.livingBefore(slot), entries.livingAfter(slot)]) {
      if (neighbour === undefined) continue;
      nextDoor.set(neighbour, Math.max(nextDoor.get(neighbour) ?? 0, scores[row]!));
    }
  }
  return nextDoor;
}

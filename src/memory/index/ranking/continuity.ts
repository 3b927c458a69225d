import type { EntryTable } from '../entries/entry-table.ts';
import type { VectorRows } from '../vectors/vector-rows.ts';
import type { LexicalIndex } from '../words/lexical-index.ts';

/** Neighbours in a conversation are more alike than others by half of the spread or more; in a collection without order by hardly any. */
const alikeness = { none: 0.3, full: 0.6 };
/** Words of an entry on average: a turn of a conversation needs its neighbours to be understood, a paragraph speaks for itself. */
const length = { full: 60, least: 110, leastWorth: 0.25 };
/** So many passages of an entry are counted: one that has as many is long. */
const mostPassages = 8;

/**
 * Whether entries that were written one after the other belong together, 0 to 1, as the turns of a conversation do: neighbours are more alike than entries that
 * are far apart, and entries are short. Measured on a sample of the rows.
 */
export function continuity(
  { entries, vectors, words }: { entries: EntryTable; vectors: VectorRows; words: LexicalIndex },
  sample: Uint32Array,
): number {
  const far: number[] = [];
  const near: number[] = [];
  let wordCount = 0;
  for (const [i, row] of sample.entries()) {
    const slot = entries.slotOfRow(row);
    const { first, end } = entries.rowsOf(slot);
    for (let own = first; own < Math.min(end, first + mostPassages); own++) wordCount += words.length(own);
    const next = entries.livingNext(slot, 1);
    const other = sample[(i * 97 + 31) % sample.length]!;
    if (next === undefined || other === row) continue;
    near.push(vectors.coarseCosine(row, entries.rowsOf(next).first));
    far.push(vectors.coarseCosine(row, other));
  }
  if (far.length === 0) return 0;
  const spread = Math.sqrt(mean(far.map((cosine) => cosine ** 2)) - mean(far) ** 2) || 1;
  const alike = ramp((mean(near) - mean(far)) / spread, alikeness.none, alikeness.full);
  const short = 1 - (1 - length.leastWorth) * ramp(wordCount / sample.length, length.full, length.least);
  return alike * short;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** A pair of words that stand next to each other in the query, and what it is worth. */
export interface WeighedPair {
  first: number;
  second: number;
  weight: number;
}

/** The words of some rows in their order: where each row begins, how many there are and where the last one ends. */
export interface SequenceColumns {
  words: Uint16Array;
  starts: Uint32Array;
  rows: number;
  used: number;
}

/** Tells of each pair that a row holds, and how often. No two pairs are of the same words. Rows with a score of 0 hold none of the words, and are not looked at. */
export function findPairs(
  { words, starts, rows: rowCount, used }: SequenceColumns,
  pairs: readonly WeighedPair[],
  { rows, scores }: { rows: Uint32Array; scores: Float32Array },
  found: (row: number, weight: number, count: number) => void,
): void {
  if (pairs.length === 0) return;
  // Most words of a row begin no pair: one look says so. For the others, the first of the pairs whose first word ends alike, plus one, and for each pair the next such.
  const begins = new Uint32Array(256);
  const next = new Uint32Array(pairs.length);
  const firsts = new Uint16Array(pairs.length);
  const seconds = new Uint16Array(pairs.length);
  for (let p = 0; p < pairs.length; p++) {
    const { first, second } = pairs[p]!;
    next[p] = begins[first & 255]!;
    begins[first & 255] = p + 1;
    firsts[p] = first;
    seconds[p] = second;
  }
  const counts = new Uint16Array(pairs.length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    if (scores[row] === 0) continue;
    const last = (row + 1 < rowCount ? starts[row + 1]! : used) - 1;
    let any = false;
    for (let i = starts[row]!; i < last; i++) {
      const word = words[i]!;
      for (let p = begins[word & 255]!; p > 0; p = next[p - 1]!) {
        if (firsts[p - 1] !== word || seconds[p - 1] !== words[i + 1]) continue;
        counts[p - 1]!++;
        any = true;
      }
    }
    if (!any) continue;
    for (let p = 0; p < pairs.length; p++) if (counts[p]! > 0) found(row, pairs[p]!.weight, counts[p]!);
    counts.fill(0);
  }
}

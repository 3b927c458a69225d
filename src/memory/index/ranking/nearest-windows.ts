import type { ScoredRows } from '../vectors/vector-search.ts';
import type { WindowRows } from '../vectors/window-rows.ts';

/** So many of the best rows are compared by their windows. */
const comparedRows = 50;
/** How far a row goes towards the cosine of a window that is nearer than itself. */
const wayToWindow = 0.7;

/** Cosines of rows: those that they rank by, and those of the nearest of their windows or of themselves, which say whether something in a row answers. */
export interface WindowCosines {
  cosines: Float32Array;
  nearest: Float32Array;
}

/**
 * The cosines of rows, of which the best by rank are compared once more by their windows: what is said in one sentence is lost in the vector of a passage about other things. A row that has no window nearer than itself
 * keeps its cosine. The ranks are changed with them.
 */
export function withWindows(
  windows: WindowRows,
  query: Float32Array | undefined,
  { rows, cosines }: ScoredRows,
  ranks: Float64Array,
  rankOf: (row: number, cosine: number) => number,
): WindowCosines {
  if (!query || windows.isEmpty) return { cosines, nearest: cosines };
  const least = ranks.length > comparedRows ? ranks.toSorted()[ranks.length - comparedRows]! : 0;
  const nearer = cosines.slice();
  const nearest = cosines.slice();
  for (let i = 0; i < rows.length; i++) {
    if (ranks[i]! < least) continue;
    const ofWindow = windows.nearest(query, rows[i]!);
    if (ofWindow === undefined || ofWindow <= cosines[i]!) continue;
    nearest[i] = ofWindow;
    nearer[i] = cosines[i]! + wayToWindow * (ofWindow - cosines[i]!);
    ranks[i] = rankOf(rows[i]!, nearer[i]!);
  }
  return { cosines: nearer, nearest };
}

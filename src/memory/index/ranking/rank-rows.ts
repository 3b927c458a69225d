import { type Calibration, calibrate } from '../../embedding/calibration.ts';
import type { Generation } from '../generation.ts';
import type { SearchRequest } from '../search-request.ts';
import type { FoundRows, ScoredRows, TurnedQuery } from '../vectors/vector-search.ts';
import type { LexicalMatches, SelectedRows } from '../words/lexical-index.ts';
import { blendScores, meaningWeight } from './blend.ts';
import { evidenceOf } from './evidence.ts';
import type { RankParts } from './explanation.ts';
import { withWindows } from './nearest-windows.ts';
import { wordsNextDoor } from './neighbours.ts';

/** The best row of each entry that was found, what it is ranked by, and its cosines, in no order. */
export interface RankedRows {
  rows: Uint32Array;
  cosines: Float32Array;
  /** The cosine of the nearest window of each row, where that is nearer than the row. */
  nearest: Float32Array;
  /** It may depend on the whole namespace. */
  ranks: Float64Array;
  /** What a rank is made of. Right until the next query only. */
  partsOf(row: number, cosine: number): RankParts;
}

/** What was found by meaning, and by words where a thread matched them too; no query where the search is by words alone. */
export interface FoundByMeaning extends FoundRows {
  query: TurnedQuery | undefined;
}

/** Ranks what was found by meaning, and by words where the search asks for them. */
export function rankRows(
  generation: Generation,
  { mode, text, vector }: SearchRequest,
  calibration: Calibration,
  dense: FoundByMeaning,
  { selection, candidates }: { selection: SelectedRows; candidates: number },
): RankedRows {
  if (mode === 'dense') return rankedByMeaning(generation, calibration, dense, vector);
  const words = dense.words
    ? generation.words.matched(dense.words.asked, dense.words.found)
    : generation.words.match(text, candidates, selection, dense.rows);
  return dense.query
    ? blended(generation, { text, vector }, calibration, { ...dense, query: dense.query }, words)
    : rankedByWords(generation, words);
}

function rankedByMeaning(
  generation: Generation,
  calibration: Calibration,
  { rows, cosines }: ScoredRows,
  vector: Float32Array | undefined,
): RankedRows {
  const partsOf = (_: number, cosine: number) => ({
    dense: calibrate(calibration, cosine),
    cosine,
    neighbours: 0,
    weight: 1,
  });
  const rankOf = (_: number, cosine: number) => calibrate(calibration, cosine);
  return oneForEachEntry(generation, vector, { rows, cosines }, partsOf, rankOf);
}

function rankedByWords(generation: Generation, { rows, scores }: LexicalMatches): RankedRows {
  const partsOf = (row: number) => ({ lexical: scores[row]!, neighbours: 0, weight: 0 });
  const found = { rows, cosines: new Float32Array(rows.length) };
  return oneForEachEntry(generation, undefined, found, partsOf, (row) => scores[row]!);
}

function blended(
  generation: Generation,
  { text, vector }: { text: string; vector: Float32Array | undefined },
  calibration: Calibration,
  dense: ScoredRows & { query: TurnedQuery },
  words: LexicalMatches,
): RankedRows {
  const { entries } = generation;
  const { all, background } = joined(generation, dense, words.scored);
  const evidence = evidenceOf(generation, text, all, background, words, calibration.scripts);
  const weight = meaningWeight(calibration, evidence);
  const belonging = words.rows.length > 0 ? generation.continuity() : 0;
  const nextDoor = belonging > 0 ? wordsNextDoor(entries, words) : undefined;
  const lentTo = (row: number) => (nextDoor ? belonging * (nextDoor.get(entries.slotOfRow(row)) ?? 0) : 0);
  const { scores } = words;
  const worth = entries.rowCount === entries.slotCount ? 0 : evidence.codeLikeness * worthOfLength;
  const byLength = (row: number) => (worth > 0 ? worth * Math.log(passagesOf(entries, row)) : 0);
  const partsOf = (row: number, cosine: number) => ({
    dense: calibrate(calibration, cosine),
    cosine,
    lexical: scores[row]!,
    neighbours: lentTo(row),
    weight,
    ...(byLength(row) > 0 && { length: byLength(row) }),
  });
  return oneForEachEntry(
    generation,
    vector,
    all,
    partsOf,
    (row, cosine) =>
      blendScores(calibrate(calibration, cosine), scores[row]!, lentTo(row), weight) - byLength(row),
  );
}

/**
 * Among answers that are code an entry of many passages is the best of many tries, and a part of a function is read without its head: long functions took four times their share of first results.
 * So much less they rank for each e-fold of their passages.
 */
const worthOfLength = 0.04;

function passagesOf(entries: Generation['entries'], row: number): number {
  const { first, end } = entries.rowsOf(entries.slotOfRow(row));
  return end - first;
}

/** All rows with their cosines: those that were found by meaning have theirs. And the cosines of an even sample of the namespace. */
function joined(
  generation: Generation,
  dense: ScoredRows & { query: TurnedQuery },
  rows: Uint32Array,
): { all: ScoredRows; background: Float32Array } {
  const sampleRows = generation.sampleRows();
  const known = dense.rows.length;
  const unknown = new Uint32Array(rows.length - known + sampleRows.length);
  unknown.set(rows.subarray(known));
  unknown.set(sampleRows, rows.length - known);
  const added = generation.vectors.search.cosines(dense.query, unknown);
  const cosines = new Float32Array(rows.length);
  cosines.set(dense.cosines);
  cosines.set(added.subarray(0, rows.length - known), known);
  return { all: { rows, cosines }, background: added.subarray(rows.length - known) };
}

/** Several rows may be of one entry; the best ranked one stays, and among equals the first. */
function oneForEachEntry(
  { entries, windows }: Generation,
  vector: Float32Array | undefined,
  found: ScoredRows,
  partsOf: RankedRows['partsOf'],
  rankOf: (row: number, cosine: number) => number,
): RankedRows {
  const { rows } = found;
  const ranks = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) ranks[i] = rankOf(rows[i]!, found.cosines[i]!);
  const { cosines, nearest } = withWindows(windows, vector, found, ranks, rankOf);
  // Where every entry is one passage, no two rows are of the same entry.
  if (entries.rowCount === entries.slotCount) return { rows, cosines, nearest, ranks, partsOf };
  const best = new Map<number, number>();
  for (let i = 0; i < rows.length; i++) {
    const slot = entries.slotOfRow(rows[i]!);
    const known = best.get(slot);
    const isBetter =
      known === undefined ||
      ranks[i]! > ranks[known]! ||
      (ranks[i] === ranks[known] && rows[i]! < rows[known]!);
    if (isBetter) best.set(slot, i);
  }
  const kept = Uint32Array.from(best.values());
  return {
    rows: kept.map((i) => rows[i]!),
    cosines: Float32Array.from(kept, (i) => cosines[i]!),
    nearest: Float32Array.from(kept, (i) => nearest[i]!),
    ranks: Float64Array.from(kept, (i) => ranks[i]!),
    partsOf,
  };
}

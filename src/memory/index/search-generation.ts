import { type Calibration, calibrate } from '../embedding/calibration.ts';
import { type Filter, matches } from '../filter.ts';
import type { Generation } from './generation.ts';
import { blendScores, meaningWeight, shareNotLatin } from './ranking/blend.ts';
import { evidenceOf } from './ranking/evidence.ts';
import type { HitExplanation, RankParts } from './ranking/explanation.ts';
import { wordsNextDoor } from './ranking/neighbours.ts';
import { asksHowThingsAre } from './ranking/question.ts';
import { inOrder, relevance, relevanceByMeaning } from './ranking/relevance.ts';
import { comparedInTime, newestFirst, type Statement } from './ranking/supersession.ts';
import type { Selection } from './recent-selections.ts';
import type { SearchHit, SearchRequest } from './search-request.ts';
import { select } from './selection.ts';
import type { ScanWorkers } from './vectors/scan-workers.ts';
import type { ScoredRows, TurnedQuery } from './vectors/vector-search.ts';
import { overlap } from './words/word-sequences.ts';

interface SearchOptions {
  calibration: Calibration;
  workers?: ScanWorkers;
}

/** The best row of an entry. */
interface Hit {
  slot: number;
  row: number;
  cosine: number;
  /** What it is ranked by; it may depend on the whole namespace. */
  rank: number;
  /** Only where the search is explained. */
  parts?: RankParts;
}

/** So many results are scored however few are asked for, so that a score does not depend on the limit. */
const leastScored = 32;

/** Carries out a search on columns that stay as they are while it runs. */
export async function searchGeneration(
  generation: Generation,
  request: SearchRequest,
  options: SearchOptions,
): Promise<SearchHit[]> {
  const selection = select(generation, request.filter, request.now);
  if (!selection) return [];
  // Several passages of one entry make one result, so that many candidates may be few results: then look further.
  for (let width = request.limit * 4 + 64; ; width *= 4) {
    const candidates = Math.min(width, generation.vectors.count);
    const hits = await findHits(generation, request, options, selection, candidates);
    const isAll = candidates === generation.vectors.count || candidates >= selection.count;
    if (isAll || hits.length >= request.limit) return finished(generation, request, options, hits);
  }
}

async function findHits(
  generation: Generation,
  { vector, mode, text, explain }: SearchRequest,
  { calibration, workers }: SearchOptions,
  selection: Selection,
  candidates: number,
): Promise<Hit[]> {
  const query = vector && mode !== 'lexical' ? generation.vectors.search.turn(vector) : undefined;
  const dense = query
    ? await generation.vectors.search.top(query, candidates, selection.rows, workers)
    : nothing;
  const meaning = ({ cosine }: Hit) => ({ dense: calibrate(calibration, cosine), cosine });
  if (mode === 'dense') {
    const hits = bestRows(generation, dense, (_, cosine) => calibrate(calibration, cosine));
    return explain ? withParts(hits, (hit) => ({ ...meaning(hit), neighbours: 0, weight: 1 })) : hits;
  }
  // Nothing may be awaited from here on: the matches are valid until the next query only.
  const words = generation.words.match(text, candidates, selection, dense.rows);
  const named = words.rows;
  if (!query) {
    const byWords = { rows: named, cosines: new Float32Array(named.length) };
    const hits = bestRows(generation, byWords, (row) => words.scores[row]!);
    return explain ? withParts(hits, ({ rank }) => ({ lexical: rank, neighbours: 0, weight: 0 })) : hits;
  }
  const all = joined(generation, query, dense, named);
  const weight = meaningWeight(calibration, evidenceOf(generation, text, query, all, words));
  const belonging = words.rows.length > 0 ? generation.continuity() : 0;
  const nextDoor = belonging > 0 ? wordsNextDoor(generation.entries, words) : undefined;
  const lentTo = (slot: number) => (nextDoor ? belonging * (nextDoor.get(slot) ?? 0) : 0);
  const hits = bestRows(generation, all, (row, cosine) => {
    const lent = lentTo(generation.entries.slotOfRow(row));
    return blendScores(calibrate(calibration, cosine), words.scores[row] ?? 0, lent, weight);
  });
  if (!explain) return hits;
  return withParts(hits, (hit) => ({
    ...meaning(hit),
    lexical: words.scores[hit.row] ?? 0,
    neighbours: lentTo(hit.slot),
    weight,
  }));
}

/** Noted at once: the scores by words are gone with the next search. */
function withParts(hits: Hit[], partsOf: (hit: Hit) => RankParts): Hit[] {
  for (const hit of hits) hit.parts = partsOf(hit);
  return hits;
}

const nothing: ScoredRows = { rows: new Uint32Array(0), cosines: new Float32Array(0) };

/** The candidates by meaning and by words together, each with its cosine. */
function joined(
  generation: Generation,
  query: TurnedQuery,
  dense: ScoredRows,
  named: Uint32Array,
): ScoredRows {
  const known = new Set(dense.rows);
  const added = named.filter((row) => !known.has(row));
  const rows = new Uint32Array(dense.rows.length + added.length);
  rows.set(dense.rows);
  rows.set(added, dense.rows.length);
  const cosines = new Float32Array(rows.length);
  cosines.set(dense.cosines);
  cosines.set(generation.vectors.search.cosines(query, added), dense.rows.length);
  return { rows, cosines };
}

function bestRows(
  { entries }: Generation,
  { rows, cosines }: ScoredRows,
  rankOf: (row: number, cosine: number) => number,
): Hit[] {
  // Where every entry is one passage, no two rows are of the same entry.
  if (entries.rowCount === entries.slotCount)
    return Array.from(rows, (row, i) => ({
      slot: row,
      row,
      cosine: cosines[i]!,
      rank: rankOf(row, cosines[i]!),
    }));
  const best = new Map<number, Hit>();
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const slot = entries.slotOfRow(row);
    const rank = rankOf(row, cosines[i]!);
    const known = best.get(slot);
    if (!known || rank > known.rank || (rank === known.rank && row < known.row))
      best.set(slot, { slot, row, cosine: cosines[i]!, rank });
  }
  return [...best.values()];
}

/** Best first; where two rank alike, such as below all that the model's calibration tells apart, the nearer one, and then by id. Entries that were removed meanwhile are not in it, and the filter is asked once more, for its lists go by hash. */
function finished(
  generation: Generation,
  request: SearchRequest,
  options: SearchOptions,
  hits: Hit[],
): SearchHit[] {
  const { entries } = generation;
  const { filter, limit, minScore = 0, mode } = request;
  const ranked = hits
    .filter(({ slot, rank }) => entries.isAlive(slot) && (mode !== 'lexical' || rank > 0))
    .sort(
      (a, b) => b.rank - a.rank || b.cosine - a.cosine || (entries.id(a.slot) < entries.id(b.slot) ? -1 : 1),
    );
  const found: Hit[] = [];
  for (const hit of ranked) {
    if (found.length === Math.max(limit, leastScored)) break;
    if (!filter || matches(filter, entries.document(hit.slot))) found.push(hit);
  }
  const ordered = inTime(generation, request, options, found);
  const relevances = relevanceOf(
    generation,
    request,
    options,
    ordered.map(({ hit }) => hit),
  );
  const scores = inOrder(
    relevances.map((value, i) => (ordered[i]!.supersededBy === undefined ? value : supersededWorth * value)),
  );
  const results: SearchHit[] = [];
  for (const [i, { hit, supersededBy }] of ordered.entries()) {
    if (results.length === limit || scores[i]! < minScore) break;
    if (supersededBy !== undefined && request.hideSuperseded) continue;
    results.push({
      id: entries.id(hit.slot),
      score: scores[i]!,
      passage: hit.row - entries.rowsOf(hit.slot).first,
      ...(supersededBy !== undefined && { supersededBy }),
      ...(request.before && entryBefore(generation, hit, filter)),
      ...(hit.parts && {
        explain: explained(generation, request.text, hit, {
          relevance: relevances[i]!,
          position: found.indexOf(hit) + 1,
          ...(supersededBy !== undefined && { superseded: supersededWorth }),
        }),
      }),
    });
  }
  return results;
}

/** Only one that the filter lets through: what a caller may not see must not change a result. */
function entryBefore(
  generation: Generation,
  { slot }: Hit,
  filter: Filter | undefined,
): Pick<SearchHit, 'before'> {
  const { entries } = generation;
  const before = entries.livingNext(slot, -1);
  if (before === undefined || (filter && !matches(filter, entries.document(before)))) return {};
  return { before: { id: entries.id(before), isAlike: generation.continuity() > 0.5 } };
}

function explained(
  { words }: Generation,
  text: string,
  { row, rank, parts }: Hit,
  place: Pick<HitExplanation, 'relevance' | 'position' | 'superseded'>,
): HitExplanation {
  const [coverage = 0] = words.coverage(text, Uint32Array.of(row));
  return { ...parts!, rank, coverage, ...place, words: words.held(text, row) };
}

/** What an answer is worth that a newer one replaced. */
const supersededWorth = 0.9;

/** A hit as far as its place in time matters. */
interface Placed extends Statement {
  hit: Hit;
}

/** With what was said later before what it replaces. A search by words or meaning alone is left as it is. */
function inTime(
  generation: Generation,
  { mode, text }: SearchRequest,
  { calibration }: SearchOptions,
  hits: readonly Hit[],
): Array<{ hit: Hit; supersededBy?: string }> {
  const { entries, traits, vectors, words } = generation;
  if (mode !== 'blended' || !asksHowThingsAre(text, words.wordsOf(text))) return hits.map((hit) => ({ hit }));
  const contentWords = new Map<number, Uint16Array>();
  const contentOf = (row: number): Uint16Array => {
    const known = contentWords.get(row) ?? words.contentWords(row);
    contentWords.set(row, known);
    return known;
  };
  const statements: Placed[] = hits.slice(0, comparedInTime).map((hit) => ({
    hit,
    id: entries.id(hit.slot),
    time: entries.timeOf(hit.slot),
    rank: hit.rank,
    words: words.length(hit.row),
    tellsOfChange: traits.tellsOfChange(hit.row),
  }));
  const likeness = {
    meaning: (a: Placed, b: Placed) => calibrate(calibration, vectors.coarseCosine(a.hit.row, b.hit.row)),
    overlap: (a: Placed, b: Placed) => overlap(contentOf(a.hit.row), contentOf(b.hit.row)),
  };
  const ordered = newestFirst(statements, likeness, generation.continuity() > 0.5);
  const first = ordered.map(({ result: { hit }, supersededBy }) => ({
    hit,
    ...(supersededBy !== undefined && { supersededBy }),
  }));
  return [...first, ...hits.slice(comparedInTime).map((hit) => ({ hit }))];
}

function relevanceOf(
  generation: Generation,
  { mode, text }: SearchRequest,
  { calibration }: SearchOptions,
  hits: readonly Hit[],
): number[] {
  if (mode === 'dense') {
    const scoreOf = calibration.isUnknown ? (meaning: number) => meaning : relevanceByMeaning;
    return hits.map(({ cosine }) => scoreOf(calibrate(calibration, cosine)));
  }
  const rows = Uint32Array.from(hits, ({ row }) => row);
  const coverage = generation.words.coverage(text, rows);
  if (mode === 'lexical') return [...coverage];
  const unreadable = shareNotLatin(text);
  return hits.map(({ cosine }, i) =>
    relevance(calibration, {
      meaning: calibrate(calibration, cosine),
      coverage: coverage[i]!,
      unreadable,
    }),
  );
}

import { compareTexts } from '../../kernel/compare-texts.ts';
import { type Calibration, calibrate } from '../embedding/calibration.ts';
import { type Filter, matches } from '../filter.ts';
import type { Generation } from './generation.ts';
import { askedNames } from './ranking/asked-names.ts';
import { shareUnreadable } from './ranking/blend.ts';
import { isAcross } from './ranking/evidence.ts';
import type { HitExplanation, RankParts } from './ranking/explanation.ts';
import { nearCoverage } from './ranking/near-coverage.ts';
import { asksHowThingsAre } from './ranking/question.ts';
import { type RankedRows, rankRows } from './ranking/rank-rows.ts';
import { inOrder, relevance, relevanceByMeaning } from './ranking/relevance.ts';
import { comparedInTime, newestFirst, type Statement } from './ranking/supersession.ts';
import type { SearchHit, SearchRequest } from './search-request.ts';
import { select } from './selection.ts';
import type { CoarseRow } from './vectors/row-stretch.ts';
import type { ScanWorkers } from './vectors/scan-workers.ts';
import { coarseCosine } from './vectors/vector-rows.ts';
import type { FoundRows } from './vectors/vector-search.ts';
import { languageOf } from './words/language-likeness.ts';
import { hash16, heldOf, overlap } from './words/word-sequences.ts';

interface SearchOptions {
  calibration: Calibration;
  workers?: ScanWorkers;
}

/** The best row of an entry. */
interface Hit {
  slot: number;
  row: number;
  cosine: number;
  nearest: number;
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
  const { limit, mode, vector } = request;
  const { calibration, workers } = options;
  const { vectors } = generation;
  const query = vector && mode !== 'lexical' ? vectors.search.turn(vector) : undefined;
  // Several passages of one entry make one result, so that many candidates may be few results: then look further.
  for (let width = limit * 4 + 64; ; width *= 4) {
    // Each time anew: rows that were added meanwhile are behind the end of an earlier mask.
    const selection = select(generation, request.filter, request.now);
    if (!selection) return [];
    const ask = () => generation.words.ask(request.text, selection);
    const candidates = Math.min(width, vectors.count);
    const help = { workers, list: selection.list, ...(mode === 'blended' && { words: ask }) };
    const found = query ? await vectors.search.top(query, candidates, selection.rows, help) : nothing;
    // Nothing may be awaited from here on: the scores by words are right until the next query only.
    const dense = { ...found, query };
    const ranked = rankRows(generation, request, calibration, dense, { selection, candidates });
    const isAll = candidates === vectors.count || candidates >= selection.count;
    if (isAll || ranked.rows.length >= limit)
      return finished(generation, request, options, bestFirst(generation, request, ranked));
  }
}

const nothing: FoundRows = { rows: new Uint32Array(), cosines: new Float32Array() };

/**
 * The best ones in their order; where two rank alike, such as below all that the model's calibration tells apart, the nearer one, and then by id. Entries that were removed meanwhile are not
 * in it, and the filter is asked once more, for its lists go by hash.
 */
function bestFirst({ entries }: Generation, request: SearchRequest, ranked: RankedRows): Hit[] {
  const { filter, limit, mode, explain } = request;
  const wanted = Math.max(limit, leastScored);
  const { rows, cosines, nearest, ranks } = ranked;
  for (let least = leastOfBest(ranks, wanted); ; least = Number.NEGATIVE_INFINITY) {
    const hits: Hit[] = [];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const rank = ranks[i]!;
      if (rank < least || (mode === 'lexical' && rank <= 0)) continue;
      const slot = entries.slotOfRow(row);
      if (entries.isAlive(slot)) hits.push({ slot, row, cosine: cosines[i]!, nearest: nearest[i]!, rank });
    }
    hits.sort(
      (a, b) =>
        b.rank - a.rank || b.cosine - a.cosine || compareTexts(entries.id(a.slot), entries.id(b.slot)),
    );
    const found: Hit[] = [];
    for (const hit of hits) {
      if (found.length === wanted) break;
      if (filter && !matches(filter, entries.document(hit.slot))) continue;
      if (explain) hit.parts = ranked.partsOf(hit.row, hit.cosine);
      found.push(hit);
    }
    // Where some of the best were not let through, others take their places.
    if (found.length === wanted || least === Number.NEGATIVE_INFINITY) return found;
  }
}

/** The rank of the last of the best so many: what ranks below need not be put in order. */
function leastOfBest(ranks: Float64Array, wanted: number): number {
  if (ranks.length <= wanted) return Number.NEGATIVE_INFINITY;
  if (wanted > leastScored) return ranks.toSorted()[ranks.length - wanted]!;
  // A few are kept in order more quickly than all are put in order.
  const best = new Float64Array(wanted).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i]!;
    let at = 0;
    for (; at < wanted && best[at]! < rank; at++) if (at > 0) best[at - 1] = best[at]!;
    if (at > 0) best[at - 1] = rank;
  }
  return best[0]!;
}

function finished(
  generation: Generation,
  request: SearchRequest,
  options: SearchOptions,
  found: readonly Hit[],
): SearchHit[] {
  const { entries } = generation;
  const { filter, limit, minScore = 0 } = request;
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
        explain: explained(generation, request, options, hit, {
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
  generation: Generation,
  request: SearchRequest,
  { calibration }: SearchOptions,
  { row, rank, parts }: Hit,
  place: Pick<HitExplanation, 'relevance' | 'position' | 'superseded'>,
): HitExplanation {
  const [coverage = 0] = coverageOf(generation, request, calibration, Uint32Array.of(row));
  return { ...parts!, rank, coverage, ...place, words: generation.words.held(request.text, row) };
}

/** What an answer is worth that a newer one replaced. */
const supersededWorth = 0.9;

/** A hit as far as its place in time matters. */
interface Placed extends Statement {
  hit: Hit;
  /** What it is compared by, once it is. */
  content: Uint16Array | undefined;
  vector: CoarseRow | undefined;
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
  const names = askedNames(text).map(hash16);
  const statements: Placed[] = hits.slice(0, comparedInTime).map((hit) => ({
    hit,
    id: entries.id(hit.slot),
    time: entries.timeOf(hit.slot),
    rank: hit.rank,
    words: wordsOfStatement(generation, hit),
    tellsOfChange: traits.tellsOfChange(hit.row),
    names: names.length > 0 ? heldOf(names, words.sequenceOf(hit.row)) : 0,
    content: undefined,
    vector: undefined,
  }));
  const contentOf = (placed: Placed): Uint16Array => {
    placed.content ??= words.contentWords(placed.hit.row);
    return placed.content;
  };
  const vectorOf = (placed: Placed): CoarseRow => {
    placed.vector ??= vectors.coarseRow(placed.hit.row);
    return placed.vector;
  };
  const likeness = {
    meaning: (a: Placed, b: Placed) => calibrate(calibration, coarseCosine(vectorOf(a), vectorOf(b))),
    overlap: (a: Placed, b: Placed) => overlap(contentOf(a), contentOf(b)),
  };
  const ordered = newestFirst(statements, likeness, generation.continuity() > 0.5);
  const first = ordered.map(({ result: { hit }, supersededBy }) => ({
    hit,
    ...(supersededBy !== undefined && { supersededBy }),
  }));
  return [...first, ...hits.slice(comparedInTime).map((hit) => ({ hit }))];
}

/** A sentence of a long entry is no statement of its own: what is said of other things in the entry stays true. */
function wordsOfStatement({ entries, words }: Generation, { slot, row }: Hit): number {
  const { first, end } = entries.rowsOf(slot);
  return end - first > 1 ? Number.POSITIVE_INFINITY : words.length(row);
}

function relevanceOf(
  generation: Generation,
  request: SearchRequest,
  { calibration }: SearchOptions,
  hits: readonly Hit[],
): number[] {
  const { mode, text } = request;
  if (mode === 'dense') {
    const scoreOf = calibration.isUnknown ? (meaning: number) => meaning : relevanceByMeaning;
    return hits.map(({ cosine }) => scoreOf(calibrate(calibration, cosine)));
  }
  const rows = new Uint32Array(hits.length);
  for (let i = 0; i < hits.length; i++) rows[i] = hits[i]!.row;
  const coverage = coverageOf(generation, request, calibration, rows);
  if (mode === 'lexical') return [...coverage];
  const unreadable = shareUnreadable(text, calibration.scripts);
  const language = languageOf(text, generation.words.wordsOf(text));
  return hits.map(({ nearest, row }, i) =>
    relevance(calibration, {
      meaning: calibrate(calibration, nearest),
      coverage: coverage[i]!,
      unreadable,
      isAcross: isAcross(language, generation.traits, row),
    }),
  );
}

/** In a search by words alone these must be the same; where meaning counts too, those that mean nearly the same count as well. */
function coverageOf(
  { words }: Generation,
  { mode, text }: SearchRequest,
  { nearWords }: Calibration,
  rows: Uint32Array,
): Float32Array {
  return nearWords && mode === 'blended'
    ? nearCoverage(words, nearWords, text, rows)
    : words.coverage(text, rows);
}

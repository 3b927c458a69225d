import { randomUUID } from 'node:crypto';
import { type Calibration, calibrate } from '../embedding/calibration.ts';
import { type Filter, matches } from '../filter.ts';
import type { FrozenIndex } from '../search-index.ts';
import { BestRows } from './best-rows.ts';
import { type BlendEvidence, blendScores, meaningWeight, shareNotLatin } from './blend.ts';
import { Compaction } from './compaction.ts';
import { Generation } from './generation.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { wordsNextDoor } from './neighbours.ts';
import type { Selection } from './recent-selections.ts';
import type { SearchHit, SearchRequest } from './search-request.ts';
import { select } from './selection.ts';
import type { ScanWorkers } from './vectors/scan-workers.ts';
import type { VectorArena } from './vectors/vector-arena.ts';
import type { ScoredRows, TurnedQuery } from './vectors/vector-search.ts';
import type { LexicalMatches } from './words/lexical-index.ts';

export interface NamespaceIndexOptions {
  dims: number;
  calibration: Calibration;
  arena: VectorArena;
  /** Without them a search runs on the calling thread whatever its size. */
  workers?: ScanWorkers;
  /** Told of what failed in the background, after which the index goes on as before. */
  onFailure?: (error: unknown) => void;
}

/** The index of one namespace under one model, in memory, derived from the store. */
export class NamespaceIndex {
  readonly #options: NamespaceIndexOptions;
  #generation: Generation;
  #compaction: Compaction | undefined;
  #compacting: Promise<void> = Promise.resolve();
  #released = false;

  constructor(options: NamespaceIndexOptions, generation?: Generation) {
    this.#options = options;
    this.#generation = generation ?? new Generation(options.arena, options.dims);
  }

  /** Undefined when the parts are damaged, of another version or of other dimensions: then it is built from the store. */
  static async restore(
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options: NamespaceIndexOptions,
  ): Promise<{ index: NamespaceIndex; tag: string } | undefined> {
    const restored = await Generation.restore(parts, options.arena, options.dims);
    return restored && { index: new NamespaceIndex(options, restored.generation), tag: restored.tag };
  }

  /** Entries that are held, expired ones included until they are removed. */
  get size(): number {
    return this.#generation.entries.size;
  }

  get memoryBytes(): number {
    return this.#generation.memoryBytes;
  }

  /** Replaces by id. */
  put(entries: readonly IndexedEntry[]): void {
    for (const entry of entries) {
      this.#generation.kill(entry.id);
      this.#generation.append(entry);
      this.#compaction?.note(entry);
    }
    this.#compactIfWorthwhile();
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#generation.kill(id);
      this.#compaction?.note(id);
    }
    this.#compactIfWorthwhile();
  }

  /** Sees every `put` and `remove` that returned before the call. */
  async search(request: SearchRequest): Promise<SearchHit[]> {
    const generation = this.#generation;
    const selection = select(generation, request.filter, request.now);
    if (!selection) return [];
    generation.enter();
    try {
      // Several passages of one entry make one result, so that many candidates may be few results: then look further.
      for (let width = request.limit * 4 + 64; ; width *= 4) {
        const candidates = Math.min(width, generation.vectors.count);
        const hits = await this.#hits(generation, request, selection, candidates);
        if (hits.length >= request.limit || candidates === generation.vectors.count) {
          return finished(generation, request, hits);
        }
        if (candidates >= selection.count) return finished(generation, request, hits);
      }
    } finally {
      generation.leave();
    }
  }

  /** The ids of the entries that match, oldest first. */
  *matching(filter: Filter | undefined, now: number): Iterable<string> {
    const { entries, filters } = this.#generation;
    const mask = filter ? filters.mask(filter, entries) : new Uint8Array(entries.slotCount).fill(1);
    const visible = entries.visible(now);
    for (let slot = 0; slot < mask.length; slot++) {
      if (mask[slot] === 0 || visible?.[slot] === 0 || !entries.isAlive(slot)) continue;
      if (!filter || matches(filter, entries.document(slot))) yield entries.id(slot);
    }
  }

  /** Removed entries have left their rows in it, without id, metadata or any mark of what they were; `compact` first to have it without. */
  snapshot(tag: string): FrozenIndex {
    const generation = this.#generation;
    return { parts: generation.freeze(tag, randomUUID()), release: () => generation.thaw() };
  }

  async compact(): Promise<void> {
    await this.#compacting;
    if (!this.#released && this.#generation.entries.hasDead) await this.#startCompaction();
  }

  /** Gives the memory back; the index is not used any more. */
  release(): void {
    this.#released = true;
    this.#generation.retire();
  }

  async #hits(
    generation: Generation,
    request: SearchRequest,
    selection: Selection,
    candidates: number,
  ): Promise<Hit[]> {
    const { vector, mode, text } = request;
    const { workers } = this.#options;
    const query = vector && mode !== 'lexical' ? generation.vectors.search.turn(vector) : undefined;
    const dense = query
      ? await generation.vectors.search.top(query, candidates, selection.rows, workers)
      : nothing;
    if (mode === 'dense') return this.#scored(generation, dense, (_, cosine) => this.#meaning(cosine));
    // Nothing may be awaited from here on: the matches are valid until the next query only.
    const words = generation.words.match(text, candidates, selection, dense.rows);
    const named = words.rows;
    if (!query) {
      return this.#scored(
        generation,
        { rows: named, cosines: new Float32Array(named.length) },
        (row) => words.scores[row]!,
      );
    }
    const all = this.#joined(generation, query, dense, named);
    const weight = meaningWeight(this.#options.calibration, {
      ...evidenceOf(generation, query, all, words),
      notLatin: shareNotLatin(text),
    });
    const nextDoor = wordsNextDoor(generation.entries, words);
    return this.#scored(generation, all, (row, cosine) => {
      const lent = nextDoor.get(generation.entries.slotOfRow(row)) ?? 0;
      return blendScores(this.#meaning(cosine), words.scores[row] ?? 0, lent, weight);
    });
  }

  #meaning(cosine: number): number {
    return calibrate(this.#options.calibration, cosine);
  }

  /** The candidates by meaning and by words together, each with its cosine. */
  #joined(generation: Generation, query: TurnedQuery, dense: ScoredRows, named: Uint32Array): ScoredRows {
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

  /** The best row of each entry. */
  #scored(
    { entries }: Generation,
    { rows, cosines }: ScoredRows,
    scoreOf: (row: number, cosine: number) => number,
  ): Hit[] {
    const best = new Map<number, Hit>();
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const slot = entries.slotOfRow(row);
      const score = scoreOf(row, cosines[i]!);
      const known = best.get(slot);
      if (!known || score > known.score || (score === known.score && row < known.row)) {
        best.set(slot, { slot, row, score });
      }
    }
    return [...best.values()];
  }

  #compactIfWorthwhile(): void {
    if (this.#compaction || this.#released || !this.#generation.isMostlyDead) return;
    // The index is as good as before; the next change tries again.
    this.#startCompaction().catch((error: unknown) => this.#options.onFailure?.(error));
  }

  #startCompaction(): Promise<void> {
    const old = this.#generation;
    const compaction = new Compaction(this.#options.arena, this.#options.dims, old);
    this.#compaction = compaction;
    const running = compaction
      .run(
        () => this.#released,
        (generation) => {
          this.#generation = generation;
          this.#compaction = undefined;
          old.retire();
        },
      )
      .finally(() => {
        if (this.#compaction === compaction) this.#compaction = undefined;
      });
    this.#compacting = running.catch(() => {});
    return running;
  }
}

interface Hit {
  slot: number;
  row: number;
  score: number;
}

const nothing: ScoredRows = { rows: new Uint32Array(0), cosines: new Float32Array(0) };

/** What the weight of the blend depends on. */
function evidenceOf(
  generation: Generation,
  query: TurnedQuery,
  { rows, cosines }: ScoredRows,
  words: LexicalMatches,
): Omit<BlendEvidence, 'notLatin'> {
  const nearest = new BestRows(20);
  let first = 0;
  for (let i = 0; i < rows.length; i++) {
    nearest.offer(rows[i]!, cosines[i]!);
    if (cosines[i]! > cosines[first]!) first = i;
  }
  let code = 0;
  for (const row of nearest.rows) code += generation.codeLikeness(row);
  let bestWords = 0;
  for (const row of words.rows) bestWords = Math.max(bestWords, words.scores[row]!);
  const background = generation.vectors.search.cosines(query, generation.sampleRows());
  return {
    standout: standout(cosines[first] ?? 0, background, generation.entries.liveRowCount),
    bestWords,
    wordsOfNearest: words.scores[rows[first] ?? 0] ?? 0,
    contentWords: words.contentWords,
    codes: words.codes,
    codeLikeness: code / Math.max(1, nearest.rows.length),
  };
}

/** Deviations of the best cosine from the mean of all, divided by those that the best of so many would have by chance. */
function standout(best: number, background: Float32Array, rows: number): number {
  const mean = background.reduce((sum, x) => sum + x, 0) / background.length;
  const variance = background.reduce((sum, x) => sum + (x - mean) ** 2, 0) / background.length;
  return (best - mean) / Math.sqrt(variance || 1) / Math.sqrt(2 * Math.log(Math.max(2, rows)));
}

/** Best first, ties by id. Entries that were removed meanwhile are left out, and the filter is asked once more, for its lists go by hash. */
function finished({ entries }: Generation, request: SearchRequest, hits: Hit[]): SearchHit[] {
  const { filter, limit, minScore = 0, mode } = request;
  const ranked = hits
    .filter(
      ({ slot, score }) => entries.isAlive(slot) && score >= minScore && (mode !== 'lexical' || score > 0),
    )
    .sort((a, b) => b.score - a.score || (entries.id(a.slot) < entries.id(b.slot) ? -1 : 1));
  const results: SearchHit[] = [];
  for (const { slot, row, score } of ranked) {
    if (results.length === limit) break;
    if (filter && !matches(filter, entries.document(slot))) continue;
    results.push({ id: entries.id(slot), score, passage: row - entries.rowsOf(slot).first });
  }
  return results;
}

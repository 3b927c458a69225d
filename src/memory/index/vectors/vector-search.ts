import { positionsOfOnes } from '../masks.ts';
import type { Section, SectionSink } from '../snapshot/snapshot-sections.ts';
import type { AskedOfThread, FoundByWords } from '../words/lexical-index.ts';
import { ArenaScratch } from './arena-scratch.ts';
import { BitRows } from './bit-rows.ts';
import type { TakenStretch } from './giants/giant-query.ts';
import { codedRows, GiantSearch } from './giants/giant-search.ts';
import { storedCount } from './giants/stored-cells.ts';
import { putNearQuery } from './near-queries.ts';
import { queryCodes } from './query-codes.ts';
import { queryWorths } from './query-worths.ts';
import { blockRows, type RowStretch } from './row-stretch.ts';
import { LoneScan, type NearScan, ScanBatches } from './scan-batches.ts';
import type { ScanArguments } from './scan-call.ts';
import type { ScanWorkers } from './scan-workers.ts';
import type { VectorArena } from './vector-arena.ts';
import type { VectorRows } from './vector-rows.ts';
import { foundWords, wordsRoom } from './words-call.ts';

/** Which rows a search may return: all, those with a mask byte of 1, or the listed ones in rising order. */
export type RowSelection = { rows: 'all' } | { mask: Uint8Array; count: number } | { list: Uint32Array };

export interface ScoredRows {
  rows: Uint32Array;
  cosines: Float32Array;
}

/** What else a thread is to do for a search. */
export interface SearchHelp {
  workers?: ScanWorkers | undefined;
  /** Asked where a thread carries the search out: its words, which it matches as well. */
  words?: () => AskedOfThread | undefined;
  /** The selected rows as a list, where they are few. */
  list?: Uint32Array | undefined;
}

export interface FoundRows extends ScoredRows {
  /** What was asked, and found, by words; undefined where no thread matched them. */
  words?: { asked: AskedOfThread; found: FoundByWords };
}

/** A query as the rows are coded, so that it is turned once however often it is asked. */
export interface TurnedQuery {
  readonly turned: Float32Array;
}

/** Finds the rows nearest to a query. What it keeps is derived from the rows and made when first needed. */
export class VectorSearch {
  readonly #rows: VectorRows;
  readonly #giant: GiantSearch;
  #batches: ScanBatches | undefined;
  #scans = 0;

  constructor(rows: VectorRows) {
    this.#rows = rows;
    this.#giant = new GiantSearch(rows.dims);
  }

  /** The cells of a giant, for a snapshot. */
  cellSections(): Section[] {
    return this.#giant.sections(this.#rows.stretches);
  }

  /** Where a section of a snapshot goes, if it is one of cells. Its rows must be there before. */
  cellSink(name: string): SectionSink | undefined {
    return this.#giant.sink(name, this.#rows.stretches);
  }

  /** How many stretches have cells that a snapshot would have. */
  get storedCells(): number {
    return storedCount(this.#rows.stretches);
  }

  turn(query: Float32Array): TurnedQuery {
    return { turned: this.#rows.turn(query) };
  }

  /** The best rows by the high bytes, with their exact cosines, in no order. With workers, big scans leave the event loop free. */
  async top(
    { turned }: TurnedQuery,
    k: number,
    selection: RowSelection,
    help: SearchHelp = {},
  ): Promise<FoundRows> {
    const { stretches } = this.#rows;
    if (stretches.length === 0) return { rows: new Uint32Array(), cosines: new Float32Array() };
    this.#scans++;
    try {
      if (stretches.length > 1) return await this.#topOfGiant(turned, k, selection, help.workers);
      const [stretch] = stretches;
      const scratch = new ArenaScratch(stretch!.arena);
      try {
        const search = { scratch, stretch: stretch!, table: scratch.put(stretch!.blockTable), turned, k };
        if ('list' in selection) return rescored(search, topOfList(search, selection.list));
        const { rows, words } = await this.#topOfAll(search, selection, help);
        return { ...rescored(search, rows), ...(words && { words }) };
      } finally {
        scratch.release();
      }
    } finally {
      this.#scans--;
    }
  }

  /** Exact cosines of these rows, in their order. */
  cosines({ turned }: TurnedQuery, rows: Uint32Array): Float32Array {
    const { stretches } = this.#rows;
    const [stretch] = stretches;
    if (!stretch) return new Float32Array();
    if (stretches.length > 1) return cosinesOfGiant(this.#rows, turned, rows);
    const scratch = new ArenaScratch(stretch.arena);
    try {
      return rescored({ scratch, stretch, table: scratch.put(stretch.blockTable), turned }, rows).cosines;
    } finally {
      scratch.release();
    }
  }

  async #topOfAll(
    { scratch, stretch, table, turned, k }: StretchSearch,
    selection: Exclude<RowSelection, { list: Uint32Array }>,
    { workers, words, list }: SearchHelp,
  ): Promise<{ rows: Uint32Array; words?: FoundRows['words'] }> {
    const { count, width, arena } = stretch;
    const codes = scratch.put(queryCodes(turned, width));
    const mask = 'mask' in selection ? scratch.put(selection.mask) : 0;
    const selected = 'mask' in selection ? selection.count : count;
    // Bits find the near rows of a big namespace at an eighth of the memory traffic; the best of them are then chosen by their codes.
    const near = Math.max(Math.min(maxNear, Math.max(minNear, Math.ceil(selected * nearShare))), k * 8);
    const threads = workers && count >= workers.minRows ? workers : undefined;
    const [scores, rows] = [scratch.room(k * 4), scratch.room(k * 4)];
    if (count < minBitRows || near * 4 > selected) {
      const args: ScanArguments = [table, 0, count, blockRows, width, codes, mask, k, scores, rows, 0];
      return { rows: read(arena, rows, await LoneScan.run(args, arena, threads)) };
    }
    stretch.bits ??= new BitRows(arena, this.#rows.dims);
    const { bits } = stretch;
    bits.update(scratch, codedRows(stretch), this.#scans > 1);
    const { at, out } = putNearQuery(scratch, { ...queryWorths(turned, bits.bytes), mask, want: near });
    const scan: NearScan = {
      rows: [scratch.put(bits.chunks), 0, count, bits.chunkRows, bits.bytes],
      query: at,
      best: [table, out, 0, blockRows, width, codes, k, scores, rows],
    };
    this.#batches ??= new ScanBatches(arena);
    const asked = threads && words?.();
    if (asked) {
      const out = wordsRoom(scratch, k);
      const few = list && { at: scratch.put(list), length: list.length };
      scan.words = { ...asked, k, mask, list: few, out };
    }
    const found = read(arena, rows, await this.#batches.run(scan, threads));
    if (!asked) return { rows: found };
    return { rows: found, words: { asked, found: foundWords(arena.memory, scan.words!.out, k) } };
  }

  async #topOfGiant(
    turned: Float32Array,
    k: number,
    selection: RowSelection,
    workers: ScanWorkers | undefined,
  ): Promise<ScoredRows> {
    const stretches = this.#rows.stretches.map((stretch) => ({ stretch, rows: stretch.count }));
    const count = this.#rows.count;
    const mask = 'mask' in selection ? selection.mask : undefined;
    const selected = 'mask' in selection ? selection.count : count;
    const want = Math.max(Math.min(mostOfGiant, Math.ceil(selected * giantShare)), maxNear, k * 8);
    let rows: Uint32Array;
    if ('list' in selection) rows = topOfLists(stretches, turned, k, selection.list);
    else if (mask && want * 4 > selected)
      rows = topOfLists(stretches, turned, k, positionsOfOnes(mask, selected));
    else
      rows = Uint32Array.from(await this.#giant.top({ turned, k, want, mask, selected }, stretches, workers));
    this.#dropOldBits();
    return bestOf(rows, cosinesOfGiant(this.#rows, turned, rows), k);
  }

  /** Those of a stretch that has cells by now, when no search reads them any more. */
  #dropOldBits(): void {
    if (this.#scans > 1) return;
    for (const stretch of this.#rows.stretches) {
      if (!stretch.cells) continue;
      stretch.bits?.release();
      stretch.bits = undefined;
    }
  }
}

interface StretchSearch {
  scratch: ArenaScratch;
  stretch: RowStretch;
  /** Where its blocks are. */
  table: number;
  turned: Float32Array;
  k: number;
}

function topOfList({ scratch, stretch, table, turned, k }: StretchSearch, list: Uint32Array): Uint32Array {
  const { arena, width } = stretch;
  const codes = scratch.put(queryCodes(turned, width));
  const heap = { scores: scratch.room(k * 4), rows: scratch.room(k * 4) };
  const at = scratch.put(list);
  const found = arena.kernel.scanList(
    table,
    at,
    list.length,
    blockRows,
    width,
    codes,
    k,
    heap.scores,
    heap.rows,
  );
  return read(arena, heap.rows, found);
}

/** The best `k` of each stretch. The list is in rising order. */
function topOfLists(
  stretches: readonly TakenStretch[],
  turned: Float32Array,
  k: number,
  list: Uint32Array,
): Uint32Array {
  const found: number[] = [];
  let at = 0;
  for (const { stretch, rows } of stretches) {
    const from = at;
    while (at < list.length && list[at]! < stretch.first + rows) at++;
    if (at === from) continue;
    const scratch = new ArenaScratch(stretch.arena);
    try {
      const own = list.subarray(from, at).map((row) => row - stretch.first);
      const table = scratch.put(stretch.blockTable);
      for (const row of topOfList({ scratch, stretch, table, turned, k }, own))
        found.push(stretch.first + row);
    } finally {
      scratch.release();
    }
  }
  return Uint32Array.from(found);
}

function cosinesOfGiant(all: VectorRows, turned: Float32Array, rows: Uint32Array): Float32Array {
  const cosines = new Float32Array(rows.length);
  for (const stretch of all.stretches) {
    const end = stretch.first + stretch.count;
    const places: number[] = [];
    for (let i = 0; i < rows.length; i++) if (rows[i]! >= stretch.first && rows[i]! < end) places.push(i);
    if (places.length === 0) continue;
    const scratch = new ArenaScratch(stretch.arena);
    try {
      const own = Uint32Array.from(places, (i) => rows[i]! - stretch.first);
      const table = scratch.put(stretch.blockTable);
      const { cosines: found } = rescored({ scratch, stretch, table, turned }, own);
      for (const [i, place] of places.entries()) cosines[place] = found[i]!;
    } finally {
      scratch.release();
    }
  }
  return cosines;
}

/** The lower row first among equals. */
function bestOf(rows: Uint32Array, cosines: Float32Array, k: number): ScoredRows {
  const order = Uint32Array.from(rows.keys()).sort(
    (a, b) => cosines[b]! - cosines[a]! || rows[a]! - rows[b]!,
  );
  const best = order.subarray(0, k);
  return { rows: best.map((i) => rows[i]!), cosines: Float32Array.from(best, (i) => cosines[i]!) };
}

function read(arena: VectorArena, start: number, count: number): Uint32Array {
  return new Uint32Array(arena.memory.buffer, start, count).slice();
}

function rescored(
  { scratch, stretch, table, turned }: Omit<StretchSearch, 'k'>,
  rows: Uint32Array,
): ScoredRows {
  const { arena, width } = stretch;
  const at = scratch.room(width * 4);
  const padded = new Float32Array(arena.memory.buffer, at, width);
  padded.set(turned);
  padded.fill(0, turned.length);
  const { kernel } = arena;
  const cosinesOf = (some: Uint32Array, rescore: typeof kernel.rescore) => {
    const list = scratch.put(some);
    const out = scratch.room(some.length * 4);
    rescore(table, list, some.length, blockRows, width, at, out);
    return new Float32Array(arena.memory.buffer, out, some.length).slice();
  };
  if (stretch.count <= stretch.wide) return { rows, cosines: cosinesOf(rows, kernel.rescore) };
  const wide = cosinesOf(
    rows.filter((row) => !stretch.isThin(row)),
    kernel.rescore,
  );
  const thin = cosinesOf(
    rows.filter((row) => stretch.isThin(row)),
    kernel.rescoreThin,
  );
  let [nextWide, nextThin] = [0, 0];
  const cosines = Float32Array.from(rows, (row) =>
    stretch.isThin(row) ? thin[nextThin++]! : wide[nextWide++]!,
  );
  return { rows, cosines };
}

// Below, the codes of all rows are read about as quickly as the bits of all and the codes of a thousand.
const minBitRows = 4_096;
const minNear = 1_024;
const maxNear = 4_096;
const nearShare = 0.01;
/** Of a giant more rows are looked at by their codes, but only those that could be near enough, as far as is known. */
const giantShare = 1 / 64;
const mostOfGiant = 65_536;

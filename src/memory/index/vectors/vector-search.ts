import { ArenaScratch } from './arena-scratch.ts';
import { BitRows, type CodedRows } from './bit-rows.ts';
import { putNearQuery } from './near-queries.ts';
import { queryCodes } from './query-codes.ts';
import { queryWorths } from './query-worths.ts';
import { LoneScan, type NearScan, ScanBatches } from './scan-batches.ts';
import type { ScanArguments } from './scan-call.ts';
import type { ScanWorkers } from './scan-workers.ts';
import type { VectorArena } from './vector-arena.ts';
import type { VectorRows } from './vector-rows.ts';

/** Which rows a search may return: all, those with a mask byte of 1, or the listed ones in rising order. */
export type RowSelection = { rows: 'all' } | { mask: Uint8Array; count: number } | { list: Uint32Array };

export interface ScoredRows {
  rows: Uint32Array;
  cosines: Float32Array;
}

/** A query as the rows are coded, so that it is turned once however often it is asked. */
export interface TurnedQuery {
  readonly turned: Float32Array;
}

/** Finds the rows nearest to a query. What it keeps is derived from the rows and made when first needed. */
export class VectorSearch {
  readonly #arena: VectorArena;
  readonly #rows: VectorRows;
  readonly #batches: ScanBatches;
  #bits: BitRows | undefined;
  #scans = 0;

  constructor(arena: VectorArena, rows: VectorRows) {
    this.#arena = arena;
    this.#rows = rows;
    this.#batches = new ScanBatches(arena);
  }

  get memoryBytes(): number {
    return this.#bits?.memoryBytes ?? 0;
  }

  release(): void {
    this.#bits?.release();
  }

  turn(query: Float32Array): TurnedQuery {
    return { turned: this.#rows.turn(query) };
  }

  /** The best rows by the high bytes, with their exact cosines, in no order. With workers, big scans leave the event loop free. */
  async top(
    { turned }: TurnedQuery,
    k: number,
    selection: RowSelection,
    workers?: ScanWorkers,
  ): Promise<ScoredRows> {
    const scratch = new ArenaScratch(this.#arena);
    this.#scans++;
    try {
      const table = scratch.put(this.#rows.blockTable);
      const codes = scratch.put(queryCodes(turned, this.#rows.width));
      const rows =
        'list' in selection
          ? this.#topOfList(scratch, table, codes, k, selection.list)
          : await this.#topOfAll(scratch, table, codes, k, selection, workers, turned);
      return this.#rescored(scratch, table, turned, rows);
    } finally {
      this.#scans--;
      scratch.release();
    }
  }

  /** Exact cosines of these rows, in their order. */
  cosines({ turned }: TurnedQuery, rows: Uint32Array): Float32Array {
    const scratch = new ArenaScratch(this.#arena);
    try {
      const table = scratch.put(this.#rows.blockTable);
      return this.#rescored(scratch, table, turned, rows).cosines;
    } finally {
      scratch.release();
    }
  }

  #topOfList(scratch: ArenaScratch, table: number, codes: number, k: number, list: Uint32Array): Uint32Array {
    const heap = { scores: scratch.room(k * 4), rows: scratch.room(k * 4) };
    const { kernel } = this.#arena;
    const at = scratch.put(list);
    const found = kernel.scanList(
      table,
      at,
      list.length,
      this.#rows.blockRows,
      this.#rows.width,
      codes,
      k,
      heap.scores,
      heap.rows,
    );
    return this.#read(heap.rows, found);
  }

  async #topOfAll(
    scratch: ArenaScratch,
    table: number,
    codes: number,
    k: number,
    selection: RowSelection,
    workers: ScanWorkers | undefined,
    query: Float32Array,
  ): Promise<Uint32Array> {
    const { count, blockRows, width } = this.#rows;
    const mask = 'mask' in selection ? scratch.put(selection.mask) : 0;
    const selected = 'mask' in selection ? selection.count : count;
    // Bits find the near rows of a big namespace at an eighth of the memory traffic; the best of them are then chosen by their codes.
    const near = Math.max(Math.min(maxNear, Math.max(minNear, Math.ceil(selected * nearShare))), k * 8);
    const threads = workers && count >= workers.minRows ? workers : undefined;
    const [scores, rows] = [scratch.room(k * 4), scratch.room(k * 4)];
    if (count < minBitRows || near * 4 > selected) {
      const args: ScanArguments = [table, 0, count, blockRows, width, codes, mask, k, scores, rows, 0];
      return this.#read(rows, await LoneScan.run(args, this.#arena, threads));
    }
    const bits = this.#updatedBits(scratch);
    const { at, out } = putNearQuery(scratch, { ...queryWorths(query, bits.bytes), mask, want: near });
    const scan: NearScan = {
      rows: [scratch.put(bits.chunks), 0, count, bits.chunkRows, bits.bytes],
      query: at,
      best: [table, out, 0, blockRows, width, codes, k, scores, rows],
    };
    return this.#read(rows, await this.#batches.run(scan, threads));
  }

  #updatedBits(scratch: ArenaScratch): BitRows {
    this.#bits ??= new BitRows(this.#arena, this.#rows.dims);
    const { blockTable: blocks, width, count } = this.#rows;
    const addRow: CodedRows['addRow'] = (row, parts, into) => this.#rows.addCoarse(row, parts, into);
    const coded = { blocks, width, count, addRow };
    this.#bits.update(scratch, coded, this.#scans > 1);
    return this.#bits;
  }

  #read(start: number, count: number): Uint32Array {
    return new Uint32Array(this.#arena.memory.buffer, start, count).slice();
  }

  #rescored(scratch: ArenaScratch, table: number, query: Float32Array, rows: Uint32Array): ScoredRows {
    const at = scratch.room(this.#rows.width * 4);
    const padded = new Float32Array(this.#arena.memory.buffer, at, this.#rows.width);
    padded.set(query);
    padded.fill(0, query.length);
    const list = scratch.put(rows);
    const out = scratch.room(rows.length * 4);
    this.#arena.kernel.rescore(table, list, rows.length, this.#rows.blockRows, this.#rows.width, at, out);
    return { rows, cosines: new Float32Array(this.#arena.memory.buffer, out, rows.length).slice() };
  }
}

// Below, the codes of all rows are read about as quickly as the bits of all and the codes of a thousand.
const minBitRows = 4_096;
const minNear = 1_024;
const maxNear = 4_096;
const nearShare = 0.01;

import { ArenaScratch } from './arena-scratch.ts';
import { BitRows } from './bit-rows.ts';
import { queryCodes } from './fixed-point.ts';
import { queryPlanes } from './query-planes.ts';
import { carryOut, type ScanArguments, type ScanCall } from './scan-call.ts';
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
  #bits: BitRows | undefined;
  #scans = 0;

  constructor(arena: VectorArena, rows: VectorRows) {
    this.#arena = arena;
    this.#rows = rows;
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
    const mask = 'mask' in selection ? scratch.put(selection.mask) : 0;
    const selected = 'mask' in selection ? selection.count : this.#rows.count;
    // Bits find the near rows of a big namespace at an eighth of the memory traffic; the best of them are then chosen by their codes.
    const near = Math.max(Math.min(maxNear, Math.max(minNear, Math.ceil(selected * nearShare))), k * 8);
    const useBits = this.#rows.count >= minBitRows && near * 4 <= selected;
    const bits = useBits ? this.#updatedBits(scratch) : undefined;
    const scanned = this.#rows.count * (bits ? bits.bytes * 2 : this.#rows.width);
    const parts = workers && scanned >= workers.minBytes ? workers.size : 1;
    const asked = bits && queryPlanes(query, bits.bytes, countsWords);
    const bitsAt = bits && asked && { chunks: scratch.put(bits.chunks), planes: scratch.put(asked.planes) };
    const heaps: number[] = [];
    const calls = Array.from({ length: parts }, (_, part): ScanCall => {
      const [first, last] = [this.#borderOf(part, parts), this.#borderOf(part + 1, parts)];
      const [scores, rows] = [scratch.room(k * 4), scratch.room(k * 4)];
      heaps.push(rows);
      if (!bits || !bitsAt || !asked) {
        const args: ScanArguments = [
          table,
          first,
          last,
          this.#rows.blockRows,
          this.#rows.width,
          codes,
          mask,
          k,
          scores,
          rows,
          0,
        ];
        return { name: 'scan', args };
      }
      const want = Math.ceil(near / parts);
      const list = scratch.room(want * 8);
      const [distances, histogram] = [scratch.room(want * 4), scratch.room((asked.longest + 1) * 4)];
      return {
        name: 'nearest',
        near: [
          bitsAt.chunks,
          first,
          last,
          bits.chunkRows,
          bitsAt.planes,
          asked.base,
          asked.longest,
          bits.bytes,
          mask,
          Number(selected * 4 > this.#rows.count * 3),
          Number(countsWords),
          want,
          distances,
          histogram,
          list,
        ],
        best: [table, list, 0, this.#rows.blockRows, this.#rows.width, codes, k, scores, rows],
      };
    });
    const found =
      parts > 1 && workers
        ? await Promise.all(calls.map((call) => workers.run(call)))
        : calls.map((call) => carryOut(this.#arena.kernel, call));
    const results = heaps.map((rows, i) => this.#read(rows, found[i]!));
    return results.length === 1 ? results[0]! : Uint32Array.from(results.flatMap((part) => [...part]));
  }

  /** Whole blocks to each part. */
  #borderOf(part: number, parts: number): number {
    return part === parts
      ? this.#rows.count
      : Math.floor((this.#rows.blockTable.length * part) / parts) * this.#rows.blockRows;
  }

  #updatedBits(scratch: ArenaScratch): BitRows {
    this.#bits ??= new BitRows(this.#arena, this.#rows.dims);
    const { blockTable: blocks, blockRows, width, count } = this.#rows;
    const coded = { blocks, blockRows, width, count, row: (row: number) => this.#rows.coarse(row) };
    this.#bits.update(scratch, coded, this.#scans > 1);
    return this.#bits;
  }

  #read(start: number, count: number): Uint32Array {
    return new Uint32Array(this.#arena.memory.buffer, start, count).slice();
  }

  #rescored(scratch: ArenaScratch, table: number, query: Float32Array, rows: Uint32Array): ScoredRows {
    const padded = new Float32Array(this.#rows.width);
    padded.set(query);
    const at = scratch.put(padded);
    const list = scratch.put(rows);
    const out = scratch.room(rows.length * 4);
    this.#arena.kernel.rescore(table, list, rows.length, this.#rows.blockRows, this.#rows.width, at, out);
    return { rows, cosines: new Float32Array(this.#arena.memory.buffer, out, rows.length).slice() };
  }
}

// Below, the codes of all rows are read about as quickly as the bits of all and the codes of a thousand.
const minBitRows = 6_144;
const minNear = 1_024;
const maxNear = 4_096;
const nearShare = 0.02;
// x86 counts the bits of a word in one instruction and those of a vector in a dozen; on ARM it is the other way round.
const countsWords = process.arch === 'x64';

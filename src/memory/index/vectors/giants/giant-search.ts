import type { Section, SectionSink } from '../../snapshot/snapshot-sections.ts';
import { ArenaScratch } from '../arena-scratch.ts';
import { BitRows, centreOf } from '../bit-rows.ts';
import { putNearQuery } from '../near-queries.ts';
import { codeUnit, queryCodes } from '../query-codes.ts';
import { type QueryWorths, queryWorths } from '../query-worths.ts';
import { blockRows, type RowStretch } from '../row-stretch.ts';
import { LoneScan } from '../scan-batches.ts';
import type { ScanWorkers } from '../scan-workers.ts';
import { longestDistance, type MeasuredQuery } from './bit-measure.ts';
import { reachOfCells } from './cell-reach.ts';
import { Cells, isKnown } from './cells.ts';
import { GiantBatches } from './giant-batches.ts';
import type { GiantQuery, TakenStretch } from './giant-query.ts';
import { type GiantScan, lookRows, type PartScan, type StretchScan } from './giant-scan.ts';
import { workBytes } from './learn-cells.ts';
import { cellSections, cellSink } from './stored-cells.ts';

/** Room behind a mask: it is read in groups. */
const maskSlack = 64;

/** Finds near rows in a namespace of several stretches. Full stretches are searched by cells; they are made before the first search, so that what a search finds depends on the rows alone. */
export class GiantSearch {
  readonly #dims: number;
  readonly #batches = new GiantBatches();
  /** What the bits of rows without cells, and the centres of cells, are from. */
  #centre: Float32Array | undefined;
  #preparing: Promise<void> | undefined;

  constructor(dims: number) {
    this.#dims = dims;
  }

  /** For a snapshot. */
  sections(stretches: readonly RowStretch[]): Section[] {
    return cellSections({ stretches, dims: this.#dims, centre: this.#centre });
  }

  /** Where a section of a snapshot goes, if it is one of cells. */
  sink(name: string, stretches: readonly RowStretch[]): SectionSink | undefined {
    const dims = this.#dims;
    const owner = this;
    const into = {
      stretches,
      dims,
      get centre() {
        return owner.#centre;
      },
    };
    return cellSink(name, into, (centre) => {
      this.#centre = centre;
    });
  }

  /** The best rows by their codes, up to `k` for each memory, in no order. */
  async top(query: GiantQuery, stretches: readonly TakenStretch[], workers?: ScanWorkers): Promise<number[]> {
    // Where it fails, the search that began it says so, and the next one tries again.
    while (this.#preparing) await this.#preparing.catch(() => {});
    if (!this.#isPrepared(stretches)) {
      this.#preparing = this.#prepare(stretches, workers).finally(() => {
        this.#preparing = undefined;
      });
      await this.#preparing;
    }
    return this.scan(query, stretches, workers);
  }

  #isPrepared(stretches: readonly TakenStretch[]): boolean {
    return this.#centre !== undefined && withCells(stretches).every(({ stretch }) => isKnown(stretch.cells));
  }

  async #prepare(stretches: readonly TakenStretch[], workers: ScanWorkers | undefined): Promise<void> {
    const { stretch: first } = stretches[0]!;
    this.#centre ??= first.bits?.centre ?? centreOf(codedRows(first));
    for (const { stretch, rows } of withCells(stretches)) {
      if (isKnown(stretch.cells)) continue;
      // Where finding out how far they reach has failed, they need not be made again.
      stretch.cells ??= await this.#learn(stretch, rows, workers);
      stretch.cells.scan.reach = await reachOfCells(this, stretch, this.#centre, workers);
    }
  }

  async #learn(stretch: RowStretch, rows: number, workers: ScanWorkers | undefined): Promise<Cells> {
    const { arena, width } = stretch;
    const scratch = new ArenaScratch(arena);
    const bitBytes = BitRows.bytesOf(this.#dims);
    const cells = new Cells(arena, rows, width, bitBytes);
    try {
      const job = {
        arena: arena.number,
        table: scratch.put(stretch.blockTable),
        rows,
        width,
        dims: this.#dims,
        centre: scratch.put(this.#centre!),
        bitBytes,
        cells: cells.scan,
        work: scratch.room(workBytes(rows, cells.scan.count, width, bitBytes)),
      };
      await LoneScan.found({ name: 'cells', job }, arena, workers);
      return cells;
    } catch (error) {
      cells.release();
      throw error;
    } finally {
      scratch.release();
    }
  }

  /** Without making cells first. */
  async scan(
    query: GiantQuery,
    stretches: readonly TakenStretch[],
    workers?: ScanWorkers,
  ): Promise<number[]> {
    const scratches: ArenaScratch[] = [];
    try {
      const worths = queryWorths(query.turned, BitRows.bytesOf(this.#dims));
      const scan: GiantScan = {
        want: query.want,
        k: query.k,
        selected: query.selected,
        query: this.#measured(query.turned, worths),
        codeUnit: codeUnit(query.turned),
        bitBytes: BitRows.bytesOf(this.#dims),
        blockRows,
        parts: byMemory(stretches).map((part) => {
          const scratch = new ArenaScratch(part[0]!.stretch.arena);
          scratches.push(scratch);
          return this.#part(scratch, part, query, worths);
        }),
      };
      return await this.#batches.run(scan, stretches[0]!.stretch.arena, workers);
    } finally {
      for (const scratch of scratches) scratch.release();
    }
  }

  #measured(turned: Float32Array, { scale, longest }: QueryWorths): MeasuredQuery {
    const centre = this.#centre!;
    let [product, squares, ofCentre, sum] = [0, 0, 0, 0];
    for (let i = 0; i < turned.length; i++) {
      product += turned[i]! * centre[i]!;
      squares += turned[i]! ** 2;
      ofCentre += centre[i]! ** 2;
      sum += Math.abs(turned[i]!);
    }
    // Rows have the length 1.
    const spread = Math.sqrt(Math.max(0, 1 - ofCentre) / this.#dims);
    return { centre: product, spread, length: Math.sqrt(squares), sum, scale, longest };
  }

  #part(
    scratch: ArenaScratch,
    part: readonly TakenStretch[],
    { turned, k, want, mask }: GiantQuery,
    { worths }: QueryWorths,
  ): PartScan {
    const { arena, width, first } = part[0]!.stretch;
    const { codes, scale } = queryRow(turned, width);
    const near = putNearQuery(scratch, { worths, longest: longestDistance, mask: 0, want });
    const most = part.reduce((most, { rows }) => Math.max(most, rows), 0);
    return {
      arena: arena.number,
      table: scratch.put(blocksOf(part)),
      first,
      width,
      codes: scratch.put(queryCodes(turned, width)),
      near: near.at,
      row: scratch.put(codes),
      rowScale: scale,
      out: near.out,
      distances: near.distances,
      scores: scratch.room(k * 4),
      best: scratch.room(k * 4),
      masked: mask ? scratch.room(most + maskSlack) : 0,
      look: scratch.room(lookRows * 4),
      products: scratch.room(mostCells(part) * 4),
      stretches: part.map(({ stretch, rows }): StretchScan => {
        const base = stretch.first - first;
        const ofStretch = mask ? putMask(scratch, mask.subarray(stretch.first, stretch.first + rows)) : 0;
        return { base, rows, mask: ofStretch, bits: this.#bits(scratch, stretch, rows) };
      }),
    };
  }

  #bits(scratch: ArenaScratch, stretch: RowStretch, rows: number): StretchScan['bits'] {
    // Where rows were added since the search began, the cells may have some that its mask does not cover.
    if (stretch.cells && rows === stretch.count) return stretch.cells.scan;
    stretch.bits ??= new BitRows(stretch.arena, this.#dims, this.#centre);
    stretch.bits.update(scratch, codedRows(stretch), true);
    return { chunks: scratch.put(stretch.bits.chunks), chunkRows: stretch.bits.chunkRows };
  }
}

/** Those that are to have cells: of very many rows, all stretches but the last, which are full. */
function withCells(stretches: readonly TakenStretch[]): readonly TakenStretch[] {
  const last = stretches.at(-1)!;
  const isWorthIt = last.stretch.first + last.rows >= last.stretch.arena.cellsFrom;
  return isWorthIt ? stretches.slice(0, -1) : [];
}

function mostCells(part: readonly TakenStretch[]): number {
  return part.reduce((most, { stretch: { cells } }) => Math.max(most, cells?.scan.count ?? 0), 1);
}

/** What bits are taken from. */
export function codedRows(stretch: RowStretch) {
  return {
    blocks: stretch.blockTable,
    width: stretch.width,
    count: stretch.count,
    isThin: (row: number) => stretch.isThin(row),
    addRow: (row: number, parts: number, into: Float32Array) => stretch.addCoarse(row, parts, into),
  };
}

/** Stretches that follow one another in the same memory are searched as one. */
export function byMemory(stretches: readonly TakenStretch[]): TakenStretch[][] {
  const parts: TakenStretch[][] = [];
  for (const taken of stretches) {
    const last = parts.at(-1);
    if (last && last[0]!.stretch.arena === taken.stretch.arena) last.push(taken);
    else parts.push([taken]);
  }
  return parts;
}

/** The blocks of all of them, one after the other: all but the last are full. */
export function blocksOf(part: readonly TakenStretch[]): Uint32Array {
  const tables = part.map(({ stretch }) => stretch.blockTable);
  const all = new Uint32Array(tables.reduce((sum, table) => sum + table.length, 0));
  let at = 0;
  for (const table of tables) {
    all.set(table, at);
    at += table.length;
  }
  return all;
}

function putMask(scratch: ArenaScratch, mask: Uint8Array): number {
  const start = scratch.room(mask.length + maskSlack);
  const bytes = scratch.bytes(start, mask.length + maskSlack);
  bytes.set(mask);
  bytes.fill(0, mask.length);
  return start;
}

/** The query as rows are coded, by high bytes: cells are compared with it as with a row. */
function queryRow(query: Float32Array, width: number): { codes: Int8Array; scale: number } {
  const largest = query.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const codes = new Int8Array(width);
  if (largest > 0) for (let i = 0; i < query.length; i++) codes[i] = Math.round((query[i]! / largest) * 127);
  return { codes, scale: largest / 127 / 256 };
}

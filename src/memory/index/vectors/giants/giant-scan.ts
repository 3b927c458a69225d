import type { ScanMemory } from '../kernel.ts';
import { foundNear } from '../near-queries.ts';
import {
  BitMeasure,
  bitStep,
  bitTop,
  longestDistance,
  type MeasuredQuery,
  type Origins,
} from './bit-measure.ts';
import { type CellScan, levelCount } from './cells.ts';

/** Rows of one stretch, of which near ones are looked for by their bits. Numbers are pointers into its memory, or counts. */
export interface StretchScan {
  /** What is added to its rows. */
  base: number;
  rows: number;
  /** Of its rows alone, or 0. */
  mask: number;
  /** Where it has no cells, its bits are from the centre of all rows. */
  bits: { chunks: number; chunkRows: number } | CellScan;
}

/** The stretches that lie in one memory. */
export interface PartScan {
  arena: number;
  table: number;
  /** The number of its first row. */
  first: number;
  width: number;
  /** The query as codes, as a near query, and as a row. */
  codes: number;
  near: number;
  row: number;
  rowScale: number;
  out: number;
  distances: number;
  /** Room for the best rows by their codes. */
  scores: number;
  best: number;
  /** Room for rows whose codes are looked at on the way, `lookRows` of them. */
  look: number;
  /** Room for the mask of a cell and for the product of the query with the centre of each. */
  masked: number;
  products: number;
  stretches: StretchScan[];
}

/** A search of a giant: for each memory the nearest rows by their bits, of all of them the wanted nearest, and of those in each memory the best `k` by their codes. */
export interface GiantScan {
  want: number;
  k: number;
  /** How many rows the filter lets through. */
  selected: number;
  query: MeasuredQuery;
  /** What a product by codes is multiplied with to be a cosine. */
  codeUnit: number;
  bitBytes: number;
  blockRows: number;
  parts: PartScan[];
}

/** So many rows at most are looked at by their codes to learn how near the best ones are. */
export const lookRows = 1_024;
/** After a share of the rows for the first time, within limits, and again whenever there are four times as many. */
const firstLook = { share: 1 / 64, least: 1_024, most: 16_384 };
/** How near a row has to be is looked at after so many rows without cells for the first time. */
const firstWhole = 65_536;
/** So many rows without cells are read at a time, a multiple of what a chunk has: their bits stay in the processor's caches for the other searches of a pass. */
const pieceRows = 16_384;
/** About so many cells are put in order together, by bins of how near they are. */
const cellsTogether = 1_024;
const bins = 1_024;

/** The rows that were found for each search, `k` for each memory. What has no cells is read once for all of them; each finds what it would find alone. Runs on any thread. */
export function scanGiants(memories: readonly ScanMemory[], scans: readonly GiantScan[]): number[][] {
  const found: number[][] = scans.map(() => []);
  const running = scans.map((scan, i) => ({ i, steps: new GiantPass(memories, scan).run() }));
  while (running.length > 0) {
    for (const [at, { i, steps }] of [...running.entries()].reverse()) {
      const step = steps.next();
      if (!step.done) continue;
      found[i] = step.value;
      running.splice(at, 1);
    }
  }
  return found;
}

/** A stretch and the memory that it lies in. */
interface Searched {
  part: PartScan;
  stretch: StretchScan;
  kernel: ScanMemory['kernel'];
  /** Of its cells: there are many, so that what is the same for all of them is not made for each. */
  places: Uint32Array;
}

/** Cells of all stretches as columns, and behind them each stretch that has none. */
interface GiantOrigins extends Origins {
  /** How near rows of a cell can be. */
  bounds: Float32Array;
  /** What a step between the levels of rows is in distances by bits. */
  lifts: Float32Array;
  /** Which stretch it is of, and where in the columns that begins. */
  owners: Uint16Array;
  firsts: Uint32Array;
  cells: number;
}

class GiantPass {
  readonly #memories: readonly ScanMemory[];
  readonly #scan: GiantScan;
  readonly #stretches: readonly Searched[];
  /** Each stretch has measured it by a few rows: the greatest is right for all. */
  readonly #reach: number;
  readonly #origins: GiantOrigins;
  readonly #measure: BitMeasure;
  /** Enough rows are this near: what is farther is of no use. */
  #least = Number.NEGATIVE_INFINITY;
  /** The greatest distance by bits that is of use. */
  #limit = longestDistance;

  constructor(memories: readonly ScanMemory[], scan: GiantScan) {
    this.#memories = memories;
    this.#scan = scan;
    const all = scan.parts.flatMap((part) =>
      part.stretches.map((stretch) => searched(memories[part.arena]!, part, stretch)),
    );
    this.#stretches = [
      ...all.filter(({ stretch }) => 'order' in stretch.bits),
      ...all.filter(({ stretch }) => 'chunks' in stretch.bits),
    ];
    this.#reach = all.reduce(
      (most, { stretch: { bits } }) => ('order' in bits ? Math.max(most, bits.reach) : most),
      0,
    );
    this.#origins = this.#findOrigins();
    this.#measure = new BitMeasure(scan.query, this.#origins);
  }

  /** Pauses after each piece of the rows without cells. */
  *run(): Generator<void, number[]> {
    const { cells, owners } = this.#origins;
    const found: number[] = [];
    if (cells > 0) {
      this.#begin();
      this.#searchCells();
      // What has no cells is read whole, and the sooner the better it is known how near a row has to be.
      this.#look();
      found.push(...this.#best());
    }
    // By itself: its bits are from one centre and say less, so that more of its rows could be near, and they would take the place of rows that are.
    this.#begin();
    let seen = 0;
    let due = firstWhole;
    for (let whole = cells; whole < owners.length; whole++) {
      for (const rows of this.#nearWhole(whole)) {
        seen += rows;
        if (cells === 0 && seen >= due) {
          this.#look();
          due = seen * 4;
        }
        yield;
      }
    }
    found.push(...this.#best());
    return found;
  }

  #begin(): void {
    for (const { arena, near } of this.#scan.parts) {
      const { kernel } = this.#memories[arena]!;
      kernel.beginNear(near);
      kernel.limitNear(near, this.#limit);
    }
  }

  #searchCells(): void {
    const { bounds } = this.#origins;
    const { selected } = this.#scan;
    let seen = 0;
    let due = Math.max(firstLook.least, Math.min(firstLook.most, selected * firstLook.share));
    for (const cell of this.#nearestFirst()) {
      if (bounds[cell]! < this.#least) break;
      seen += this.#near(cell);
      if (seen < due) continue;
      this.#look();
      due = seen * 4;
    }
  }

  /** Of the nearest rows by their bits the best by their codes, in each memory. */
  #best(): number[] {
    const { parts, want, k } = this.#scan;
    const lists = parts.map((part) => {
      const { kernel } = this.#memoryOf(part);
      return this.#found(part, kernel.endNear(part.near));
    });
    const { counts } = keepNearest(lists, want, this.#limit);
    return parts.flatMap((part, i) => {
      const { memory } = this.#memoryOf(part);
      const found = this.#bestByCodes(part, part.out, counts[i]!, k);
      return Array.from(new Uint32Array(memory.buffer, part.best, found), (row) => part.first + row);
    });
  }

  #memoryOf({ arena }: PartScan): ScanMemory {
    return this.#memories[arena]!;
  }

  #findOrigins(): GiantOrigins {
    const counts = this.#stretches.map(({ stretch: { bits } }) => ('order' in bits ? bits.count : 1));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const origins: GiantOrigins = {
      tops: new Float32Array(total),
      spreads: new Float32Array(total),
      bounds: new Float32Array(total),
      lifts: new Float32Array(total),
      owners: new Uint16Array(total),
      firsts: new Uint32Array(counts.length),
      cells: 0,
    };
    const { query } = this.#scan;
    const { centre, spread, length } = query;
    let first = 0;
    for (const [i, { part, stretch }] of this.#stretches.entries()) {
      const end = first + counts[i]!;
      origins.firsts[i] = first;
      origins.owners.fill(i, first, end);
      if ('order' in stretch.bits) {
        this.#addCells(origins, first, part, stretch.bits);
        origins.cells = end;
      } else {
        origins.tops[first] = centre + bitTop(query, spread, length);
        origins.spreads[first] = spread;
      }
      first = end;
    }
    return origins;
  }

  #addCells(origins: GiantOrigins, first: number, part: PartScan, cells: CellScan): void {
    const { memory, kernel } = this.#memoryOf(part);
    const { centres, sizes, count } = cells;
    kernel.centreProducts(part.row, part.rowScale, part.width, centres, sizes, count, part.products);
    const products = new Float32Array(memory.buffer, part.products, count);
    const halves = new Float32Array(memory.buffer, sizes, count * 2);
    const shapes = new Float32Array(memory.buffer, cells.shapes, count * 3);
    const { query } = this.#scan;
    const { tops, spreads, bounds, lifts } = origins;
    const reach = this.#reach * query.length;
    for (let cell = 0; cell < count; cell++) {
      // From the centre of all rows.
      const product = query.centre + products[cell]!;
      const spread = shapes[cell * 3]!;
      const [low, step] = [shapes[cell * 3 + 1]!, shapes[cell * 3 + 2]!];
      // The query is so much of the centre, and something of its own.
      const square = Math.max(2 * halves[cell * 2 + 1]!, Number.EPSILON);
      const share = product / square;
      const own = Math.sqrt(Math.max(0, query.length ** 2 - share * product));
      const most =
        Math.max(share * low, share * (low + (levelCount - 1) * step)) + Math.abs(share * step) / 2;
      const at = first + cell;
      tops[at] = product + most + bitTop(query, spread, own);
      spreads[at] = spread;
      bounds[at] = product + reach * spread;
      lifts[at] = (share * step) / bitStep(query, spread);
    }
  }

  /** Cells by how near their rows can be, put in order some at a time, since a search seldom needs them all. */
  *#nearestFirst(): Iterable<number> {
    const { cells } = this.#origins;
    const bounds = this.#origins.bounds.subarray(0, cells);
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = 0; i < cells; i++) {
      low = Math.min(low, bounds[i]!);
      high = Math.max(high, bounds[i]!);
    }
    const unit = (bins - 1) / Math.max(high - low, Number.EPSILON);
    const binOf = Uint16Array.from(bounds, (bound) => (bound - low) * unit);
    const sizes = new Uint32Array(bins);
    for (let i = 0; i < cells; i++) sizes[binOf[i]!]!++;
    for (let top = bins - 1; top >= 0; ) {
      let bottom = top;
      let size = sizes[top]!;
      while (bottom > 0 && size < cellsTogether) size += sizes[--bottom]!;
      // Sorted as numbers, which takes a tenth of the time that comparing by a function does: how near, and in the last bits which one.
      const keys = new Float64Array(size);
      let count = 0;
      for (let i = 0; i < cells; i++)
        if (binOf[i]! >= bottom && binOf[i]! <= top)
          keys[count++] = Math.round((high - bounds[i]!) * 2 ** 20) * cells + i;
      for (const key of keys.sort()) yield key % cells;
      top = bottom - 1;
    }
  }

  /** A stretch without cells, some rows at a time; how many there were. */
  *#nearWhole(origin: number): Iterable<number> {
    const { tops, spreads, owners } = this.#origins;
    const { part, stretch, kernel } = this.#stretches[owners[origin]!]!;
    const { base, rows, mask, bits } = stretch;
    if (!('chunks' in bits)) return;
    const { factor, offset } = this.#measure.of(tops[origin]!, spreads[origin]!);
    const { bitBytes } = this.#scan;
    for (let first = 0; first < rows; first += pieceRows) {
      const count = Math.min(pieceRows, rows - first);
      const chunks = bits.chunks + (first / bits.chunkRows) * 4;
      const own = mask === 0 ? 0 : mask + first;
      kernel.nearRows(chunks, count, bits.chunkRows, bitBytes, part.near, own, base + first, factor, offset);
      yield count;
    }
  }

  /** The rows of a cell; how many there were that the filter lets through. */
  #near(origin: number): number {
    const { tops, spreads, lifts, owners, firsts } = this.#origins;
    const owner = owners[origin]!;
    const { part, stretch, kernel, places } = this.#stretches[owner]!;
    const { base, mask, bits } = stretch;
    if (!('order' in bits)) return 0;
    const { bitBytes } = this.#scan;
    const { near, masked } = part;
    const { factor, offset } = this.#measure.of(tops[origin]!, spreads[origin]!);
    const cell = origin - firsts[owner]!;
    const start = places[cell * 2]!;
    const size = places[cell * 2 + 1]!;
    if (size === 0) return 0;
    const { bits: own, order, levels } = bits;
    return kernel.nearCell(
      own,
      order,
      start,
      size,
      bitBytes,
      near,
      mask,
      base,
      masked,
      factor,
      offset,
      levels,
      lifts[origin]!,
    );
  }

  /** Looks at the nearest rows so far by their codes, to know how near others have to be. */
  #look(): void {
    const { parts, k, codeUnit } = this.#scan;
    const lists = parts.map((part) => {
      const { memory } = this.#memoryOf(part);
      const found = this.#found(part, foundNear(memory, part.near));
      return { rows: found.rows.slice(), distances: found.distances.slice() };
    });
    const { counts, last } = keepNearest(lists, lookRows, this.#limit);
    const scores = parts.flatMap((part, i) => {
      const { memory } = this.#memoryOf(part);
      new Uint32Array(memory.buffer, part.look, counts[i]!).set(lists[i]!.rows.subarray(0, counts[i]!));
      const found = this.#bestByCodes(part, part.look, counts[i]!, k);
      return [...new Float32Array(memory.buffer, part.scores, found)];
    });
    // The best of the candidates are what a search is about; among the others some may be missing.
    const wanted = Math.ceil(k / 8);
    if (scores.length < wanted) return;
    const least = Float32Array.from(scores).sort()[scores.length - wanted]! * codeUnit;
    this.#least = Math.max(this.#least, least);
    // As many as are looked at now are looked at in the end, however few of them can be near enough: they cost next to nothing.
    this.#limit = Math.max(last, this.#measure.limitOf(this.#least));
    for (const part of parts) this.#memoryOf(part).kernel.limitNear(part.near, this.#limit);
  }

  #found(part: PartScan, count: number): FoundRows {
    const { buffer } = this.#memoryOf(part).memory;
    return {
      rows: new Uint32Array(buffer, part.out, count),
      distances: new Uint16Array(buffer, part.distances, count),
    };
  }

  #bestByCodes(
    { arena, table, width, codes, scores, best }: PartScan,
    list: number,
    count: number,
    k: number,
  ): number {
    const { kernel } = this.#memories[arena]!;
    return kernel.scanList(table, list, count, this.#scan.blockRows, width, codes, k, scores, best);
  }
}

function searched({ memory, kernel }: ScanMemory, part: PartScan, stretch: StretchScan): Searched {
  const { bits } = stretch;
  const places =
    'order' in bits ? new Uint32Array(memory.buffer, bits.places, bits.count * 2) : new Uint32Array();
  return { part, stretch, kernel, places };
}

interface FoundRows {
  rows: Uint32Array;
  distances: Uint16Array;
}

/** Leaves the `want` nearest of all lists in them, none farther than the limit; how many of each those are, and how far the last one is, or the limit. Among equals those of the first list stay. */
function keepNearest(
  lists: readonly FoundRows[],
  want: number,
  limit: number,
): { counts: number[]; last: number } {
  const histogram = new Uint32Array(limit + 1);
  for (const { distances } of lists)
    for (let i = 0; i < distances.length; i++) if (distances[i]! <= limit) histogram[distances[i]!]!++;
  let [last, equals] = [0, want];
  while (last < limit && histogram[last]! <= equals) equals -= histogram[last++]!;
  const counts = lists.map(({ rows, distances }) => {
    let kept = 0;
    for (let i = 0; i < rows.length; i++) {
      const distance = distances[i]!;
      if (distance > last || (distance === last && equals-- <= 0)) continue;
      rows[kept++] = rows[i]!;
    }
    return kept;
  });
  return { counts, last };
}

import { ArenaScratch } from '../arena-scratch.ts';
import type { RowStretch } from '../row-stretch.ts';
import type { ScanWorkers } from '../scan-workers.ts';
import { endlessReach } from './cells.ts';
import type { GiantQuery, TakenStretch } from './giant-query.ts';

interface Scanner {
  scan(query: GiantQuery, stretches: readonly TakenStretch[], workers?: ScanWorkers): Promise<number[]>;
}

/** So many rows are searched for, evenly spread, and so many of the nearest of each are to be found. */
const samples = 96;
const neighbours = 10;
/** What the cells have to hold of those. */
const wanted = 0.99;
/** Queries are not quite as rows are. */
const margin = 1.25;

/**
 * How many spreads near rows are nearer to a query than the centre of their cell is, at most: as many as it takes to find the neighbours of a sample of rows, and a quarter more. A search looks at the cells that could hold
 * a row as near as those it has; where vectors have no clusters, that is all of them: then it takes longer, and finds as much.
 */
export async function reachOfCells(
  scanner: Scanner,
  stretch: RowStretch,
  centre: Float32Array,
  workers: ScanWorkers | undefined,
): Promise<number> {
  const rows = stretch.count;
  const cellOf = cellsOfRows(stretch);
  const { scan } = stretch.cells!;
  const shapes = new Float32Array(stretch.arena.memory.buffer, scan.shapes, scan.count * 3).slice();
  const needed: number[] = [];
  for (let i = 0; i < samples; i++) {
    const row = Math.floor((i * rows) / samples);
    const turned = stretch.exact(row);
    const query = {
      turned,
      k: 8 * (neighbours + 1),
      want: Math.min(4_096, rows),
      mask: undefined,
      selected: rows,
    };
    const found = await scanner.scan(query, [{ stretch, rows }], workers);
    const products = centreProducts(stretch, row, product(turned, centre));
    const near = found
      .map((found) => found - stretch.first)
      .filter((found) => found !== row)
      .map((found) => ({ found, cosine: product(turned, stretch.exact(found)) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, neighbours);
    for (const { found, cosine } of near) {
      const cell = cellOf[found]!;
      needed.push((cosine - products[cell]!) / Math.max(shapes[cell * 3]!, Number.EPSILON));
    }
  }
  if (needed.length === 0) return endlessReach;
  needed.sort((a, b) => a - b);
  return Math.max(0, margin * needed[Math.min(needed.length - 1, Math.floor(needed.length * wanted))]!);
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function cellsOfRows({ arena, cells, count }: RowStretch): Uint16Array {
  const { scan } = cells!;
  const places = new Uint32Array(arena.memory.buffer, scan.places, scan.count * 2);
  const cellOf = new Uint16Array(count);
  for (let cell = 0; cell < scan.count; cell++) {
    const order = new Uint32Array(
      arena.memory.buffer,
      scan.order + places[cell * 2]! * 4,
      places[cell * 2 + 1],
    );
    for (let i = 0; i < order.length; i++) cellOf[order[i]!] = cell;
  }
  return cellOf;
}

/** Of the row with the centre of each cell, as a search for it has them. */
function centreProducts(stretch: RowStretch, row: number, withCentre: number): Float32Array {
  const { arena, width } = stretch;
  const { centres, sizes, count } = stretch.cells!.scan;
  const scratch = new ArenaScratch(arena);
  try {
    const { codes, scale } = stretch.high(row);
    const at = scratch.put(codes.slice());
    const out = scratch.room(count * 4);
    arena.kernel.centreProducts(at, scale, width, centres, sizes, count, out);
    return new Float32Array(arena.memory.buffer, out, count).map((value) => value + withCentre);
  } finally {
    scratch.release();
  }
}

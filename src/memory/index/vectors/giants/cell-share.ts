import { ArenaScratch } from '../arena-scratch.ts';
import type { RowStretch } from '../row-stretch.ts';
import type { ScanWorkers } from '../scan-workers.ts';
import type { GiantQuery, TakenStretch } from './giant-query.ts';
import { nearestCells } from './giant-scan.ts';

interface Scanner {
  scan(query: GiantQuery, stretches: readonly TakenStretch[], workers?: ScanWorkers): Promise<number[]>;
}

/** So many rows are searched for, evenly spread, and so many of the nearest of each are to be found. */
const samples = 48;
const neighbours = 10;
/** What the cells have to hold of those. */
const wanted = 0.99;
/** Queries are farther from rows than rows are from one another. */
const margin = 1.5;
const leastShare = 1 / 16;

/**
 * The share of the rows of a stretch that a search looks at, in the nearest cells: as many as it takes to find the neighbours of a sample of rows, and half as many again. Where vectors have no clusters, that is all of them:
 * then a search takes longer, and finds as much.
 */
export async function shareOfCells(
  scanner: Scanner,
  stretch: RowStretch,
  workers: ScanWorkers | undefined,
): Promise<number> {
  const { scan } = stretch.cells!;
  const rows = stretch.count;
  const cellOf = cellsOfRows(stretch);
  const places = new Uint32Array(stretch.arena.memory.buffer, scan.places, scan.count * 2).slice();
  const needed: number[] = [];
  for (let i = 0; i < samples; i++) {
    const row = Math.floor((i * rows) / samples);
    const turned = stretch.exact(row);
    const query = { turned, k: neighbours + 1, want: Math.min(4_096, rows), mask: undefined };
    const found = await scanner.scan(query, [{ stretch, rows }], workers);
    const seen = rowsUpTo(orderOf(stretch, row), places);
    for (const near of found)
      if (near !== stretch.first + row) needed.push(seen[cellOf[near - stretch.first]!]!);
  }
  if (needed.length === 0) return 1;
  needed.sort((a, b) => a - b);
  const share = needed[Math.min(needed.length - 1, Math.floor(needed.length * wanted))]! / rows;
  return Math.min(1, Math.max(leastShare, margin * share));
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

/** The cells as a search for the row goes through them. */
function orderOf(stretch: RowStretch, row: number): Uint16Array {
  const { arena, width } = stretch;
  const scratch = new ArenaScratch(arena);
  try {
    const { codes, scale } = stretch.high(row);
    const at = scratch.put(codes.slice());
    const nearnesses = scratch.room(stretch.cells!.scan.count * 4);
    return nearestCells(arena, { row: at, rowScale: scale, width, nearnesses }, stretch.cells!.scan);
  } finally {
    scratch.release();
  }
}

/** How many rows a search has looked at by the end of each cell. */
function rowsUpTo(order: Uint16Array, places: Uint32Array): Float64Array {
  const seen = new Float64Array(order.length);
  let sum = 0;
  for (const cell of order) {
    sum += places[cell * 2 + 1]!;
    seen[cell] = sum;
  }
  return seen;
}

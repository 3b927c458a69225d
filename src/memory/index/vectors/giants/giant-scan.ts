import type { ScanMemory } from '../kernel.ts';
import type { CellScan } from './cells.ts';

/** Rows of one stretch, of which near ones are looked for by their bits. Numbers are pointers into its memory, or counts. */
export interface StretchScan {
  /** What is added to its rows. */
  base: number;
  rows: number;
  /** Of its rows alone, or 0. */
  mask: number;
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
  /** Room for the mask of a cell and for how near each cell is. */
  masked: number;
  nearnesses: number;
  stretches: StretchScan[];
}

/** A search of a giant: for each memory the nearest rows by their bits, of all of them the wanted nearest, and of those in each memory the best `k` by their codes. */
export interface GiantScan {
  want: number;
  k: number;
  longest: number;
  bitBytes: number;
  blockRows: number;
  parts: PartScan[];
}

/** Where the kernel keeps the greatest distance that is of use. */
const limitField = 7;

/** The rows that were found, `k` for each memory. Runs on any thread. */
export function scanGiant(memories: readonly ScanMemory[], scan: GiantScan): number[] {
  const { parts, want, longest } = scan;
  let limit = longest;
  const lists = parts.map((part) => {
    const { memory, kernel } = memories[part.arena]!;
    kernel.beginNear(part.near);
    const fields = new Uint32Array(memory.buffer, part.near, limitField + 1);
    // There are enough within it already.
    fields[limitField] = limit;
    for (const stretch of part.stretches) nearOfStretch(memories[part.arena]!, scan, part, stretch);
    const found = kernel.endNear(part.near);
    const distances = new Uint16Array(memory.buffer, part.distances, found);
    if (found === want) limit = Math.min(limit, greatest(distances));
    return { rows: new Uint32Array(memory.buffer, part.out, found), distances };
  });
  const counts = keepNearest(lists, want, longest);
  return parts.flatMap((part, i) => {
    const { table, out, width, codes, scores, best } = part;
    const { memory, kernel } = memories[part.arena]!;
    const found = kernel.scanList(table, out, counts[i]!, scan.blockRows, width, codes, scan.k, scores, best);
    return Array.from(new Uint32Array(memory.buffer, best, found), (row) => part.first + row);
  });
}

function nearOfStretch(
  { memory, kernel }: ScanMemory,
  { bitBytes }: GiantScan,
  part: PartScan,
  { base, rows, mask, bits }: StretchScan,
): void {
  if ('chunks' in bits) {
    kernel.nearRows(bits.chunks, rows, bits.chunkRows, bitBytes, part.near, mask, base);
    return;
  }
  const selected = mask === 0 ? rows : kernel.countOnes(mask, rows);
  // Of few rows that a filter lets through the nearest are farther, and in more cells.
  const share = bits.share * Math.sqrt(rows / Math.max(1, selected));
  const enough = Math.ceil(selected * Math.min(1, share));
  const places = new Uint32Array(memory.buffer, bits.places, bits.count * 2);
  let seen = 0;
  for (const cell of nearestCells({ memory, kernel }, part, bits)) {
    if (seen >= enough) break;
    const [start, size] = [places[cell * 2]!, places[cell * 2 + 1]!];
    if (size === 0) continue;
    const { near, masked } = part;
    seen += kernel.nearCell(bits.bits, bits.order, start, size, bitBytes, near, mask, base, masked);
  }
}

/** All cells, the nearest first. */
export function nearestCells(
  { memory, kernel }: ScanMemory,
  { row, rowScale, width, nearnesses }: Pick<PartScan, 'row' | 'rowScale' | 'width' | 'nearnesses'>,
  { centres, sizes, count }: CellScan,
): Uint16Array {
  kernel.nearnesses(row, rowScale, width, centres, sizes, count, nearnesses);
  const values = new Float32Array(memory.buffer, nearnesses, count);
  // Sorted as numbers, which takes a tenth of the time that comparing by a function does: how near, and in the last bits which one.
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = i - Math.round(values[i]! * 2 ** 24) * count;
  keys.sort();
  const order = new Uint16Array(count);
  for (let i = 0; i < count; i++) order[i] = ((keys[i]! % count) + count) % count;
  return order;
}

function greatest(distances: Uint16Array): number {
  let most = 0;
  for (let i = 0; i < distances.length; i++) most = Math.max(most, distances[i]!);
  return most;
}

/** Leaves the `want` nearest of all lists in them; how many of each those are. Among equals those of the first list stay. */
function keepNearest(
  lists: ReadonlyArray<{ rows: Uint32Array; distances: Uint16Array }>,
  want: number,
  longest: number,
): number[] {
  const total = lists.reduce((sum, { rows }) => sum + rows.length, 0);
  if (total <= want) return lists.map(({ rows }) => rows.length);
  const histogram = new Uint32Array(longest + 1);
  for (const { distances } of lists) for (let i = 0; i < distances.length; i++) histogram[distances[i]!]!++;
  let [limit, equals] = [0, want];
  while (histogram[limit]! <= equals) equals -= histogram[limit++]!;
  return lists.map(({ rows, distances }) => {
    let kept = 0;
    for (let i = 0; i < rows.length; i++) {
      const distance = distances[i]!;
      if (distance > limit || (distance === limit && equals-- <= 0)) continue;
      rows[kept++] = rows[i]!;
    }
    return kept;
  });
}

import type { ArenaScratch } from './arena-scratch.ts';
import type { QueryWorths } from './query-worths.ts';

/** A query that near rows are searched for by their bits. */
export interface NearQuery extends Pick<QueryWorths, 'worths' | 'longest'> {
  /** Where the mask of its filter is in the arena, or 0. */
  mask: number;
  /** How many rows are wanted. */
  want: number;
}

/** As the kernel reads them: worths, mask, want, longest, distances, histogram, out, limit, how many were found, the limit at the beginning, what distances by bits are multiplied with and what is added, and their limit, 32 bits each. */
const fields = 13;
export const nearQueryBytes = fields * 4;
const foundField = 8;
const factorField = 10;
/** The kernel keeps the distances of one group of rows behind those it has found. */
const groupDistanceBytes = 64;

/** Lays out a query for the kernel; gives where it is and where the rows that it finds and their distances will be. */
export function putNearQuery(
  scratch: ArenaScratch,
  query: NearQuery,
): { at: number; out: number; distances: number } {
  const { worths, longest, mask, want } = query;
  const out = scratch.room(want * 8);
  const distances = scratch.room(want * 4 + groupDistanceBytes);
  const histogram = scratch.room((longest + 1) * 4);
  const at = scratch.put(
    Uint32Array.of(scratch.put(worths), mask, want, longest, distances, histogram, out, 0, 0, 0, 0, 0, 0),
  );
  scratch.floats(at + factorField * 4, 1)[0] = 1;
  return { at, out, distances };
}

/** How many rows were found for the query that is here. */
export function foundNear(memory: WebAssembly.Memory, at: number): number {
  return new Uint32Array(memory.buffer, at, fields)[foundField]!;
}

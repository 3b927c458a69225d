import type { EncoderHeader } from './weights-file.ts';

/** Rows of four that a run may have at most: one text of the longest kind, or many short ones. */
export function maxRowsOf({ positions, parts = [0] }: EncoderHeader): number {
  return Math.ceil(Math.max(positions, parts.length > 1 ? rowsOfPairs : 0) / 4) * 4;
}

/** Texts in parts are short and many: a few of them run together. */
const rowsOfPairs = 512;

/** The kernel's own constants lie at the beginning of the memory. */
const reservedBytes = 4096;

/** Codes and queries are stored once for each of four lanes. */
const copies = 4;

/** Where a thread works, in bytes of the memory that all threads share. */
export interface Workspace {
  readonly pieces: number;
  readonly x: number;
  readonly y: number;
  readonly qkv: number;
  readonly codes: number;
  readonly spill: number;
  readonly spillBytes: number;
  readonly innerCodes: number;
  readonly innerSpill: number;
  readonly innerSpillBytes: number;
  readonly keys: number;
  readonly values: number;
  readonly scores: number;
  readonly attention: number;
  readonly queries: number;
  readonly mean: number;
  readonly vector: number;
  readonly scratch: number;
}

/** Lays out the memory: first the weights, then one workspace for each thread. */
export function layOut(
  header: EncoderHeader,
  dataBytes: number,
  threads: number,
): { weights: number; workspaces: Workspace[]; bytes: number } {
  let top = reservedBytes;
  const take = (bytes: number): number => {
    const start = top;
    top += Math.ceil(bytes / 64) * 64;
    return start;
  };
  const weights = take(dataBytes);
  const workspaces = Array.from({ length: threads }, () => workspace(header, take));
  return { weights, workspaces, bytes: top };
}

function workspace(header: EncoderHeader, take: (bytes: number) => number): Workspace {
  const { width, inner, heads, dims } = header;
  const rows = maxRowsOf(header);
  const tokens = Math.ceil(rows / 16) * 16;
  const spillBytes = spillBytesOf(width);
  const innerSpillBytes = spillBytesOf(inner);
  return {
    pieces: take(rows * 4),
    x: take(rows * width * 4),
    y: take(rows * width * 4),
    qkv: take(rows * width * 3 * 4),
    codes: take(rows * width * copies),
    spill: take(rows * spillBytes),
    spillBytes,
    innerCodes: take(rows * inner * copies),
    innerSpill: take(rows * innerSpillBytes),
    innerSpillBytes,
    keys: take(tokens * (width / heads) * 4),
    values: take(tokens * (width / heads) * 4),
    scores: take(tokens * 4 * 4),
    attention: take(tokens * 4 * 4),
    queries: take((width / heads) * 4 * 4 * copies),
    mean: take(width * 4),
    vector: take(dims * 4),
    scratch: take(1152),
  };
}

/** A count, and for every four inputs at most two entries of twelve bytes. */
function spillBytesOf(inputs: number): number {
  return Math.ceil((4 + (inputs / 4) * 2 * 12) / 16) * 16;
}

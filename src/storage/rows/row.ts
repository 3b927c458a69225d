/** A row as either database gives it: names of columns in snake case, times and counts as numbers, blobs as bytes. */
export type Row = Record<string, unknown>;

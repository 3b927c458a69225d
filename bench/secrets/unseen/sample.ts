/** A file: its path and its lines. Gaps are filled by a seed; in a leak every line that has a gap holds a secret. */
export type Sample = readonly [path: string, lines: readonly string[]];

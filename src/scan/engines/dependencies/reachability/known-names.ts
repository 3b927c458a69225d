export interface ImportNames {
  /** What code would write to ask for the package; the beginning of a longer name counts. */
  names: string[];
  /** Whoever uses the package writes one of these names, so that their absence says something. */
  certain: boolean;
}

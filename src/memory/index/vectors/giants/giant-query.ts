import type { RowStretch } from '../row-stretch.ts';

/** A stretch with as many rows as it had when a search began. */
export interface TakenStretch {
  stretch: RowStretch;
  rows: number;
}

/** What a search asks of a giant. */
export interface GiantQuery {
  turned: Float32Array;
  k: number;
  want: number;
  mask: Uint8Array | undefined;
  /** How many rows the mask lets through. */
  selected: number;
}

import { StubEmbedder } from '../memory/stub-embedder.ts';

/** What the killed process, and the one that looks at what it left, have to agree on. */

export const lanes = ['lane-a', 'lane-b', 'lane-c', '../lane d'];

/** An import writes this many lines at a time; each batch is there as a whole or not at all. */
export const importBatch = 64;

/** Small enough that indexes are saved, put out and loaded all the time. */
export const killOptions = { snapshotMinEntries: 20, indexBytes: 1_500_000 };

/** What an operation does, batch after batch: keys and the version they have then; 0 means gone. A batch is done whole or not at all. */
export interface Effect {
  batches: Array<Array<[key: string, version: number]>>;
  /** A bulk delete goes on page by page, so that until it is answered any part of it may be done. */
  inPages?: true;
}

/** Key to version. */
export type LaneState = Map<string, number>;

export function applyBatches(state: LaneState, effect: Effect, count: number): LaneState {
  const after = new Map(state);
  for (const [key, version] of effect.batches.slice(0, count).flat()) {
    if (version === 0) after.delete(key);
    else after.set(key, version);
  }
  return after;
}

/** A small generator of repeatable random numbers (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Two models of different length: comparing vectors of one with the other could not go unnoticed. */
export function embedderOf(id: string): StubEmbedder {
  return new StubEmbedder(id, id === 'even' ? 16 : 24);
}

import type { Calibration } from './embedding/calibration.ts';
import type { Filter } from './filter.ts';
import type { CountRequest, ValueCounts } from './index/count-values.ts';
import type { IndexedEntry } from './index/indexed-entry.ts';
import type { EntrySample, SampleRequest } from './index/sample.ts';
import type { SearchHit, SearchRequest } from './index/search-request.ts';

/** The index of one namespace under one model, as the service sees it. It is derived from the store and can be rebuilt. */
export interface SearchIndex {
  readonly size: number;
  readonly memoryBytes: number;
  /** Whether it has worked out something since it was saved that takes long, and that a snapshot would have. */
  readonly hasLearnt: boolean;
  /** Entries that it does not hold, each once: nothing is looked for. */
  add(entries: readonly IndexedEntry[]): void;
  /** Replaces by id. */
  put(entries: readonly IndexedEntry[]): void;
  remove(ids: readonly string[]): void;
  /** Sees every `put` and `remove` that returned before the call. */
  search(request: SearchRequest): Promise<SearchHit[]>;
  matching(filter: Filter | undefined, now: number): Iterable<string>;
  /** How often each value occurs at some paths. */
  countValues(request: CountRequest): Promise<ValueCounts>;
  /** Entries that are evenly spread, with their vectors. */
  sample(request: SampleRequest): Promise<EntrySample>;
  /** A vector in the form in which `sample` gives those of entries. */
  turned(vector: Float32Array): Float32Array;
  /** What the index holds now. It may change while the parts are written: they do not show it. */
  snapshot(tag: string): FrozenIndex;
  /** Leaves nothing of removed entries in memory, nor in snapshots from here on. */
  compact(): Promise<void>;
  /** Gives the memory back; the index is not used any more. */
  release(): void;
}

/** One part of a snapshot, with a checksum of its own; its bytes are made when they are asked for. */
export interface SnapshotPart {
  /** The same id means the same bytes, so that a part that is stored already need not be written again. Letters, digits and hyphens. */
  readonly id: string;
  /** Valid until those of another part are asked for. */
  bytes(): Uint8Array;
}

export interface FrozenIndex {
  readonly parts: Iterable<SnapshotPart>;
  /** Must be called once the parts were written, or could not be. */
  release(): void;
}

export interface IndexShape {
  dims: number;
  calibration: Calibration;
}

export interface IndexFactory {
  create(shape: IndexShape): SearchIndex;
  /**
   * Undefined when the parts are damaged or of another version: then it is built from the store. Where snapshots are shared, what is added later has parts of
   * its own: others begin with the same ones, and may follow in other steps, so that what follows lies in other rows.
   */
  restore(
    parts: AsyncIterable<Uint8Array>,
    shape: IndexShape,
    options?: { isShared?: boolean | undefined },
  ): Promise<{ index: SearchIndex; tag: string } | undefined>;
  close?(): Promise<void>;
}

/** Where snapshots of indexes are kept; losing one costs time, not data. Names are made by the service, never by a caller. */
export interface SnapshotStore {
  /** Others read and save under the same names. */
  readonly isShared?: boolean;
  /** The parts in their order, read one after the other; each is valid until the next one is asked for. Whoever reads them checks them. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Replaces the whole snapshot or leaves the old one. */
  save(name: string, parts: Iterable<SnapshotPart>): Promise<void>;
  remove(name: string): Promise<void>;
  list(): Promise<string[]>;
}

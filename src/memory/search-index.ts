import type { Calibration } from './embedding/calibration.ts';
import type { Filter } from './filter.ts';
import type { IndexedEntry } from './index/indexed-entry.ts';
import type { SearchHit, SearchRequest } from './index/search-request.ts';

/** The index of one namespace under one model, as the service sees it. It is derived from the store and can be rebuilt. */
export interface SearchIndex {
  readonly size: number;
  readonly memoryBytes: number;
  /** Replaces by id. */
  put(entries: readonly IndexedEntry[]): void;
  remove(ids: readonly string[]): void;
  /** Sees every `put` and `remove` that returned before the call. */
  search(request: SearchRequest): Promise<SearchHit[]>;
  matching(filter: Filter | undefined, now: number): Iterable<string>;
  /** Parts to be written one after the other; the index must not change until all were taken. */
  snapshot(tag: string): Iterable<Uint8Array>;
  /** Gives the memory back; the index is not used any more. */
  release(): void;
}

export interface IndexShape {
  dims: number;
  calibration: Calibration;
}

export interface IndexFactory {
  create(shape: IndexShape): SearchIndex;
  /** Undefined when the parts are damaged or of another version: then it is built from the store. */
  restore(parts: Iterable<Uint8Array>, shape: IndexShape): { index: SearchIndex; tag: string } | undefined;
  close?(): Promise<void>;
}

/** Where snapshots of indexes are kept; losing one costs time, not data. Names are made by the service, never by a caller. */
export interface SnapshotStore {
  read(name: string): Promise<Iterable<Uint8Array> | undefined>;
  /** Replaces the whole snapshot or leaves the old one. */
  save(name: string, parts: Iterable<Uint8Array>): Promise<void>;
  remove(name: string): Promise<void>;
  list(): Promise<string[]>;
}

import type { RowSelection } from './vectors/vector-search.ts';

/** The rows that a search may find. */
export interface Selection {
  rows: RowSelection;
  count: number;
  /** Undefined when every row is chosen. */
  mask?: Uint8Array;
  /** The same as a list, where it is short. */
  list?: Uint32Array;
}

const maxKept = 4;

/** What the last few filters let through, by their text. A mask has a byte for each row, so that only few are kept. */
export class RecentSelections {
  readonly #byFilter = new Map<string, { selection: Selection | undefined }>();

  find(filter: string): { selection: Selection | undefined } | undefined {
    const found = this.#byFilter.get(filter);
    if (found) this.keep(filter, found.selection);
    return found;
  }

  keep(filter: string, selection: Selection | undefined): void {
    this.#byFilter.delete(filter);
    this.#byFilter.set(filter, { selection });
    if (this.#byFilter.size > maxKept) this.#byFilter.delete(this.#byFilter.keys().next().value!);
  }

  clear(): void {
    this.#byFilter.clear();
  }
}

import { EntryTable } from './entry-table.ts';
import { FilterIndex } from './filter-index.ts';
import { withRoom } from './growing.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { RecentSelections } from './recent-selections.ts';
import { type ReadSnapshot, readSnapshot, writeSnapshot } from './snapshot-format.ts';
import type { VectorArena } from './vectors/vector-arena.ts';
import { VectorRows } from './vectors/vector-rows.ts';
import { codeLikeness } from './words/code-likeness.ts';
import { LexicalIndex } from './words/lexical-index.ts';

/**
 * All columns of a namespace's index. They are only ever appended to; removing marks as dead, and what has too many dead is followed by a
 * compacted generation. So a search that began before can finish on the columns it began with.
 */
export class Generation {
  readonly #arena: VectorArena;
  readonly #dims: number;
  readonly entries: EntryTable;
  readonly vectors: VectorRows;
  readonly words: LexicalIndex;
  readonly filters: FilterIndex;
  /** By row, 0 to 255. */
  #codeLikeness: Uint8Array;
  #sample: Uint32Array | undefined;
  /** What the last few filters let through; forgotten at every change. */
  readonly selections = new RecentSelections();
  #users = 0;
  #retired = false;

  constructor(arena: VectorArena, dims: number, columns?: Columns) {
    this.#arena = arena;
    this.#dims = dims;
    this.entries = columns?.entries ?? new EntryTable();
    this.vectors = columns?.vectors ?? new VectorRows(arena, dims);
    this.words = columns?.words ?? new LexicalIndex();
    this.filters = columns?.filters ?? new FilterIndex();
    this.#codeLikeness = columns?.codeLikeness ?? new Uint8Array(16);
  }

  static restore(
    parts: Iterable<Uint8Array>,
    arena: VectorArena,
    dims: number,
  ): { generation: Generation; tag: string } | undefined {
    const vectors = new VectorRows(arena, dims);
    const read = readSnapshot(parts, { dims, blockBytes: vectors.blockBytes }, (block) =>
      vectors.addBlock(block),
    );
    if (!read) {
      vectors.release();
      return undefined;
    }
    vectors.count = read.header.rows;
    return {
      generation: new Generation(arena, dims, { vectors, ...columnsOf(read) }),
      tag: read.header.tag,
    };
  }

  get memoryBytes(): number {
    return (
      this.entries.memoryBytes +
      this.vectors.memoryBytes +
      this.words.memoryBytes +
      this.filters.memoryBytes +
      this.#codeLikeness.length
    );
  }

  get isMostlyDead(): boolean {
    const dead = this.entries.slotCount - this.entries.size;
    return dead > 1024 && dead > this.entries.size / 2;
  }

  codeLikeness(row: number): number {
    return this.#codeLikeness[row]! / 255;
  }

  /** Up to 256 living rows, evenly spread: what an ordinary passage of this namespace is like. */
  sampleRows(): Uint32Array {
    this.#sample ??= this.entries.spreadRows(256);
    return this.#sample;
  }

  append(entry: IndexedEntry): void {
    this.#changed();
    const slot = this.entries.append(entry);
    this.filters.append(slot, entry);
    for (const { text, vector } of entry.passages) {
      this.#codeLikeness = withRoom(this.#codeLikeness, this.vectors.count + 1);
      this.#codeLikeness[this.vectors.count] = Math.round(codeLikeness(text) * 255);
      this.vectors.append(vector);
      this.words.append(text);
    }
  }

  kill(id: string): void {
    const slot = this.entries.slotOf(id);
    if (slot === undefined) return;
    this.#changed();
    const { first, end } = this.entries.rowsOf(slot);
    for (let row = first; row < end; row++) this.words.kill(row);
    this.entries.kill(slot);
  }

  #changed(): void {
    this.#sample = undefined;
    this.selections.clear();
  }

  /** The living entries alone. The old generation stays usable for those who still use it. */
  compacted(): Generation {
    const slots = new Int32Array(this.entries.slotCount).fill(-1);
    const rows = new Int32Array(this.entries.rowCount).fill(-1);
    let nextSlot = 0;
    let nextRow = 0;
    for (let slot = 0; slot < slots.length; slot++) {
      if (!this.entries.isAlive(slot)) continue;
      slots[slot] = nextSlot++;
      const { first, end } = this.entries.rowsOf(slot);
      for (let row = first; row < end; row++) rows[row] = nextRow++;
    }
    return new Generation(this.#arena, this.#dims, {
      entries: this.entries.compacted(),
      vectors: this.vectors.compacted(rows),
      words: this.words.compacted(rows),
      filters: this.filters.compacted(slots),
      codeLikeness: this.#codeLikeness.subarray(0, rows.length).filter((_, row) => rows[row]! >= 0),
    });
  }

  /** Only for a generation without dead entries. */
  snapshot(tag: string): Iterable<Uint8Array> {
    const { lines, ...times } = this.entries.stored();
    const { values, numbers } = this.filters.stored();
    const { postings, lengths, sequences } = this.words.stored();
    const rows = this.vectors.count;
    return writeSnapshot(
      { tag, dims: this.#dims, rows, blockBytes: this.vectors.blockBytes },
      {
        ...times,
        ...prefixed('words', postings),
        ...prefixed('sequences', sequences),
        ...prefixed('values', values),
        ...prefixed('numbers', numbers),
        lengths,
        codeLikeness: this.#codeLikeness.subarray(0, rows),
      },
      lines,
      this.vectors.blocks(),
    );
  }

  /** Keeps the vectors in memory until `leave`, even if the generation is retired meanwhile. */
  enter(): void {
    this.#users++;
  }

  leave(): void {
    this.#users--;
    if (this.#retired && this.#users === 0) this.vectors.release();
  }

  /** Nobody will enter any more. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#users === 0) this.vectors.release();
  }
}

interface Columns {
  entries: EntryTable;
  vectors: VectorRows;
  words: LexicalIndex;
  filters: FilterIndex;
  codeLikeness: Uint8Array;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

function prefixed<T extends object>(prefix: string, columns: T): Record<string, T[keyof T]> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [`${prefix}.${name}`, column]));
}

function columnsOf({ columns, lines }: ReadSnapshot): Omit<Columns, 'vectors'> {
  const of = <T extends Numbers>(name: string) => columns[name] as T;
  const postings = (prefix: string) => ({
    keys: of<Float64Array>(`${prefix}.keys`),
    heads: of<Uint32Array>(`${prefix}.heads`),
    tails: of<Uint32Array>(`${prefix}.tails`),
    counts: of<Uint32Array>(`${prefix}.counts`),
    pool: of<Uint32Array>(`${prefix}.pool`),
  });
  return {
    entries: EntryTable.from({
      lines,
      createdAt: of('createdAt'),
      updatedAt: of('updatedAt'),
      expiresAt: of('expiresAt'),
      firstRow: of('firstRow'),
      rowSlot: of('rowSlot'),
    }),
    words: new LexicalIndex({
      postings: postings('words'),
      lengths: of('lengths'),
      sequences: { words: of('sequences.words'), starts: of('sequences.starts') },
    }),
    filters: new FilterIndex({ values: postings('values'), numbers: postings('numbers') }),
    codeLikeness: of('codeLikeness'),
  };
}

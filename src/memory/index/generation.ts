import { randomUUID } from 'node:crypto';
import type { SnapshotPart } from '../search-index.ts';
import { noteGarbageBytes } from './columns/big-buffers.ts';
import { EntryTable } from './entries/entry-table.ts';
import { FilterIndex } from './filter-index.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { continuity } from './ranking/continuity.ts';
import { RecentSelections } from './recent-selections.ts';
import { RowTraits } from './row-traits.ts';
import { type ReadSnapshot, readSnapshot, writeSnapshot } from './snapshot/snapshot-format.ts';
import { type Column, columnSection, type FindSink } from './snapshot/snapshot-sections.ts';
import type { VectorArena } from './vectors/vector-arena.ts';
import { VectorRows } from './vectors/vector-rows.ts';
import { WindowRows } from './vectors/window-rows.ts';
import { LexicalIndex } from './words/lexical-index.ts';
import { PassageReader } from './words/passages/passage-reader.ts';

/**
 * All columns of a namespace's index. They are only ever appended to; removing marks as dead, and what has too many dead is followed by a
 * compacted generation. So a search that began before can finish on the columns it began with.
 */
export class Generation {
  /** Parts of snapshots are named after it. */
  readonly id: string;
  readonly #dims: number;
  readonly entries: EntryTable;
  readonly vectors: VectorRows;
  readonly windows: WindowRows;
  readonly words: LexicalIndex;
  readonly filters: FilterIndex;
  readonly traits: RowTraits;
  readonly #reader = new PassageReader();
  #sample: Uint32Array | undefined;
  #continuity: number | undefined;
  /** What the last few filters let through; forgotten at every change. */
  readonly selections = new RecentSelections();
  #users = 0;
  #retired = false;

  constructor(arena: VectorArena, dims: number, columns?: Columns) {
    this.id = columns?.id ?? randomUUID();
    this.#dims = dims;
    this.entries = columns?.entries ?? new EntryTable();
    this.vectors = columns?.vectors ?? new VectorRows(arena, dims);
    this.windows = columns?.windows ?? new WindowRows();
    this.words = columns?.words ?? new LexicalIndex();
    this.filters = columns?.filters ?? new FilterIndex();
    this.traits = columns?.traits ?? new RowTraits();
  }

  static async restore(
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    arena: VectorArena,
    dims: number,
    isShared = false,
  ): Promise<{ generation: Generation; tag: string } | undefined> {
    const vectors = new VectorRows(arena, dims);
    try {
      const read = await readSnapshot(parts, { dims }, sinksOf(vectors));
      if (read) {
        const { tag, generation } = read.header;
        // Under one name two of them would take parts of each other for theirs.
        const id = isShared ? randomUUID() : generation;
        return { generation: new Generation(arena, dims, { id, vectors, ...columnsOf(read) }), tag };
      }
    } catch (error) {
      vectors.release();
      throw error;
    }
    vectors.release();
    return undefined;
  }

  get memoryBytes(): number {
    return (
      this.entries.memoryBytes +
      this.vectors.memoryBytes +
      this.windows.memoryBytes +
      this.words.memoryBytes +
      this.filters.memoryBytes +
      this.traits.memoryBytes +
      this.#reader.memoryBytes
    );
  }

  get isMostlyDead(): boolean {
    const dead = this.entries.slotCount - this.entries.size;
    return dead > 1024 && dead > this.entries.size / 2;
  }

  /** Up to 256 living rows, evenly spread: what an ordinary passage of this namespace is like. */
  sampleRows(): Uint32Array {
    this.#sample ??= this.entries.spreadRows(256);
    return this.#sample;
  }

  /** Whether what was written in a row belongs together, 0 to 1. */
  continuity(): number {
    this.#continuity ??= continuity(this, this.sampleRows());
    return this.#continuity;
  }

  append(entry: IndexedEntry): void {
    this.#changed();
    const slot = this.entries.append(entry);
    this.filters.append(slot, entry);
    for (const { text, vector, windows } of entry.passages) {
      const words = this.#reader.read(text);
      this.traits.append(text, words);
      if (windows) this.windows.append(this.vectors.count, windows);
      this.vectors.append(vector);
      this.words.appendHashes(words.hashes);
    }
  }

  kill(id: string): void {
    const slot = this.entries.slotOf(id);
    if (slot !== undefined) this.killSlot(slot);
  }

  killSlot(slot: number): void {
    this.#changed();
    const { first, end } = this.entries.rowsOf(slot);
    for (let row = first; row < end; row++) this.words.kill(row);
    this.entries.kill(slot);
  }

  #changed(): void {
    this.#sample = undefined;
    this.#continuity = undefined;
    this.selections.clear();
  }

  /** What it holds now. Only what is appended later may change until `thaw`, and is not in it. */
  freeze(tag: string, saveId: string): Iterable<SnapshotPart> {
    this.enter();
    const { records, recordStarts, idHashes, alive, ...times } = this.entries.freeze();
    const { values, numbers } = this.filters.frozen();
    const { postings, lengths, sequences } = this.words.frozen();
    const rows = this.vectors.count;
    const header = { tag, generation: this.id, dims: this.#dims, rows };
    const changing = {
      records,
      alive,
      ...prefixed('words', postings),
      ...prefixed('values', values),
      ...prefixed('numbers', numbers),
    };
    const appended = {
      recordStarts,
      idHashes,
      ...times,
      ...prefixed('sequences', sequences),
      lengths,
      ...prefixed('traits', this.traits.frozen()),
      ...prefixed('windows', this.windows.frozen()),
    };
    return writeSnapshot(
      header,
      [
        ...Object.entries(changing).map(([name, column]) => columnSection(name, column, false)),
        ...Object.entries(appended).map(([name, column]) => columnSection(name, column, true)),
        this.vectors.section('vectors'),
        // Last, so that the places of the others do not depend on them.
        ...this.vectors.search.cellSections(),
      ],
      saveId,
    );
  }

  thaw(): void {
    this.entries.thaw();
    this.leave();
  }

  /** Keeps the vectors in memory until `leave`, even if the generation is retired meanwhile. */
  enter(): void {
    this.#users++;
  }

  leave(): void {
    this.#users--;
    if (this.#retired && this.#users === 0) this.#end();
  }

  /** Nobody will enter any more. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#users === 0) this.#end();
  }

  #end(): void {
    noteGarbageBytes(this.memoryBytes - this.vectors.memoryBytes);
    this.vectors.release();
  }
}

export interface Columns {
  id: string;
  entries: EntryTable;
  vectors: VectorRows;
  windows: WindowRows;
  words: LexicalIndex;
  filters: FilterIndex;
  traits: RowTraits;
}

function prefixed<T extends object>(prefix: string, columns: T): Record<string, T[keyof T]> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [`${prefix}.${name}`, column]));
}

function sinksOf(vectors: VectorRows): FindSink {
  return (name) =>
    name === 'vectors'
      ? {
          begin: ({ rows }, bytes) => {
            if (bytes !== vectors.bytesOf(rows)) return false;
            vectors.addEmpty(rows);
            return true;
          },
          write: (start, bytes) => vectors.writeBytes(start, bytes),
        }
      : vectors.search.cellSink(name);
}

function columnsOf({ columns }: ReadSnapshot): Omit<Columns, 'vectors' | 'id'> {
  const of = <T extends Column>(name: string) => columns[name] as T;
  const keysOf = (prefix: string) => ({
    keys: of<Float64Array>(`${prefix}.keys`),
    heads: of<Uint32Array>(`${prefix}.heads`),
    tails: of<Uint32Array>(`${prefix}.tails`),
    counts: of<Uint32Array>(`${prefix}.counts`),
  });
  const postings = (prefix: string) => ({ ...keysOf(prefix), pool: of<Uint32Array>(`${prefix}.pool`) });
  const packed = (prefix: string) => ({
    ...keysOf(prefix),
    lasts: of<Uint32Array>(`${prefix}.lasts`),
    pool: of<Uint8Array>(`${prefix}.pool`),
  });
  const entries = new EntryTable({
    records: of('records'),
    recordStarts: of('recordStarts'),
    idHashes: of('idHashes'),
    alive: of('alive'),
    createdAt: of('createdAt'),
    updatedAt: of('updatedAt'),
    expiresAt: of('expiresAt'),
    occurredAt: of('occurredAt'),
    firstRow: of('firstRow'),
    rowSlot: of('rowSlot'),
  });
  const words = new LexicalIndex({
    postings: postings('words'),
    lengths: of('lengths'),
    sequences: { words: of('sequences.words'), starts: of('sequences.starts') },
  });
  for (const row of entries.deadRows()) words.kill(row);
  return {
    entries,
    words,
    filters: new FilterIndex({ values: packed('values'), numbers: packed('numbers') }),
    windows: new WindowRows({ codes: of('windows.codes'), starts: of('windows.starts') }),
    traits: new RowTraits({ codeLikeness: of('traits.codeLikeness'), flags: of('traits.flags') }),
  };
}

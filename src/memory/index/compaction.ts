import { randomUUID } from 'node:crypto';
import { EntryTable } from './entries/entry-table.ts';
import { Generation } from './generation.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { runInTurns, type Steps } from './steps.ts';
import type { VectorArena } from './vectors/vector-arena.ts';
import { VectorRows } from './vectors/vector-rows.ts';

/**
 * Copies the living entries of a generation into a new one, a little at a time: a search or a write in between never waits for more than a moment. The old
 * generation stays in use meanwhile; what changes there is noted, and repeated on the new one at the end.
 */
export class Compaction {
  readonly #arena: VectorArena;
  readonly #dims: number;
  readonly #old: Generation;
  /** Entries that were put and ids that were removed since the start, in their order. */
  #changes: Array<IndexedEntry | string> = [];

  constructor(arena: VectorArena, dims: number, old: Generation) {
    this.#arena = arena;
    this.#dims = dims;
    this.#old = old;
  }

  note(change: IndexedEntry | string): void {
    this.#changes.push(change);
  }

  /** Calls `install` with the new generation at the moment it is up to date, unless the work is cancelled before. */
  async run(isCancelled: () => boolean, install: (generation: Generation) => void): Promise<void> {
    const vectors = new VectorRows(this.#arena, this.#dims);
    let isInstalled = false;
    this.#old.enter();
    try {
      await runInTurns(
        this.#copy(vectors, isCancelled, (generation) => {
          install(generation);
          isInstalled = true;
        }),
      );
    } finally {
      if (!isInstalled) vectors.release();
      this.#old.leave();
    }
  }

  *#copy(
    vectors: VectorRows,
    isCancelled: () => boolean,
    install: (generation: Generation) => void,
  ): Steps<void> {
    const { entries: old } = this.#old;
    const slots = new Int32Array(old.slotCount).fill(-1);
    const rows = new Int32Array(old.rowCount).fill(-1);
    const entries = new EntryTable();
    // Which ones live is decided here, before anything else can happen.
    let [nextSlot, nextRow] = [0, 0];
    for (let slot = 0; slot < slots.length; slot++) {
      if (!old.isAlive(slot)) continue;
      slots[slot] = nextSlot++;
      const { first, end } = old.rowsOf(slot);
      for (let row = first; row < end; row++) rows[row] = nextRow++;
    }
    for (let slot = 0; slot < slots.length; slot++) {
      if (slots[slot]! >= 0) entries.copy(old, slot);
      yield 1;
    }
    for (let row = 0; row < rows.length; row++) {
      if (rows[row]! >= 0) vectors.copy(this.#old.vectors, row);
      yield 1;
      if (row % 65_536 === 0 && isCancelled()) return;
    }
    const words = yield* this.#old.words.compacted(rows);
    const filters = yield* this.#old.filters.compacted(slots);
    if (isCancelled()) return;
    const generation = new Generation(this.#arena, this.#dims, {
      id: randomUUID(),
      entries,
      vectors,
      words,
      filters,
      traits: this.#old.traits.compacted(rows),
      windows: this.#old.windows.compacted(rows),
    });
    for (let slot = 0; slot < slots.length; slot++) {
      if (slots[slot]! >= 0 && !old.isAlive(slot)) generation.killSlot(slots[slot]!);
    }
    yield* this.#repeat(generation);
    if (!isCancelled()) install(generation);
  }

  *#repeat(generation: Generation): Steps<void> {
    while (this.#changes.length > 0) {
      const changes = this.#changes;
      this.#changes = [];
      for (const change of changes) {
        const id = typeof change === 'string' ? change : change.id;
        generation.kill(id);
        if (typeof change !== 'string') generation.append(change);
        yield 500;
      }
    }
  }
}

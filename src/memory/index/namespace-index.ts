import { randomUUID } from 'node:crypto';
import type { Calibration } from '../embedding/calibration.ts';
import { type Filter, matches } from '../filter.ts';
import type { FrozenIndex } from '../search-index.ts';
import { Compaction } from './compaction.ts';
import { type CountRequest, countValues, type ValueCounts } from './count-values.ts';
import { Generation } from './generation.ts';
import type { IndexedEntry } from './indexed-entry.ts';
import { type EntrySample, type SampleRequest, sampleEntries } from './sample.ts';
import { searchGeneration } from './search-generation.ts';
import type { SearchHit, SearchRequest } from './search-request.ts';
import { runInTurns } from './steps.ts';
import type { ScanWorkers } from './vectors/scan-workers.ts';
import type { VectorArena } from './vectors/vector-arena.ts';

export interface NamespaceIndexOptions {
  dims: number;
  calibration: Calibration;
  arena: VectorArena;
  /** Without them a search runs on the calling thread whatever its size. */
  workers?: ScanWorkers;
  /** Told of what failed in the background, after which the index continues as before. */
  onFailure?: (error: unknown) => void;
}

/** The index of one namespace under one model, in memory, derived from the store. */
export class NamespaceIndex {
  readonly #options: NamespaceIndexOptions;
  #generation: Generation;
  #compaction: Compaction | undefined;
  #compacting: Promise<void> = Promise.resolve();
  #released = false;
  /** How much was worked out, beyond what entries say, when it was last saved. */
  #savedCells: number;

  constructor(options: NamespaceIndexOptions, generation?: Generation) {
    this.#options = options;
    this.#generation = generation ?? new Generation(options.arena, options.dims);
    this.#savedCells = this.#generation.vectors.search.storedCells;
  }

  /** Undefined when the parts are damaged, of another version or of other dimensions: then it is built from the store. */
  static async restore(
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options: NamespaceIndexOptions,
    isShared = false,
  ): Promise<{ index: NamespaceIndex; tag: string } | undefined> {
    const restored = await Generation.restore(parts, options.arena, options.dims, isShared);
    return restored && { index: new NamespaceIndex(options, restored.generation), tag: restored.tag };
  }

  /** Entries that are held, expired ones included until they are removed. */
  get size(): number {
    return this.#generation.entries.size;
  }

  get memoryBytes(): number {
    return this.#generation.memoryBytes;
  }

  get hasLearnt(): boolean {
    return this.#generation.vectors.search.storedCells > this.#savedCells;
  }

  /** Entries that it does not hold, each once: nothing is looked for. */
  add(entries: readonly IndexedEntry[]): void {
    for (const entry of entries) {
      this.#generation.append(entry);
      this.#compaction?.note(entry);
    }
  }

  /** Replaces by id. */
  put(entries: readonly IndexedEntry[]): void {
    for (const entry of entries) {
      this.#generation.kill(entry.id);
      this.#generation.append(entry);
      this.#compaction?.note(entry);
    }
    this.#compactIfWorthwhile();
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#generation.kill(id);
      this.#compaction?.note(id);
    }
    this.#compactIfWorthwhile();
  }

  /** Sees every `put` and `remove` that returned before the call. */
  async search(request: SearchRequest): Promise<SearchHit[]> {
    const generation = this.#generation;
    generation.enter();
    try {
      return await searchGeneration(generation, request, this.#options);
    } finally {
      generation.leave();
    }
  }

  /** The ids of the entries that match, oldest first. */
  *matching(filter: Filter | undefined, now: number): Iterable<string> {
    const { entries, filters } = this.#generation;
    const mask = filter ? filters.mask(filter, entries) : new Uint8Array(entries.slotCount).fill(1);
    const visible = entries.visible(now);
    for (let slot = 0; slot < mask.length; slot++) {
      if (mask[slot] === 0 || visible?.[slot] === 0 || !entries.isAlive(slot)) continue;
      if (!filter || matches(filter, entries.document(slot))) yield entries.id(slot);
    }
  }

  async countValues(request: CountRequest): Promise<ValueCounts> {
    const generation = this.#generation;
    generation.enter();
    try {
      return await runInTurns(countValues(generation, request));
    } finally {
      generation.leave();
    }
  }

  async sample(request: SampleRequest): Promise<EntrySample> {
    const generation = this.#generation;
    generation.enter();
    try {
      return await runInTurns(sampleEntries(generation, request));
    } finally {
      generation.leave();
    }
  }

  turned(vector: Float32Array): Float32Array {
    return this.#generation.vectors.turn(vector);
  }

  /** Removed entries have left their rows in it, without id, metadata or any mark of what they were; `compact` first to have it without. */
  snapshot(tag: string): FrozenIndex {
    const generation = this.#generation;
    this.#savedCells = generation.vectors.search.storedCells;
    return { parts: generation.freeze(tag, randomUUID()), release: () => generation.thaw() };
  }

  async compact(): Promise<void> {
    await this.#compacting;
    if (!this.#released && this.#generation.entries.hasDead) await this.#startCompaction();
  }

  /** Gives the memory back; the index is not used any more. */
  release(): void {
    this.#released = true;
    this.#generation.retire();
  }

  #compactIfWorthwhile(): void {
    if (this.#compaction || this.#released || !this.#generation.isMostlyDead) return;
    // The index is as good as before; the next change tries again.
    this.#startCompaction().catch((error: unknown) => this.#options.onFailure?.(error));
  }

  #startCompaction(): Promise<void> {
    const old = this.#generation;
    const compaction = new Compaction(this.#options.arena, this.#options.dims, old);
    this.#compaction = compaction;
    const running = compaction
      .run(
        () => this.#released,
        (generation) => {
          this.#generation = generation;
          this.#savedCells = 0;
          this.#compaction = undefined;
          old.retire();
        },
      )
      .finally(() => {
        if (this.#compaction === compaction) this.#compaction = undefined;
      });
    this.#compacting = running.catch(() => {});
    return running;
  }
}

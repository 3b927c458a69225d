import { admission, costs } from './costs.ts';

export interface Search {
  at: number;
  namespace: number;
  entries: number;
  searchMs: number;
  answered(at: number): void;
  refused(): void;
}

interface Load {
  namespace: number;
  entries: number;
  since: number;
  waiters: Search[];
}

/**
 * One node: cores that work one thing after the other, and memory for indexes, of which those go first that were not used for longest. A quarter of the
 * cores loads small indexes and a quarter large ones, by the rules of the service; without admission every core does everything in the order in which it came.
 */
export class SimulatedNode {
  alive = true;
  busyMs = 0;
  memoryBytes = 0;
  readonly #cores: Float64Array;
  readonly #smallCores: Float64Array;
  readonly #slots: number;
  readonly #maxBytes: number;
  readonly #admits: boolean;
  /** Bytes of those that are there; last in the map is last used. */
  readonly #loaded = new Map<number, number>();
  readonly #loads = new Map<number, Load>();
  readonly #waiting: Load[] = [];
  #waitingEntries = 0;
  #running: Array<{ load: Load; readyAt: number }> = [];

  constructor(cores: number, maxBytes: number, admits: boolean) {
    this.#slots = Math.max(2, Math.floor(cores / 4));
    this.#cores = new Float64Array(admits ? cores - 2 * this.#slots : cores);
    this.#smallCores = admits ? new Float64Array(this.#slots) : this.#cores;
    this.#maxBytes = maxBytes;
    this.#admits = admits;
  }

  hasRoomFor(entries: number): boolean {
    return this.memoryBytes + entries * costs.indexBytesPerEntry < this.#maxBytes;
  }

  /** As if it had been loaded long ago. */
  preload(namespace: number, entries: number): void {
    this.#keep(namespace, entries * costs.indexBytesPerEntry);
  }

  search(search: Search): boolean {
    this.advance(search.at);
    const bytes = this.#loaded.get(search.namespace);
    if (bytes !== undefined) {
      this.#loaded.delete(search.namespace);
      this.#loaded.set(search.namespace, bytes);
      search.answered(this.#run(this.#cores, search.at, search.searchMs));
      return true;
    }
    if (search.entries * costs.indexBytesPerEntry > this.#maxBytes) search.refused();
    else this.#load(search);
    return false;
  }

  /** Lets everything happen that ends until then. */
  advance(now: number): void {
    while (this.#running.length > 0) {
      const next = this.#running.sort((a, b) => a.readyAt - b.readyAt)[0];
      if (!next || next.readyAt > now) return;
      this.#running.shift();
      this.#finish(next.load, next.readyAt);
      this.#begin(next.readyAt);
    }
  }

  #load(search: Search): void {
    const { namespace, entries, at } = search;
    const restoreMs = loadMs(entries);
    if (!this.#admits || entries < admission.smallEntries) {
      if (this.#admits && Math.min(...this.#smallCores) - at > admission.maxSmallWaitMs) {
        search.refused();
        return;
      }
      const readyAt = this.#run(this.#smallCores, at, restoreMs);
      this.#keep(namespace, entries * costs.indexBytesPerEntry);
      search.answered(readyAt + search.searchMs);
      this.busyMs += search.searchMs;
      return;
    }
    const known = this.#loads.get(namespace);
    if (known) {
      known.waiters.push(search);
      return;
    }
    const most = admission.maxWaitingEntriesPerSlot * this.#slots;
    if (this.#waiting.length > 0 && this.#waitingEntries + entries > most) {
      search.refused();
      return;
    }
    const load: Load = { namespace, entries, since: at, waiters: [search] };
    this.#loads.set(namespace, load);
    this.#waiting.push(load);
    this.#waitingEntries += entries;
    this.#begin(at);
  }

  /** The smallest first; a large one never takes the last slot. */
  #begin(now: number): void {
    for (;;) {
      let best: Load | undefined;
      for (const load of this.#waiting) {
        const slots = load.entries < admission.largeEntries ? this.#slots : this.#slots - 1;
        if (this.#running.length < slots && (!best || load.entries < best.entries)) best = load;
      }
      if (!best) return;
      this.#waiting.splice(this.#waiting.indexOf(best), 1);
      this.#waitingEntries -= best.entries;
      const ms = loadMs(best.entries);
      this.busyMs += ms;
      this.#running.push({ load: best, readyAt: now + ms });
    }
  }

  #finish(load: Load, at: number): void {
    this.#loads.delete(load.namespace);
    this.#keep(load.namespace, load.entries * costs.indexBytesPerEntry);
    for (const waiter of load.waiters) waiter.answered(this.#run(this.#cores, at, waiter.searchMs));
  }

  #run(cores: Float64Array, from: number, ms: number): number {
    let first = 0;
    for (let i = 1; i < cores.length; i++) if (cores[i]! < cores[first]!) first = i;
    const end = Math.max(from, cores[first]!) + ms;
    cores[first] = end;
    this.busyMs += ms;
    return end;
  }

  #keep(namespace: number, bytes: number): void {
    this.#loaded.set(namespace, bytes);
    this.memoryBytes += bytes;
    for (const [oldest, size] of this.#loaded) {
      if (this.memoryBytes <= this.#maxBytes) return;
      if (oldest === namespace) continue;
      this.#loaded.delete(oldest);
      this.memoryBytes -= size;
    }
  }
}

function loadMs(entries: number): number {
  return entries * (entries < costs.snapshotMinEntries ? costs.rowsMsPerEntry : costs.restoreMsPerEntry);
}

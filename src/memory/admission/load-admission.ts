import { availableParallelism } from 'node:os';
import { ServiceError } from '../../kernel/errors.ts';

export interface AdmissionOptions {
  /** How many load at the same time; a quarter of the processors by default. */
  slots?: number;
  /** More entries than these do not wait, per slot; about twenty seconds of work from snapshots. */
  maxWaitingEntries?: number;
}

interface Waiting {
  entries: number;
  /** How many that came later were let in before it. */
  passed: number;
  begin: () => void;
}

/** Has slots of its own, so that it never waits for those that take long. */
const smallEntries = 10_000;
/** Small ones at once for each slot. */
const smallPerSlot = 4;
/** Never takes the last slot, so that a giant does not hold up everybody else for minutes. */
const largeEntries = 100_000;
const maxPassed = 50;
const retryAfterSeconds = 5;

/**
 * Decides which indexes are loaded now. After a start every search misses, and loading everything at once would leave no processor for those
 * whose index is there already: a few load at a time, the smallest first, and more than can be done soon is refused instead of waiting.
 */
export class LoadAdmission {
  readonly #slots: number;
  readonly #maxWaitingEntries: number;
  readonly #waiting: Waiting[] = [];
  #waitingEntries = 0;
  #loading = 0;
  #loadingSmall = 0;

  constructor(options: AdmissionOptions = {}) {
    this.#slots = options.slots ?? Math.max(2, Math.floor(availableParallelism() / 4));
    this.#maxWaitingEntries = (options.maxWaitingEntries ?? 2_000_000) * this.#slots;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async run<Result>(entries: number, load: () => Promise<Result>): Promise<Result> {
    if (!this.#hasRoom(entries) || this.#overdue(entries < smallEntries)) await this.#wait(entries);
    else this.#count(entries, 1);
    try {
      return await load();
    } finally {
      this.#count(entries, -1);
      this.#admitNext();
    }
  }

  #count(entries: number, change: 1 | -1): void {
    if (entries < smallEntries) this.#loadingSmall += change;
    else this.#loading += change;
  }

  #hasRoom(entries: number): boolean {
    if (entries < smallEntries) return this.#loadingSmall < this.#slots * smallPerSlot;
    return this.#loading < (entries < largeEntries ? this.#slots : Math.max(1, this.#slots - 1));
  }

  #wait(entries: number): Promise<void> {
    if (this.#waiting.length > 0 && this.#waitingEntries + entries > this.#maxWaitingEntries) {
      throw new ServiceError(
        'overloaded',
        'Too many namespaces are being loaded into memory; try again shortly.',
        { retryAfterSeconds },
      );
    }
    this.#waitingEntries += entries;
    return new Promise((begin) => this.#waiting.push({ entries, passed: 0, begin }));
  }

  #admitNext(): void {
    for (;;) {
      const next = this.#next(true) ?? this.#next(false);
      if (!next) return;
      const at = this.#waiting.indexOf(next);
      for (const earlier of this.#waiting.slice(0, at)) earlier.passed++;
      this.#waiting.splice(at, 1);
      this.#waitingEntries -= next.entries;
      this.#count(next.entries, 1);
      next.begin();
    }
  }

  /** The smallest for which there is room, but whoever was passed over too often before all others. */
  #next(isSmall: boolean): Waiting | undefined {
    const overdue = this.#overdue(isSmall);
    if (overdue) return this.#hasRoom(overdue.entries) ? overdue : undefined;
    let best: Waiting | undefined;
    for (const one of this.#waiting) {
      if (one.entries < smallEntries !== isSmall || !this.#hasRoom(one.entries)) continue;
      if (!best || one.entries < best.entries) best = one;
    }
    return best;
  }

  /** Nobody of its kind is let in before it. */
  #overdue(isSmall: boolean): Waiting | undefined {
    return this.#waiting.find(
      ({ entries, passed }) => passed >= maxPassed && entries < smallEntries === isSmall,
    );
  }
}

/** A small seeded generator (mulberry32): the same seed gives the same variants on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** The items again and again, shuffled anew each time, so that every one is used before any is used twice. */
  *cycle<T>(items: readonly T[]): Generator<T, never> {
    if (items.length === 0) throw new Error('Nothing to choose from.');
    for (;;) {
      const order = [...items];
      for (let i = order.length - 1; i > 0; i--) {
        const j = this.below(i + 1);
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      yield* order;
    }
  }
}

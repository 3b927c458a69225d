import { Random } from '../../../test/support/random.ts';

/** The seeded generator of the tests, which also deals items out evenly. */
export class SeededRandom extends Random {
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

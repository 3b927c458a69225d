import type { TrendStore } from './trend-store.ts';

export interface ScanChange {
  new: number;
  fixed: number;
}

/** So many findings are compared for one request; of the scans behind that nothing is known until the next. */
const mostCompared = 1_000_000;
const mostRemembered = 5_000;

/** How many findings came and went from one scan to the next. Finished scans never change, so that each pair is compared once. */
export class RecentChanges {
  readonly #store: Pick<TrendStore, 'findingIds'>;
  readonly #known = new Map<string, ScanChange>();

  constructor(store: Pick<TrendStore, 'findingIds'>) {
    this.#store = store;
  }

  budget(): { left: number } {
    return { left: mostCompared };
  }

  async between(earlier: string, later: string, budget: { left: number }): Promise<ScanChange | undefined> {
    const key = `${earlier} ${later}`;
    const known = this.#known.get(key);
    if (known || budget.left <= 0) return known;
    const [before, now] = [await this.#store.findingIds(earlier), await this.#store.findingIds(later)];
    const knownBefore = new Set([...before.open, ...before.suppressed]);
    const knownNow = new Set([...now.open, ...now.suppressed]);
    budget.left -= knownBefore.size + knownNow.size;
    const change = {
      new: now.open.filter((id) => !knownBefore.has(id)).length,
      fixed: before.open.filter((id) => !knownNow.has(id)).length,
    };
    if (this.#known.size >= mostRemembered) this.#known.clear();
    this.#known.set(key, change);
    return change;
  }
}
